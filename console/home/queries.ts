import type { ReplyOf } from "@banter/sdk/manage.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";

export type Home = ReplyOf<"GET /pages/:page_id/home">;

export const homeQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "home"],
    queryFn: () => api("GET /pages/:page_id/home", { params: { page_id: pageId } }),
    refetchInterval: 30_000,
  });

export const parkedQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "parked"],
    queryFn: async () => (await api("GET /pages/:page_id/parked_mail", { params: { page_id: pageId } })).mail,
  });
