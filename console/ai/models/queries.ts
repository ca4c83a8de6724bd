import type { ReplyOf } from "@banter/sdk/manage.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api.ts";

export type Limits = ReplyOf<"GET /pages/:page_id/model_limits">;

/** The limits of the page's models, and what has been used. */
export const limitsQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "model-limits"],
    queryFn: () => api("GET /pages/:page_id/model_limits", { params: { page_id: pageId } }),
  });
