import type { Effect } from "@banter/core/flow/effect.ts";
import type { TurnOutcome } from "@banter/core/flow/trace.ts";
import type { MessagingWindow } from "../channels/channel.ts";
import type { IdSource } from "../mailbox/ids.ts";
import type { SavedMessage, TurnCommit } from "../store/commit.ts";
import type { TurnResults } from "./turns.ts";

type Say = Extract<Effect, { type: "say" }>;

/** Gives ids to what the turns have led to and lays it out in rows. `statusOf` tells how a message starts its life. */
export async function layOut(
  { customers, turns }: TurnResults,
  {
    ids,
    now,
    statusOf,
    window,
  }: {
    ids: IdSource;
    now: number;
    statusOf: (psid: string, say: Say) => "queued" | "sending" | "sent";
    window: MessagingWindow | null;
  },
): Promise<Omit<TurnCommit, "handled" | "straight">> {
  await ids.reserve(turns.reduce((count, { effects }) => count + 1 + effects.length, 0));
  const commit: Omit<TurnCommit, "handled" | "straight"> = {
    customers: [...customers.values()].map(({ customer, isNew: _, lastInputAt: __, ...others }) => ({
      ...customer,
      ...others,
    })),
    turns: [],
    messages: [],
    timers: [],
    notifications: [],
    requests: [],
    phones: [],
    visits: countVisits(turns),
    now,
  };
  for (const { psid, event, effects, trace } of turns) {
    const turnId = ids.take();
    const sendId = event.type === "send_flow" || event.type === "send_content" ? event.sendId : null;
    commit.turns.push({ id: turnId, psid, send_id: sendId, event, trace });
    for (const effect of effects) {
      if (effect.type === "say") {
        const isOutside = isOutsideWindow(window, effect, customers.get(psid)?.lastInputAt ?? null, now);
        const row = messageRow(ids.take(), turnId, psid, effect, isOutside ? "failed" : statusOf(psid, effect));
        commit.messages.push(isOutside ? { ...row, attempts: 0, reason: "outside_messaging_window" } : row);
      } else if (effect.type === "set_timer") {
        const { runId, turn, at } = effect;
        commit.timers.push({ psid, at, event: { type: "timer", runId, turn } });
      } else if (effect.type === "notify") {
        commit.notifications.push({ id: ids.take(), psid, flow_id: effect.flowId, text: effect.text });
      } else if (effect.type === "request") {
        const { type: _, ...request } = effect;
        commit.requests.push({ id: ids.take(), psid, request });
      } else if (effect.type === "phone_left") commit.phones.push({ flow_id: effect.flowId, psid });
      else if (effect.type === "unsendable") {
        commit.messages.push({ ...failedRow(ids.take(), turnId, psid, effect), reason: effect.reason });
      }
    }
  }
  return commit;
}

/** A template is made for going beyond it, and of strangers the platform decides. */
function isOutsideWindow(window: MessagingWindow | null, say: Say, lastInputAt: number | null, now: number): boolean {
  if (!window || lastInputAt === null || say.messageTag || say.message.type === "whatsapp_message_template")
    return false;
  return now - lastInputAt > window.seconds * 1000;
}

/** What a wait's end leads to is not entered: it was, when the wait began. */
const goingOn: TurnOutcome[] = ["answered", "asked_again", "gave_up", "went_on"];

function countVisits(turns: TurnResults["turns"]): TurnCommit["visits"] {
  const counts = new Map<string, TurnCommit["visits"][number]>();
  const count = (flow: number, step: string, exit: string) => {
    const key = `${flow} ${step} ${exit}`;
    const counted = counts.get(key);
    if (counted) counted.taken++;
    else counts.set(key, { flow_id: flow, step, exit, taken: 1 });
  };
  for (const { trace } of turns) {
    for (const [index, [flow, , step, exit]] of (trace.visits ?? []).entries()) {
      if (index > 0 || !goingOn.includes(trace.outcome)) count(flow, step, "");
      if (exit !== "wait") count(flow, step, exit);
    }
  }
  return [...counts.values()];
}

function messageRow(id: number, turnId: number, psid: string, say: Say, status: SavedMessage["status"]): SavedMessage {
  const { flowId, version, step, sendId } = say.origin;
  return {
    id,
    psid,
    turn_id: turnId,
    flow_id: flowId,
    version,
    step,
    send_id: sendId,
    lane: say.isReply ? "reply" : "bulk",
    message_tag: say.messageTag ?? null,
    content: say.message,
    status,
    reason: null,
    attempts: status === "queued" ? 0 : 1,
  };
}

/** What could not be said is kept as a failed message, so that its owner and its sender see why. */
function failedRow(
  id: number,
  turnId: number,
  psid: string,
  { origin }: Extract<Effect, { type: "unsendable" }>,
): SavedMessage {
  return {
    id,
    psid,
    turn_id: turnId,
    flow_id: origin.flowId,
    version: origin.version,
    step: origin.step,
    send_id: origin.sendId,
    lane: "bulk",
    message_tag: null,
    content: { type: "text", text: "" },
    status: "failed",
    reason: null,
    attempts: 0,
  };
}
