import { Modal, PasswordInput, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { DialogButtons } from "../ui/dialog-buttons.tsx";
import { FormFailure } from "./form-failure.tsx";
import { passwordFailure } from "./password-section.tsx";

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
  const go = useMutation({
    mutationFn: () => onPassword(password),
    onSuccess: onClose,
    meta: { showsFailure: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    go.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{t("again.help")}</Text>
        <FormFailure text={go.error ? passwordFailure(go.error, t("passwords.wrong")) : undefined} />
        <PasswordInput
          label={t("password")}
          autoComplete="current-password"
          required
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ "aria-label": t("showPassword") }}
        />
        <DialogButtons onCancel={onClose} submit={t("again.action")} isPending={go.isPending} />
      </Stack>
    </form>
  );
}
