import { Alert, Code, Group, Loader, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconBrandFacebook } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { useTold } from "../../frame/channel/use-told.ts";
import { useWorkspace } from "../../frame/use-workspace.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ScreenFrame } from "../../ui/screen.tsx";
import { addWords } from "../../words.ts";
import { ChooseAccounts } from "./choose-accounts.tsx";
import { keptTemplate } from "./kept-template.ts";
import { LoginButton } from "./login-button.tsx";
import { type Reason, reasonOf } from "./refusal.ts";
import * as words from "./words.ts";

addWords("facebook", words);

/** Facebook's login leads back here: the owner chooses which of their pages to connect. */
export function Screen() {
  const { t } = useTranslation("facebook");
  const { code, state, error } = useSearch({ from: "/app/connect/facebook" });
  const current = useWorkspace();
  const workspaceId = Number(/^[0-9]+/.exec(state ?? "")?.[0] ?? current?.id ?? 0);
  const again = <LoginButton workspaceId={workspaceId} template={keptTemplate()} label={t("startAgain")} />;
  return (
    <ScreenFrame title={t("title")} help={t("help")} isForm>
      {code && state ? (
        <Accounts workspaceId={workspaceId} code={code} state={state} again={again} />
      ) : (
        <Refused reason={error ? "cancelled" : "unfinished"} again={again} />
      )}
    </ScreenFrame>
  );
}

type Props = { workspaceId: number; code: string; state: string; again: ReactNode };

function Accounts({ workspaceId, code, state, again }: Props) {
  const { t } = useTranslation("facebook");
  // A code can be exchanged once, so the answer is kept and never asked for again.
  const { data, error } = useQuery({
    queryKey: ["facebook-login", state, code],
    queryFn: () =>
      api("POST /workspaces/:workspace_id/meta_login/accounts", {
        params: { workspace_id: workspaceId },
        body: { code, state },
      }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  if (error) return <Refused reason={reasonOf(error)} again={again} />;
  if (!data)
    return (
      <Group role="status" gap="sm">
        <Loader size="sm" aria-hidden />
        <Text>{t("asking")}</Text>
      </Group>
    );
  const { accounts, missing_permissions: missing, ticket } = data;
  return (
    <Stack>
      {missing.length > 0 && <Missing permissions={missing} again={again} />}
      {accounts.length === 0 && missing.length === 0 && (
        <EmptyState icon={IconBrandFacebook} title={t("none.title")} help={t("none.help")} action={again} />
      )}
      {accounts.length > 0 && <ChooseAccounts workspaceId={workspaceId} ticket={ticket} accounts={accounts} />}
    </Stack>
  );
}

function Missing({ permissions, again }: { permissions: string[]; again: ReactNode }) {
  const { t } = useTranslation("facebook");
  return (
    <Alert color="orange" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
      <Stack gap="xs">
        <Text size="sm" fw={600} c="bright">
          {t("missing.title")}
        </Text>
        <Text size="sm" c="bright">
          {t("missing.help")} <Code>{permissions.join(", ")}</Code>
        </Text>
        {again}
      </Stack>
    </Alert>
  );
}

function Refused({ reason, again }: { reason: Reason | { text: string }; again: ReactNode }) {
  const { t } = useTranslation("facebook");
  const told = useTold();
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t("refused.title")}
      style={{ overflowWrap: "anywhere" }}
    >
      <Stack gap="xs">
        <Text size="sm" c="bright">
          {typeof reason === "string" ? t(`refused.${reason}`) : told(reason.text)}
        </Text>
        {again}
      </Stack>
    </Alert>
  );
}
