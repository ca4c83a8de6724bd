import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { usePage } from "../../frame/use-page.ts";
import { conversationKeys } from "../../live/keys.ts";
import { newKey } from "../composer/new-key.ts";

/** Pauses the bot, gives the conversation back to it, starts a flow, assigns. Events show the effect. */
export function useBotActions(psid: string) {
  const { id: pageId } = usePage();
  const client = useQueryClient();
  const params = { page_id: pageId, psid };
  const onSettled = () => client.invalidateQueries({ queryKey: conversationKeys.one(pageId, psid) });
  return {
    pause: useMutation({
      mutationFn: (minutes: number | null) =>
        api("POST /pages/:page_id/conversations/:psid/pause", { params, body: { minutes } }),
      onSettled,
    }),
    resume: useMutation({
      mutationFn: () => api("POST /pages/:page_id/conversations/:psid/resume", { params }),
      onSettled,
    }),
    takeBack: useMutation({
      mutationFn: () => api("POST /pages/:page_id/conversations/:psid/take_back", { params }),
      onSettled,
      meta: { showsFailure: true },
    }),
    startFlow: useMutation({
      mutationFn: (flow_id: number) =>
        api("POST /pages/:page_id/conversations/:psid/flow", { params, body: { flow_id, key: newKey() } }),
      onSettled,
    }),
    assign: useMutation({
      mutationFn: (user_id: string | null) =>
        api("PUT /pages/:page_id/conversations/:psid/assignee", { params, body: { user_id } }),
      onSettled,
    }),
    markUnread: useMutation({
      mutationFn: () => api("PUT /pages/:page_id/conversations/:psid/read", { params, body: { through: null } }),
      onSettled,
    }),
  };
}
