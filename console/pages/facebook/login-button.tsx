import type { TemplateChoice } from "@banter/core/api/template-choice.ts";
import { Alert, Button, Divider, Stack, Text } from "@mantine/core";
import { IconBrandFacebook } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { errorText } from "../../ui/error-text.ts";
import { addWords } from "../../words.ts";
import { keepTemplate } from "./kept-template.ts";
import * as words from "./words.ts";

addWords("facebook", words);

type Props = {
  workspaceId: number;
  /** The template that new pages are to get. */
  template?: TemplateChoice | undefined;
};

/** Leads to Facebook's login, above a form with the same settings. */
export function LoginOrForm({ isAgain = false, ...props }: Props & { isAgain?: boolean }) {
  const { t } = useTranslation("facebook");
  return (
    <Stack gap="xs">
      <Text size="sm">{t("login.help")}</Text>
      <LoginButton {...props} label={isAgain ? t("login.again") : t("login.action")} />
      <Divider mt="xs" label={t("login.byHand")} labelPosition="left" />
    </Stack>
  );
}

export function LoginButton({ workspaceId, template, label }: Props & { label: string }) {
  const login = useMutation({
    mutationFn: () => api("GET /workspaces/:workspace_id/meta_login", { params: { workspace_id: workspaceId } }),
    onSuccess: ({ url }) => {
      keepTemplate(template);
      window.location.assign(url);
    },
    meta: { showsFailure: true },
  });
  return (
    <>
      <Button
        style={{ alignSelf: "flex-start" }}
        leftSection={<IconBrandFacebook size={18} aria-hidden />}
        // It stays busy until the browser has left this page.
        loading={login.isPending || login.isSuccess}
        onClick={() => login.mutate()}
      >
        {label}
      </Button>
      {login.error ? (
        <Alert role="alert" color="red" variant="light">
          {errorText(login.error)}
        </Alert>
      ) : null}
    </>
  );
}
