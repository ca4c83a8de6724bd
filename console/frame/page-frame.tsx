import { Box, Skeleton, Stack } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Outlet, useParams } from "@tanstack/react-router";
import { type CSSProperties, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLiveConversations } from "../live/use-live-conversations.ts";
import { pageQuery } from "../queries.ts";
import { Failure } from "../ui/failure.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { ScreenFrame } from "../ui/screen.tsx";
import { ConnectionBanner } from "./channel/connection-banner.tsx";
import { forgetPage, recallPage, rememberPage } from "./last-page.ts";
import { PageContext } from "./use-page.ts";
import { useChosenWorkspace } from "./use-workspace.ts";

/** Loads the page of the address and provides it to the screens inside. */
export function PageFrame() {
  const { pageId = "" } = useParams({ strict: false });
  const { data, error, refetch } = useQuery({
    ...pageQuery(pageId),
    // The connection and the state of the platform's profile change on their own.
    refetchInterval: ({ state }) => pollMs[state.data?.profile_sync.state ?? "none"],
  });
  const banner = useElementSize();
  useEffect(() => {
    if (data) rememberPage(data.id);
    else if (error && recallPage() === pageId) forgetPage();
  }, [data, error, pageId]);
  // A link may lead to a page of another workspace than the chosen one.
  const [, chooseWorkspace] = useChosenWorkspace();
  const workspaceId = data?.workspace_id;
  useEffect(() => {
    if (workspaceId !== undefined) chooseWorkspace(workspaceId);
  }, [workspaceId, chooseWorkspace]);

  if (data)
    return (
      <PageContext value={data}>
        <Live key={data.id} pageId={data.id} />
        <div ref={banner.ref}>
          <ConnectionBanner page={data} />
        </div>
        <div style={{ "--banner-height": `${banner.height}px` } as CSSProperties} className="below-banner">
          <Outlet />
        </div>
      </PageContext>
    );
  return error ? <NoPage error={error} retry={() => void refetch()} /> : <Loading />;
}

function Live({ pageId }: { pageId: string }) {
  useLiveConversations(pageId);
  return null;
}

const pollMs = { none: 60_000, waiting: 2000, done: 60_000, failed: 3000 };

function NoPage({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useTranslation("ui");
  return (
    <ScreenFrame title={t("page.unavailable")}>
      <Stack align="flex-start">
        <Failure error={error} retry={retry} />
        <ButtonLink variant="default" to="/pages">
          {t("page.toPages")}
        </ButtonLink>
      </Stack>
    </ScreenFrame>
  );
}

function Loading() {
  return (
    <Box p="xl" aria-busy>
      <Skeleton h={28} w={240} mb="lg" />
      <Skeleton h={120} />
    </Box>
  );
}
