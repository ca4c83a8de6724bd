import type { Effect } from "@banter/core/flow/effect.ts";
import type { IdSource } from "../mailbox/ids.ts";
import type { SavedMessage, TurnCommit } from "../store/commit.ts";
import type { TurnResults } from "./turns.ts";

type Say = Extract<Effect, { type: "say" }>;

/** Gives ids to what the turns have led to and lays it out in rows. `statusOf` tells how a message starts its life. */
export async function layOut(
  { handled, customers, turns }: TurnResults,
  {
    ids,
    now,
    statusOf,
  }: { ids: IdSource; now: number; statusOf: (psid: string, say: Say) => "queued" | "sending" | "sent" },
): Promise<TurnCommit> {
  await ids.reserve(turns.reduce((count, { effects }) => count + 1 + effects.length, 0));
  const commit: TurnCommit = {
    handled,
    customers: [...customers.values()].map(({ customer, state, hasSpoken }) => ({ ...customer, state, hasSpoken })),
    turns: [],
    messages: [],
    timers: [],
    notifications: [],
    requests: [],
    phones: [],
    now,
  };
  for (const { psid, mailId, event, effects, trace } of turns) {
    const turnId = ids.take();
    commit.turns.push({ id: turnId, psid, mail_id: mailId, event, trace });
    for (const effect of effects) {
      if (effect.type === "say") {
        commit.messages.push(messageRow(ids.take(), turnId, psid, effect, statusOf(psid, effect)));
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
