import { manage, type ReplyOf } from "@banter/sdk/manage.ts";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useMe } from "../../../frame/use-workspace.ts";
import { usePageEvents } from "../../../live/use-page-events.ts";
import { useScene } from "../../context.ts";
import type { Others } from "./state.ts";

type Member = ReplyOf<"PUT /pages/:page_id/flows/:flow_id/presence">["members"][number];

/** Calls that also go out while the tab is closed or reloaded. */
const api = manage({ baseUrl: "", fetch: (url, init) => fetch(url, { ...init, keepalive: true }) });

/** The server forgets a tab after 75 s without a call. */
const repeatMs = 25_000;

/** Tells others that the flow is open here, and returns who else has it open. */
export function useOthers(editorId: string): Others {
  const { page, flowId } = useScene();
  const { id: userId } = useMe().user;
  const [members, setMembers] = useState<Member[]>([]);
  const events = useRef(0);
  const tell = useEffectEvent(async (state: "open" | "gone") => {
    const params = { page_id: page.id, flow_id: flowId };
    const body = { tab: editorId, state };
    const before = events.current;
    // Presence is a courtesy: a call that fails is made again with the next one.
    const reply = await api("PUT /pages/:page_id/flows/:flow_id/presence", { params, body }).catch(() => undefined);
    // An event that came meanwhile is newer than the answer.
    if (reply && state === "open" && events.current === before) setMembers(reply.members);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another flow is another presence
  useEffect(() => {
    const tellOpen = () => void tell("open");
    const tellGone = () => void tell("gone");
    tellOpen();
    const timer = setInterval(tellOpen, repeatMs);
    addEventListener("pagehide", tellGone);
    return () => {
      clearInterval(timer);
      removeEventListener("pagehide", tellGone);
      tellGone();
    };
  }, [page.id, flowId, editorId]);
  usePageEvents(page.id, (event) => {
    if (event.type === "flow_presence" && event.flow_id === flowId) {
      events.current += 1;
      setMembers(event.members);
    }
    // Others may have come and gone while the stream was closed.
    if (event.type === "opened") void tell("open");
  });
  return useMemo(() => othersAmong(members, userId, editorId), [members, userId, editorId]);
}

/** The members without this editor. */
function othersAmong(members: readonly Member[], userId: string, editorId: string): Others {
  const people = members.filter(({ user_id }) => user_id !== userId);
  return {
    names: [...new Map(people.map(({ user_id, name }) => [user_id, name])).values()],
    ownTabs: members.filter(({ user_id, tab }) => user_id === userId && tab !== editorId).length,
  };
}
