import { useQuery } from "@tanstack/react-query";
import { useLocation, useParams } from "@tanstack/react-router";
import { pagesQuery } from "../queries.ts";
import { recallPage } from "./last-page.ts";
import { useWorkspace } from "./use-workspace.ts";

/**
 * The page that the navigation is about: that of the address and, on screens of the workspace, the one last opened. So
 * the way back to the page stays in view.
 */
export function useShownPage(): string | undefined {
  const { pageId } = useParams({ strict: false });
  const { pathname } = useLocation();
  const workspace = useWorkspace();
  const { data: pages = [] } = useQuery({
    ...pagesQuery(workspace?.id ?? 0),
    enabled: workspace !== undefined && pageId === undefined,
  });
  if (pageId !== undefined || !pathname.startsWith("/settings/")) return pageId;
  const last = recallPage();
  return pages.find(({ id }) => id === last)?.id;
}
