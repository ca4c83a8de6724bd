import { Refusal } from "@banter/sdk/manage.ts";
import { Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../ui/error-text.ts";
import { AccountFrame } from "./account-frame.tsx";
import { auth } from "./auth.ts";
import { FormFailure } from "./form-failure.tsx";
import { SecondFactor } from "./second-factor.tsx";

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
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const signIn = useMutation({
    mutationFn: () => auth("POST /sign-in/email", { email: email.trim(), password }),
    onSuccess: async ({ twoFactorRedirect }) => (twoFactorRedirect ? onCodeAsked() : await onEntered()),
    meta: { showsFailure: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <FormFailure text={signIn.error ? refusalText(signIn.error, t("login.wrong")) : undefined} />
        <TextInput
          label={t("email")}
          type="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label={t("password")}
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ "aria-label": t("showPassword") }}
        />
        <Button type="submit" loading={signIn.isPending} fullWidth>
          {t("login.action")}
        </Button>
      </Stack>
    </form>
  );
}

/** A wrong password and an unknown e-mail get the same text, so that nobody can probe for accounts. */
function refusalText(error: unknown, wrong: string): string {
  return error instanceof Refusal && (error.status === 401 || error.status === 400) ? wrong : errorText(error);
}
