import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { PageInfo } from "../frame/use-page.ts";
import { pageQuery, pagesQuery } from "../queries.ts";

/** Writes a changed page to all cached queries that contain it. */
export function useStorePage(): (page: PageInfo) => void {
  const queryClient = useQueryClient();
  return (page) => storePage(queryClient, page);
}

function storePage(queryClient: QueryClient, page: PageInfo): void {
  queryClient.setQueryData(pageQuery(page.id).queryKey, page);
  queryClient.setQueryData(pagesQuery(page.workspace_id).queryKey, (pages) =>
    pages?.map((old) => (old.id === page.id ? page : old)),
  );
}
