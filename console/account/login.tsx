import { Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TextLink } from "../ui/links.tsx";
import { AccountFrame } from "./account-frame.tsx";
import { auth } from "./auth.ts";
import { FormFailure } from "./form-failure.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { wrongEntryText } from "./wrong-entry-text.ts";

/** E-mail and password, then a code if two-factor login is on. */
export function Screen() {
  const { t } = useTranslation("account");
  const { next } = useSearch({ from: "/login" });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [asksCode, setAsksCode] = useState(false);
  const enter = async () => {
    queryClient.clear();
    await navigate({ href: next ?? "/" });
  };
  if (asksCode)
    return (
      <AccountFrame title={t("code.title")} help={t("code.help")}>
        <SecondFactor onVerified={enter} onBack={() => setAsksCode(false)} />
      </AccountFrame>
    );
  return (
    <AccountFrame title={t("login.title")} help={t("login.help")}>
      <Password onEntered={enter} onCodeAsked={() => setAsksCode(true)} />
    </AccountFrame>
  );
}

function Password({ onEntered, onCodeAsked }: { onEntered: () => Promise<void>; onCodeAsked: () => void }) {
  const { t } = useTranslation("account");
  const form = useForm({ initialValues: { email: "", password: "" } });
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
          autoFocus
          {...form.getInputProps("email")}
        />
        <PasswordInput
          label={t("password")}
          autoComplete="current-password"
          required
          visibilityToggleButtonProps={{ "aria-label": t("showPassword") }}
          {...form.getInputProps("password")}
        />
        <Button type="submit" loading={signIn.isPending} fullWidth>
          {t("login.action")}
        </Button>
        <TextLink to="/forgotten" size="sm" ta="center">
          {t("login.forgotten")}
        </TextLink>
      </Stack>
    </form>
  );
}
