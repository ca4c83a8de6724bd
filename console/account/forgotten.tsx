import { Button, Stack, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { setupQuery } from "../queries.ts";
import { errorText, faultAt } from "../ui/error-text.ts";
import { ButtonLink } from "../ui/links.tsx";
import { AccountFrame } from "./account-frame.tsx";
import { FormFailure } from "./form-failure.tsx";

/** Asks for a link that sets a new password. The answer does not tell whether the address has a login. */
export function Screen() {
  const { t } = useTranslation("account");
  const { data: setup } = useQuery(setupQuery);
  const [sentTo, setSentTo] = useState<string>();
  if (setup?.has_email === false)
    return (
      <AccountFrame title={t("forgotten.noEmail")} help={t("forgotten.noEmailHelp")}>
        <BackToLogin />
      </AccountFrame>
    );
  if (sentTo !== undefined)
    return (
      <AccountFrame title={t("forgotten.sent")} help={t("forgotten.sentHelp", { email: sentTo })}>
        <BackToLogin />
      </AccountFrame>
    );
  return (
    <AccountFrame title={t("forgotten.title")} help={t("forgotten.help")}>
      <RequestForm onSent={setSentTo} />
    </AccountFrame>
  );
}

function RequestForm({ onSent }: { onSent: (email: string) => void }) {
  const { t } = useTranslation("account");
  const [email, setEmail] = useState("");
  const request = useMutation({
    mutationFn: () => api("POST /password_resets", { body: { email: email.trim() } }),
    onSuccess: () => onSent(email.trim()),
    meta: { showsFailure: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    request.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <FormFailure text={request.error ? errorText(request.error) : undefined} />
        <TextInput
          label={t("email")}
          type="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          error={faultAt(request.error, "/email")}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" loading={request.isPending} fullWidth>
          {t("forgotten.action")}
        </Button>
        <BackToLogin />
      </Stack>
    </form>
  );
}

function BackToLogin() {
  const { t } = useTranslation("account");
  return (
    <ButtonLink to="/login" variant="subtle" fullWidth>
      {t("forgotten.back")}
    </ButtonLink>
  );
}
