import type { PageEvent } from "@banter/core/api/management/page-events.ts";
import { type FlowPresence, type Presence, type Present, type PresentInFlow, presences } from "./presence.ts";

type PresenceEvent = Extract<PageEvent, { type: "presence" | "flow_presence" }>;

/** The members at conversations and in flows. Each change is delivered as an event. */
export function presenceBoard(deliver: (pageId: string, event: PresenceEvent) => void) {
  const conversations = presences<Present>(20_000);
  // Browsers let a tab in the background report only once a minute.
  const flows = presences<PresentInFlow>(75_000);

  function deliverConversation(pageId: string, psid: string): void {
    deliver(pageId, { type: "presence", psid, members: conversations.list(pageId, psid) });
  }
  function deliverFlow(pageId: string, flowId: string): void {
    deliver(pageId, { type: "flow_presence", flow_id: Number(flowId), members: flows.list(pageId, flowId) });
  }

  return {
    setPresence(pageId: string, { psid, userId, name, state }: Presence): void {
      const member = state === "gone" ? undefined : { user_id: userId, name, is_typing: state === "typing" };
      if (conversations.set(pageId, psid, userId, member)) deliverConversation(pageId, psid);
    },
    setFlowPresence(pageId: string, { flowId, tab, userId, name, isGone }: FlowPresence): void {
      const member = isGone ? undefined : { user_id: userId, name, tab };
      // A tab chooses its own name, which counts only together with its user.
      if (flows.set(pageId, String(flowId), `${userId} ${tab}`, member)) deliverFlow(pageId, String(flowId));
    },
    listPresent: conversations.list,
    listPresentInFlow: (pageId: string, flowId: number) => flows.list(pageId, String(flowId)),
    sweep(): void {
      for (const { pageId, place } of conversations.sweep()) deliverConversation(pageId, place);
      for (const { pageId, place } of flows.sweep()) deliverFlow(pageId, place);
    },
  };
}
