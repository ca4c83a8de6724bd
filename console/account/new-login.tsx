import { PasswordInput, type PasswordInputProps, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { faultAt } from "../ui/error-text.ts";

export type NewLogin = { name: string; email: string; password: string };
export const emptyLogin: NewLogin = { name: "", email: "", password: "" };

type Props = {
  /** The form's props for the input of a field. */
  inputProps: (field: keyof NewLogin) => object;
  error: unknown;
  isEmailFixed?: boolean;
};

/** Name, e-mail and password of a new user. */
export function NewLoginFields({ inputProps, error, isEmailFixed = false }: Props) {
  const { t } = useTranslation("account");
  return (
    <>
      <TextInput
        label={t("name")}
        autoComplete="name"
        required
        maxLength={200}
        {...inputProps("name")}
        error={faultAt(error, "/name")}
      />
      <TextInput
        label={t("email")}
        type="email"
        autoComplete="username"
        required
        readOnly={isEmailFixed}
        {...inputProps("email")}
        error={faultAt(error, "/email")}
      />
      <NewPasswordInput label={t("password")} {...inputProps("password")} error={faultAt(error, "/password")} />
    </>
  );
}

/** Without the spaces that phones add around names and addresses. */
export function trimmed({ name, email, password }: NewLogin): NewLogin {
  return { name: name.trim(), email: email.trim(), password };
}

export function NewPasswordInput(props: PasswordInputProps) {
  const { t } = useTranslation("account");
  return (
    <PasswordInput
      description={t("passwordHelp")}
      autoComplete="new-password"
      required
      minLength={12}
      maxLength={128}
      visibilityToggleButtonProps={{ "aria-label": t("showPassword") }}
      {...props}
    />
  );
}
