import type { ReplyOf } from "@banter/sdk/manage.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api.ts";

/** How the page is connected to its platform; only owners may read it. */
export type Connected = ReplyOf<"GET /pages/:page_id/channel">;

export const connectedQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "channel"],
    queryFn: () => api("GET /pages/:page_id/channel", { params: { page_id: pageId } }),
  });
