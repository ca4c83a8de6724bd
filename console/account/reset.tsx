import { Button, Loader, Stack, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { errorText, faultAt } from "../ui/error-text.ts";
import { ButtonLink } from "../ui/links.tsx";
import { showToast } from "../ui/toast.tsx";
import { AccountFrame } from "./account-frame.tsx";
import { FormFailure } from "./form-failure.tsx";
import { NewPasswordInput } from "./new-login.tsx";

/** The target of a link for a new password. The token is after the `#`, which browsers do not send to servers. */
export function Screen() {
  const { t } = useTranslation("account");
  const [token] = useState(() => decodeURIComponent(window.location.hash.slice(1)));
  const { data, error } = useQuery({
    queryKey: ["password-reset", token],
    queryFn: () => api("POST /password_resets/look", { body: { token } }),
  });
  if (error)
    return (
      <AccountFrame title={t("reset.dead")} help={t("reset.deadHelp")}>
        <ButtonLink to="/forgotten" variant="default" fullWidth>
          {t("reset.again")}
        </ButtonLink>
      </AccountFrame>
    );
  if (!data)
    return (
      <AccountFrame title={t("reset.loading")}>
        <Loader size="sm" />
      </AccountFrame>
    );
  return (
    <AccountFrame title={t("reset.title")} help={t("reset.help", { email: data.email })}>
      <PasswordForm token={token} email={data.email} />
    </AccountFrame>
  );
}

function PasswordForm({ token, email }: { token: string; email: string }) {
  const { t } = useTranslation("account");
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [password, setPassword] = useState("");
  const save = useMutation({
    mutationFn: () => api("POST /password_resets/use", { body: { token, password } }),
    onSuccess: async () => {
      queryClient.clear();
      await navigate({ to: "/login" });
      showToast({ message: t("reset.done") });
    },
    meta: { showsFailure: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const fault = faultAt(save.error, "/password");
  return (
    <form onSubmit={submit}>
      <Stack>
        <FormFailure text={save.error && !fault ? errorText(save.error) : undefined} />
        {/* Lets a password manager know whose password this is. */}
        <TextInput label={t("email")} type="email" autoComplete="username" readOnly value={email} />
        <NewPasswordInput
          label={t("reset.password")}
          autoFocus
          value={password}
          error={fault}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" loading={save.isPending} fullWidth>
          {t("reset.action")}
        </Button>
      </Stack>
    </form>
  );
}
