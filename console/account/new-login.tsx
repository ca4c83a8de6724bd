import { PasswordInput, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { faultAt } from "../ui/error-text.ts";

export type NewLogin = { name: string; email: string; password: string };
export const emptyLogin: NewLogin = { name: "", email: "", password: "" };

type Props = { value: NewLogin; onChange: (login: NewLogin) => void; error: unknown; fixedEmail?: boolean };

/** Name, e-mail and password of a new user. */
export function NewLoginFields({ value, onChange, error, fixedEmail = false }: Props) {
  const { t } = useTranslation("account");
  return (
    <>
      <TextInput
        label={t("name")}
        autoComplete="name"
        required
        maxLength={200}
        value={value.name}
        error={faultAt(error, "/name")}
        onChange={(event) => onChange({ ...value, name: event.currentTarget.value })}
      />
      <TextInput
        label={t("email")}
        type="email"
        autoComplete="username"
        required
        readOnly={fixedEmail}
        value={value.email}
        error={faultAt(error, "/email")}
        onChange={(event) => onChange({ ...value, email: event.currentTarget.value })}
      />
      <NewPasswordInput
        label={t("password")}
        value={value.password}
        error={faultAt(error, "/password")}
        onChange={(password) => onChange({ ...value, password })}
      />
    </>
  );
}

type PasswordProps = { label: string; value: string; error?: string; onChange: (password: string) => void };

export function NewPasswordInput({ label, value, error, onChange }: PasswordProps) {
  const { t } = useTranslation("account");
  return (
    <PasswordInput
      label={label}
      description={t("passwordHelp")}
      autoComplete="new-password"
      required
      minLength={12}
      maxLength={128}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{ "aria-label": t("showPassword") }}
    />
  );
}
