import { Button, Stack, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { setupQuery } from "../queries.ts";
import { errorText, faultAt } from "../ui/error-text.ts";
import { ButtonLink } from "../ui/links.tsx";
import { AccountFrame } from "./account-frame.tsx";
import { auth } from "./auth.ts";
import { FormFailure } from "./form-failure.tsx";
import { emptyLogin, NewLoginFields } from "./new-login.tsx";

/** The first owner signs up and is logged in. */
export function Screen() {
  const { t } = useTranslation("account");
  const { data } = useQuery(setupQuery);
  if (data?.needs_owner === false)
    return (
      <AccountFrame title={t("setup.done")} help={t("setup.doneHelp")}>
        <ButtonLink to="/login" fullWidth>
          {t("login.action")}
        </ButtonLink>
      </AccountFrame>
    );
  return (
    <AccountFrame title={t("setup.title")} help={t("setup.help")}>
      <OwnerForm />
    </AccountFrame>
  );
}

function OwnerForm() {
  const { t } = useTranslation("account");
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [login, setLogin] = useState(emptyLogin);
  const [workspace, setWorkspace] = useState("");
  const signUp = useMutation({
    mutationFn: async () => {
      const owner = { ...login, name: login.name.trim(), email: login.email.trim() };
      await api("POST /setup", { body: { ...owner, workspace: workspace.trim() } });
      await auth("POST /sign-in/email", { email: owner.email, password: owner.password });
    },
    onSuccess: async () => {
      queryClient.clear();
      await navigate({ to: "/pages" });
    },
    meta: { showsFailure: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signUp.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <FormFailure text={signUp.error ? errorText(signUp.error) : undefined} />
        <NewLoginFields value={login} onChange={setLogin} error={signUp.error} />
        <TextInput
          label={t("setup.workspace")}
          description={t("setup.workspaceHelp")}
          required
          maxLength={200}
          value={workspace}
          error={faultAt(signUp.error, "/workspace")}
          onChange={(event) => setWorkspace(event.currentTarget.value)}
        />
        <Button type="submit" loading={signUp.isPending} fullWidth>
          {t("setup.action")}
        </Button>
      </Stack>
    </form>
  );
}
