import { Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { auth } from "./auth.ts";
import { FormFailure } from "./form-failure.tsx";
import { wrongEntryText } from "./wrong-entry-text.ts";

type Props = {
  /** Filled in, so that only the password is left to type. */
  email?: string;
  onEntered: () => Promise<void>;
  onCodeAsked: () => void;
  /** Below the button. */
  children: ReactNode;
};

/** E-mail and password. */
export function PasswordForm({ email = "", onEntered, onCodeAsked, children }: Props) {
  const { t } = useTranslation("account");
  const form = useForm({ initialValues: { email, password: "" } });
  const signIn = useMutation({
    mutationFn: ({ email, password }: typeof form.values) =>
      auth("POST /sign-in/email", { email: email.trim(), password }),
    onSuccess: async ({ twoFactorRedirect }) => (twoFactorRedirect ? onCodeAsked() : await onEntered()),
    meta: { showsFailure: true },
  });
  return (
    <form onSubmit={form.onSubmit((login) => signIn.mutate(login))}>
      <Stack>
        <FormFailure text={wrongEntryText(signIn.error, t("login.wrong"))} />
        <TextInput
          label={t("email")}
          type="email"
          autoComplete="username"
          required
          autoFocus={email === ""}
          {...form.getInputProps("email")}
        />
        <PasswordInput
          label={t("password")}
          autoComplete="current-password"
          required
          data-autofocus={email === "" ? undefined : true}
          visibilityToggleButtonProps={{ "aria-label": t("showPassword") }}
          {...form.getInputProps("password")}
        />
        <Button type="submit" loading={signIn.isPending} fullWidth>
          {t("login.action")}
        </Button>
        {children}
      </Stack>
    </form>
  );
}
