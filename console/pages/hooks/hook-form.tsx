import { Alert, Modal, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { hooksQuery } from "../../queries.ts";
import { DialogButtons } from "../../ui/dialog-buttons.tsx";
import { errorText } from "../../ui/error-text.ts";
import { showToast } from "../../ui/toast.tsx";
import { draftOf, isComplete, mappingOf, pathsIn } from "./mapping-draft.ts";
import { MappingFields } from "./mapping-fields.tsx";
import type { Hook } from "./queries.ts";
import { TryMapping } from "./try-mapping.tsx";

type Props = {
  /** `body` is that of a call, to try the mapping on. */
  editing: { hook: Hook | undefined; body?: string | undefined } | undefined;
  onClose: () => void;
  /** A new hook's address, which is shown once. */
  onMade: (made: { name: string; url: string }) => void;
};

export function HookForm({ editing, onClose, onMade }: Props) {
  const { t } = useTranslation("hooks");
  const { t: ui } = useTranslation("ui");
  return (
    <Modal
      opened={editing !== undefined}
      onClose={onClose}
      size="lg"
      title={editing?.hook ? t("form.edit") : t("form.new")}
      closeButtonProps={{ "aria-label": ui("close") }}
    >
      {editing && <Form hook={editing.hook} body={editing.body} onClose={onClose} onMade={onMade} />}
    </Modal>
  );
}

const sample = JSON.stringify({ customer: { email: "lan@example.com" }, order: { total: 120000 } }, null, 2);

type FormProps = Omit<Props, "editing"> & { hook: Hook | undefined; body: string | undefined };

function Form({ hook, body: given, onClose, onMade }: FormProps) {
  const { t } = useTranslation("hooks");
  const [name, setName] = useState(hook?.name ?? "");
  const [draft, setDraft] = useState(draftOf(hook?.mapping));
  const [body, setBody] = useState(given ?? sample);
  const save = useSave(hook, { onClose, onMade });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ name: name.trim(), mapping: mappingOf(draft) });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t("form.name")}
          description={t("form.nameHelp")}
          data-autofocus
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <MappingFields draft={draft} onChange={setDraft} paths={pathsIn(body)} error={save.error} />
        <TryMapping body={body} onBody={setBody} mapping={isComplete(draft) ? mappingOf(draft) : undefined} />
        {save.error && (
          <Alert color="red" role="alert">
            {errorText(save.error)}
          </Alert>
        )}
        <DialogButtons
          onCancel={onClose}
          submit={hook ? t("ui:save") : t("form.create")}
          isPending={save.isPending}
          isDisabled={name.trim() === "" || !isComplete(draft)}
          staysInView
        />
      </Stack>
    </form>
  );
}

function useSave(hook: Hook | undefined, { onClose, onMade }: Omit<Props, "editing">) {
  const { t } = useTranslation("ui");
  const { id: page_id } = usePage();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Pick<Hook, "name" | "mapping">) => {
      if (hook) {
        const params = { page_id, hook_id: hook.id };
        await api("PATCH /pages/:page_id/incoming_hooks/:hook_id", { params, body });
        return;
      }
      const { url } = await api("POST /pages/:page_id/incoming_hooks", { params: { page_id }, body });
      onMade({ name: body.name, url });
    },
    onSuccess: async () => {
      await client.invalidateQueries(hooksQuery(page_id));
      if (hook) showToast({ message: t("saved") });
      onClose();
    },
    meta: { showsFailure: true },
  });
}
