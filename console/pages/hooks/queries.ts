import type { ReplyOf } from "@banter/sdk/manage.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api.ts";

export type Hook = ReplyOf<"GET /pages/:page_id/incoming_hooks">["hooks"][number];
export type HookCall = ReplyOf<"GET /pages/:page_id/incoming_hooks/:hook_id/calls">["calls"][number];

export const callsQuery = (pageId: string, hookId: number) =>
  queryOptions({
    queryKey: ["page", pageId, "incoming_hooks", hookId, "calls"],
    queryFn: async () =>
      (
        await api("GET /pages/:page_id/incoming_hooks/:hook_id/calls", {
          params: { page_id: pageId, hook_id: hookId },
        })
      ).calls,
    // Somebody who sets a hook up waits for its first call.
    refetchInterval: 5000,
  });
