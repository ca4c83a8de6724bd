import { Button, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { setupQuery } from "../queries.ts";
import { errorText, faultAt } from "../ui/error-text.ts";
import { ButtonLink } from "../ui/links.tsx";
import { AccountFrame } from "./account-frame.tsx";
import { auth } from "./auth.ts";
import { FormFailure } from "./form-failure.tsx";
import { emptyLogin, NewLoginFields, trimmed } from "./new-login.tsx";

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
  const form = useForm({ initialValues: { ...emptyLogin, workspace: "" } });
  const signUp = useMutation({
    mutationFn: async ({ workspace, ...login }: typeof form.values) => {
      const owner = trimmed(login);
      await api("POST /setup", { body: { ...owner, workspace: workspace.trim() } });
      await auth("POST /sign-in/email", { email: owner.email, password: owner.password });
    },
    onSuccess: async () => {
      queryClient.clear();
      await navigate({ to: "/pages" });
    },
    meta: { showsFailure: true },
  });
  return (
    <form onSubmit={form.onSubmit((values) => signUp.mutate(values))}>
      <Stack>
        <FormFailure text={signUp.error ? errorText(signUp.error) : undefined} />
        <NewLoginFields inputProps={(field) => form.getInputProps(field)} error={signUp.error} />
        <TextInput
          label={t("setup.workspace")}
          description={t("setup.workspaceHelp")}
          required
          maxLength={200}
          {...form.getInputProps("workspace")}
          error={faultAt(signUp.error, "/workspace")}
        />
        <Button type="submit" loading={signUp.isPending} fullWidth>
          {t("setup.action")}
        </Button>
      </Stack>
    </form>
  );
}
