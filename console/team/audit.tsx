import { isAllowed } from "@banter/core/model/role.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";
import { Button, Group, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../api.ts";
import { useWorkspace, type Workspace } from "../frame/use-workspace.ts";
import { pagesQuery } from "../queries.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Failure } from "../ui/failure.tsx";
import { ScreenFrame } from "../ui/screen.tsx";
import { addWords } from "../words.ts";
import * as words from "./words.ts";

addWords("team", words);

type Entry = ReplyOf<"GET /workspaces/:workspace_id/audit">["entries"][number];

const perCall = 100;

/** The audit log, newest first. */
export function Screen() {
  const { t } = useTranslation("team");
  const workspace = useWorkspace();
  const mayRead = workspace && isAllowed(workspace.role, "lead");
  return (
    <ScreenFrame title={t("audit.title")} help={t("audit.help")} width={860}>
      {mayRead ? <Log workspace={workspace} /> : <Text>{t("audit.forOwners")}</Text>}
    </ScreenFrame>
  );
}

function Log({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation("team");
  const { data: pages = [] } = useQuery(pagesQuery(workspace.id));
  const log = useInfiniteQuery({
    queryKey: ["workspace", workspace.id, "audit"],
    queryFn: async ({ pageParam }: { pageParam: number | undefined }) =>
      (
        await api("GET /workspaces/:workspace_id/audit", {
          params: { workspace_id: workspace.id },
          query: { before: pageParam },
        })
      ).entries,
    initialPageParam: undefined,
    getNextPageParam: (last: Entry[]) => (last.length < perCall ? undefined : last.at(-1)?.id),
  });
  const entries = log.data?.pages.flat() ?? [];
  if (log.error) return <Failure error={log.error} retry={() => void log.refetch()} />;
  if (log.isPending) return <Skeleton h={200} />;
  if (entries.length === 0)
    return <EmptyState icon={IconHistory} title={t("audit.empty")} help={t("audit.emptyHelp")} />;
  return (
    <Stack>
      <Paper withBorder p="lg">
        <Stack component="ol" gap="md" m={0} p={0} style={{ listStyle: "none" }}>
          {entries.map((entry) => (
            <OneEntry key={entry.id} entry={entry} page={pages.find(({ id }) => id === entry.page_id)?.name} />
          ))}
        </Stack>
      </Paper>
      {log.hasNextPage && (
        <Group justify="center">
          <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {t("audit.more")}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function OneEntry({ entry, page }: { entry: Entry; page: string | undefined }) {
  const { t, i18n } = useTranslation("team");
  const { user, action, subject, page_id, at } = entry;
  const what = t(`actions.${action}`, { defaultValue: action.replaceAll("_", " ") });
  const where = page ?? page_id;
  return (
    <Group component="li" justify="space-between" gap="xs" align="flex-start">
      <Text size="sm" flex="1 1 280px" style={{ overflowWrap: "anywhere" }}>
        <strong>{user || t("audit.server")}</strong> {what}
        {subject ? `: ${subject}` : ""}
        {where && (
          <Text span c="dimmed" size="sm">
            {" "}
            · {where}
          </Text>
        )}
      </Text>
      <Text size="sm" c="dimmed">
        <time dateTime={at}>
          {new Date(at).toLocaleString(i18n.language, { dateStyle: "medium", timeStyle: "short" })}
        </time>
      </Text>
    </Group>
  );
}
