import { TokenScope } from "@banter/core/model/limits/token-scope.ts";
import { Name } from "@banter/core/model/names.ts";
import { Alert, Modal, Radio, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { ChoiceCard } from "../../ui/choice-card.tsx";
import { DialogButtons } from "../../ui/dialog-buttons.tsx";
import { errorText } from "../../ui/error-text.ts";
import type { CreatedToken } from "./token-parts.tsx";

type Props = {
  isOpen: boolean;
  taken: readonly string[];
  onClose: () => void;
  onCreated: (created: CreatedToken) => Promise<void>;
};

export function CreateToken({ isOpen, ...form }: Props) {
  const { t } = useTranslation("tokens");
  const { t: ui } = useTranslation("ui");
  return (
    <Modal
      opened={isOpen}
      onClose={form.onClose}
      title={t("further.new")}
      closeButtonProps={{ "aria-label": ui("close") }}
    >
      <Form {...form} />
    </Modal>
  );
}

function Form({ taken, onClose, onCreated }: Omit<Props, "isOpen">) {
  const { t } = useTranslation("tokens");
  const { id: page_id } = usePage();
  const [name, setName] = useState("");
  const [scope, setScope] = useState<TokenScope>("read");
  const create = useMutation({
    mutationFn: () => api("POST /pages/:page_id/tokens", { params: { page_id }, body: { name: name.trim(), scope } }),
    onSuccess: onCreated,
    meta: { showsFailure: true },
  });
  const isTaken = taken.includes(name.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t("further.name")}
          description={t("further.nameHelp")}
          data-autofocus
          maxLength={200}
          value={name}
          error={isTaken && t("further.taken")}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Radio.Group label={t("further.scope")} value={scope} onChange={(value) => setScope(TokenScope.parse(value))}>
          <Stack gap="xs" mt={6}>
            {TokenScope.options.map((option) => (
              <ChoiceCard
                key={option}
                value={option}
                title={t(`scopes.${option}.name`)}
                help={t(`scopes.${option}.help`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        {create.error && (
          <Alert color="red" role="alert">
            {errorText(create.error)}
          </Alert>
        )}
        <DialogButtons
          onCancel={onClose}
          submit={t("further.create")}
          isPending={create.isPending}
          isDisabled={isTaken || !Name.safeParse(name.trim()).success}
        />
      </Stack>
    </form>
  );
}
