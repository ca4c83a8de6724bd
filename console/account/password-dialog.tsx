import { Modal, PasswordInput, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { DialogButtons } from "../ui/dialog-buttons.tsx";
import { FormFailure } from "./form-failure.tsx";
import { wrongPasswordText } from "./wrong-entry-text.ts";

type Props = { title: string; isOpen: boolean; onClose: () => void; onPassword: (password: string) => Promise<void> };

/** Asks for the password before a change of the login. */
export function PasswordDialog({ title, isOpen, onClose, onPassword }: Props) {
  const { t } = useTranslation("account");
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ "aria-label": t("ui:close") }} centered>
      <PasswordForm onPassword={onPassword} onClose={onClose} />
    </Modal>
  );
}

function PasswordForm({ onPassword, onClose }: Pick<Props, "onPassword" | "onClose">) {
  const { t } = useTranslation("account");
  const [password, setPassword] = useState("");
  const confirm = useMutation({
    mutationFn: () => onPassword(password),
    onSuccess: onClose,
    meta: { showsFailure: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{t("again.help")}</Text>
        <FormFailure text={wrongPasswordText(confirm.error, t("passwords.wrong"))} />
        <PasswordInput
          label={t("password")}
          autoComplete="current-password"
          required
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ "aria-label": t("showPassword") }}
        />
        <DialogButtons onCancel={onClose} submit={t("again.action")} isPending={confirm.isPending} />
      </Stack>
    </form>
  );
}
