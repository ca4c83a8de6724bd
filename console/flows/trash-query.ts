import { queryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";

export const trashKey = (pageId: string) => ["page", pageId, "trash"] as const;

export const trashQuery = (pageId: string) =>
  queryOptions({
    queryKey: trashKey(pageId),
    queryFn: async () => (await api("GET /pages/:page_id/trash", { params: { page_id: pageId } })).flows,
  });
