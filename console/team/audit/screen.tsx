import { isAllowed } from "@banter/core/model/role.ts";
import { Button, Group, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { IconHistory, IconSearch } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { useWorkspace, type Workspace } from "../../frame/use-workspace.ts";
import { pagesQuery } from "../../queries.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { ScreenFrame } from "../../ui/screen.tsx";
import { addWords } from "../../words.ts";
import * as teamWords from "../words.ts";
import { type AuditEntry, Entry } from "./entry.tsx";
import { type AuditSearch, queryOf } from "./filters.ts";
import { FiltersBar } from "./filters-bar.tsx";
import { targetOf } from "./target.ts";
import * as words from "./words.ts";

addWords("team", teamWords);
addWords("audit", words);

const perCall = 100;

/** The audit log, newest first. */
export function Screen() {
  const { t } = useTranslation("team");
  const workspace = useWorkspace();
  const mayRead = workspace && isAllowed(workspace.role, "lead");
  return (
    <ScreenFrame title={t("audit.title")} help={t("audit.help")}>
      {mayRead ? <FilteredLog key={workspace.id} workspace={workspace} /> : <Text>{t("audit.forOwners")}</Text>}
    </ScreenFrame>
  );
}

function FilteredLog({ workspace }: { workspace: Workspace }) {
  const search: AuditSearch = useSearch({ from: "/app/settings/audit" });
  const navigate = useNavigate();
  const change = (next: AuditSearch) => void navigate({ to: "/settings/audit", search: next, replace: true });
  return (
    <>
      <FiltersBar workspaceId={workspace.id} search={search} onChange={change} />
      <Log workspace={workspace} search={search} />
    </>
  );
}

function useLog(workspaceId: number, search: AuditSearch) {
  return useInfiniteQuery({
    queryKey: ["workspace", workspaceId, "audit", search],
    queryFn: async ({ pageParam }: { pageParam: number | undefined }) =>
      (
        await api("GET /workspaces/:workspace_id/audit", {
          params: { workspace_id: workspaceId },
          query: { before: pageParam, ...queryOf(search) },
        })
      ).entries,
    initialPageParam: undefined,
    getNextPageParam: (last: AuditEntry[]) => (last.length < perCall ? undefined : last.at(-1)?.id),
    placeholderData: keepPreviousData,
  });
}

function Log({ workspace, search }: { workspace: Workspace; search: AuditSearch }) {
  const { t } = useTranslation("team");
  const { data: pages = [] } = useQuery(pagesQuery(workspace.id));
  const log = useLog(workspace.id, search);
  const pageNames = new Map(pages.map(({ id, name }) => [id, name]));
  const pageIds = new Set(pageNames.keys());
  const entries = log.data?.pages.flat() ?? [];
  if (log.error) return <Failure error={log.error} retry={() => void log.refetch()} />;
  if (log.isPending) return <Skeleton h={200} />;
  if (entries.length === 0) return <Nothing isFiltered={Object.keys(search).length > 0} />;
  return (
    <Stack>
      <Paper withBorder p="lg">
        <Stack component="ol" gap="md" m={0} p={0} style={{ listStyle: "none" }} aria-label={t("audit.title")}>
          {entries.map((entry) => (
            <Entry
              key={entry.id}
              entry={entry}
              page={pageNames.get(entry.page_id ?? "")}
              target={targetOf(entry, pageIds)}
            />
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

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation("audit");
  const { t: team } = useTranslation("team");
  if (isFiltered) return <EmptyState icon={IconSearch} title={t("none")} help={t("noneHelp")} />;
  return <EmptyState icon={IconHistory} title={team("audit.empty")} help={team("audit.emptyHelp")} />;
}
