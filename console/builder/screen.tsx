import { Refusal } from "@banter/sdk/manage.ts";
import { Box, Skeleton } from "@mantine/core";
import { IconSubtask } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { usePage } from "../frame/use-page.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Failure } from "../ui/failure.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { addWords } from "../words.ts";
import * as togetherWords from "./edit/together/words.ts";
import { flowQuery } from "./queries.ts";
import * as triggerWords from "./triggers/words.ts";
import * as words from "./words.ts";
import { Workspace } from "./workspace.tsx";

addWords("builder", words);
addWords("together", togetherWords);
addWords("triggers", triggerWords);

let openings = 0;

/** The flow builder. */
export function Screen() {
  const page = usePage();
  const { flowId = "" } = useParams({ strict: false });
  const id = Number(flowId);
  const { queryKey, ...query } = flowQuery(page.id, id);
  // Each opening loads the draft again instead of using the cache, and then leaves it to the editor.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another flow is another opening
  const opening = useMemo(() => ++openings, [page.id, id]);
  const { data, error, refetch } = useQuery({
    ...query,
    queryKey: [...queryKey, "opened", opening],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  if (data) return <Workspace key={`${page.id} ${id}`} flow={data} />;
  if (!error) return <Loading />;
  return (
    <Box p="xl">
      {error instanceof Refusal && error.status === 404 ? (
        <Gone pageId={page.id} />
      ) : (
        <Failure error={error} retry={() => void refetch()} />
      )}
    </Box>
  );
}

function Gone({ pageId }: { pageId: string }) {
  const { t } = useTranslation("builder");
  return (
    <EmptyState
      icon={IconSubtask}
      title={t("gone.title")}
      help={t("gone.help")}
      action={
        <ButtonLink to="/pages/$pageId/flows" params={{ pageId }}>
          {t("header.toFlows")}
        </ButtonLink>
      }
    />
  );
}

function Loading() {
  return (
    <Box p="md" aria-busy>
      <Skeleton h={36} mb="md" />
      <Skeleton h="60vh" />
    </Box>
  );
}
