import { Modal, Radio, SimpleGrid, Skeleton, Stack, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { modelsQuery, secretsQuery } from "../../queries.ts";
import { ChoiceCard } from "../../ui/choice-card.tsx";
import { DialogButtons } from "../../ui/dialog-buttons.tsx";
import { faultAt } from "../../ui/error-text.ts";
import { Failure } from "../../ui/failure.tsx";
import { showToast } from "../../ui/toast.tsx";
import {
  draftOf,
  formOf,
  hostOf,
  isComplete,
  keyName,
  type Model,
  type ModelDraft,
  providers,
  type Secret,
  startOf,
  withProvider,
} from "./draft.ts";
import { KeyInput } from "./key-input.tsx";
import { MoreFields } from "./more-fields.tsx";
import { TryModel } from "./try-model.tsx";

type Props = { model: Model | undefined; onClose: () => void };

/** Adds a model or changes one. */
export function ModelDialog(props: Props) {
  const { t } = useTranslation("models");
  const { id: pageId } = usePage();
  const { data: secrets, error, refetch } = useQuery(secretsQuery(pageId));
  return (
    <Modal
      opened
      size="lg"
      onClose={props.onClose}
      title={t(props.model ? "form.edit" : "form.new")}
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      {error && <Failure error={error} retry={() => void refetch()} />}
      {secrets ? <Form {...props} secrets={secrets} /> : !error && <Skeleton h={320} />}
    </Modal>
  );
}

function Form({ model, onClose, secrets }: Props & { secrets: Secret[] }) {
  const { t } = useTranslation("models");
  const [draft, setDraft] = useState(() => draftOf(model, secrets));
  const change = (part: Partial<ModelDraft>) => setDraft((before) => ({ ...before, ...part }));
  const storeKey = useStoreKey(draft, change, secrets);
  const save = useSave(model, onClose);
  const { example } = startOf[draft.provider];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete(draft)) save.mutate(async () => formOf(draft, await storeKey()));
  };
  const text = (key: "name" | "model" | "base_url", placeholder: string, maxLength: number) => (
    <TextInput
      label={t(`form.${key}`)}
      description={t(`form.${key}Help`)}
      placeholder={placeholder}
      required
      maxLength={maxLength}
      spellCheck={false}
      autoComplete="off"
      value={draft[key]}
      error={faultAt(save.error, `/${key}`)}
      onChange={(event) => change({ [key]: event.currentTarget.value })}
    />
  );
  return (
    <form onSubmit={submit}>
      <Stack>
        <Radio.Group
          label={t("form.provider")}
          value={draft.provider}
          onChange={(next) => {
            const provider = providers.find((name) => name === next);
            if (provider) setDraft(withProvider(draft, provider, secrets));
          }}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs">
            {providers.map((name) => (
              <ChoiceCard
                key={name}
                value={name}
                title={t(`providers.${name}.title`)}
                help={t(`providers.${name}.help`)}
              />
            ))}
          </SimpleGrid>
        </Radio.Group>
        {text("name", t("form.namePlaceholder"), 200)}
        {draft.provider === "other" && text("base_url", startOf.other.address, 2000)}
        {text("model", example, 200)}
        <KeyInput draft={draft} change={change} secrets={secrets} />
        <MoreFields draft={draft} change={change}>
          {draft.provider !== "other" && text("base_url", startOf[draft.provider].address, 2000)}
        </MoreFields>
        <TryModel
          isReady={isComplete({ ...draft, name: draft.name || example })}
          form={async () => formOf({ ...draft, name: draft.name || example }, await storeKey())}
        />
        {save.error && <Failure error={save.error} />}
        <DialogButtons
          onCancel={onClose}
          submit={t(model ? "ui:save" : "form.create")}
          isPending={save.isPending}
          isDisabled={!isComplete(draft)}
          staysInView
        />
      </Stack>
    </form>
  );
}

/** Stores a key that was typed as a secret of the page for the model's server only. Returns the name of the key. */
function useStoreKey(draft: ModelDraft, change: (part: Partial<ModelDraft>) => void, secrets: Secret[]) {
  const { id: page_id } = usePage();
  const client = useQueryClient();
  return async (): Promise<string | null> => {
    if (draft.newKey === undefined) return draft.key;
    const host = hostOf(draft.base_url);
    const name = keyName(draft.provider, secrets);
    await api("PUT /pages/:page_id/secrets/:name", {
      params: { page_id, name },
      body: { value: draft.newKey, hosts: host === undefined ? [] : [host] },
    });
    change({ key: name, newKey: undefined });
    await client.invalidateQueries(secretsQuery(page_id));
    return name;
  };
}

function useSave(model: Model | undefined, onClose: () => void) {
  const { t } = useTranslation("models");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (form: () => Promise<ReturnType<typeof formOf>>) => {
      const body = await form();
      if (model) {
        const params = { page_id, model_id: model.id };
        return api("PATCH /pages/:page_id/models/:model_id", { params, body });
      }
      return api("POST /pages/:page_id/models", { params: { page_id }, body });
    },
    onSuccess: ({ name }) => {
      showToast({ message: t("saved", { name }) });
      onClose();
    },
    onSettled: () => client.invalidateQueries(modelsQuery(page_id)),
    meta: { showsFailure: true },
  });
}
