import type { ReplyOf } from "@banter/sdk/manage.ts";
import { Button, Loader, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { useChosenWorkspace } from "../frame/use-workspace.ts";
import { meQuery } from "../queries.ts";
import { errorText } from "../ui/error-text.ts";
import { ButtonLink } from "../ui/links.tsx";
import { AccountFrame } from "./account-frame.tsx";
import { auth } from "./auth.ts";
import { FormFailure } from "./form-failure.tsx";
import { emptyLogin, type NewLogin, NewLoginFields, trimmed } from "./new-login.tsx";

/** The target of an invitation link. The token is after the `#`, which browsers do not send to servers. */
export function Screen() {
  const { t } = useTranslation("account");
  const [token] = useState(() => decodeURIComponent(window.location.hash.slice(1)));
  const invitation = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => api("POST /invitations/look", { body: { token } }),
  });
  const me = useQuery({ ...meQuery, retry: false });
  if (invitation.error)
    return (
      <AccountFrame title={t("join.dead")} help={t("join.deadHelp")}>
        <ButtonLink to="/" variant="default" fullWidth>
          {t("join.toStart")}
        </ButtonLink>
      </AccountFrame>
    );
  if (!invitation.data || me.isPending)
    return (
      <AccountFrame title={t("join.loading")}>
        <Loader size="sm" />
      </AccountFrame>
    );
  const { workspace, role } = invitation.data;
  const roleName = t(`ui:roles.${role}`);
  return (
    <AccountFrame title={t("join.title", { workspace })} help={t("join.help", { role: roleName })}>
      {me.data ? (
        <JoinAsMe token={token} name={me.data.user.name} email={me.data.user.email} />
      ) : (
        <JoinAsNew token={token} invitation={invitation.data} />
      )}
    </AccountFrame>
  );
}

function JoinAsMe({ token, name, email }: { token: string; name: string; email: string }) {
  const { t } = useTranslation("account");
  const enter = useEnter();
  const [, chooseWorkspace] = useChosenWorkspace();
  const join = useMutation({
    mutationFn: () => api("POST /invitations/join", { body: { token } }),
    onSuccess: ({ workspace_id }) => {
      chooseWorkspace(workspace_id);
      return enter();
    },
    meta: { showsFailure: true },
  });
  return (
    <Stack>
      <FormFailure text={join.error ? errorText(join.error) : undefined} />
      <Text size="sm">{t("join.asMe", { name, email })}</Text>
      <Button loading={join.isPending} onClick={() => join.mutate()} fullWidth>
        {t("join.action")}
      </Button>
    </Stack>
  );
}

type NewProps = { token: string; invitation: ReplyOf<"POST /invitations/look"> };

function JoinAsNew({ token, invitation }: NewProps) {
  const { t } = useTranslation("account");
  const enter = useEnter();
  const form = useForm({ initialValues: { ...emptyLogin, email: invitation.email ?? "" } });
  const signUp = useMutation({
    mutationFn: async (login: NewLogin) => {
      const person = trimmed(login);
      await api("POST /invitations/sign_up", { body: { token, ...person } });
      await auth("POST /sign-in/email", { email: person.email, password: person.password });
    },
    onSuccess: enter,
    meta: { showsFailure: true },
  });
  const next = `/join#${encodeURIComponent(token)}`;
  return (
    <form onSubmit={form.onSubmit((login) => signUp.mutate(login))}>
      <Stack>
        <FormFailure text={signUp.error ? errorText(signUp.error) : undefined} />
        <NewLoginFields
          inputProps={(field) => form.getInputProps(field)}
          error={signUp.error}
          isEmailFixed={invitation.email !== null}
        />
        <Button type="submit" loading={signUp.isPending} fullWidth>
          {t("join.action")}
        </Button>
        <ButtonLink to="/login" search={{ next }} variant="subtle" fullWidth>
          {t("join.haveLogin")}
        </ButtonLink>
      </Stack>
    </form>
  );
}

function useEnter() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return async () => {
    queryClient.clear();
    await navigate({ to: "/pages" });
  };
}
