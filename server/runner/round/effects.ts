import { needsWindow } from "@banter/core/audience/send-plan.ts";
import type { Effect } from "@banter/core/flow/effect.ts";
import type { OutgoingContent } from "@banter/core/flow/outgoing.ts";
import { isOutsideWindow, type MessagingWindow } from "../../channels/messaging-window.ts";
import type { TurnRows } from "../../store/runtime/commit.ts";
import type { MessageRow } from "../../store/runtime/messages/messages.ts";
import type { Say, SayAlbum } from "./albums.ts";

export type EffectContext = {
  pageId: string;
  turnId: number;
  psid: string;
  nextId: () => number;
  now: number;
  window: MessagingWindow | null;
  lastInputAt: number | null;
  /** The status that a message of this customer starts with. */
  firstStatus: () => "queued" | "sending" | "sent";
};

type WrittenEffect = Effect | SayAlbum;

type Writer<Type extends WrittenEffect["type"]> = (
  rows: TurnRows,
  effect: Extract<WrittenEffect, { type: Type }>,
  context: EffectContext,
) => void;

/** The rows that each effect of a turn writes. */
const writers: { [Type in WrittenEffect["type"]]: Writer<Type> } = {
  say: writeMessage,
  say_album: writeMessage,
  comment_action: (rows, { action, origin }, context) => {
    const say = { origin, isReply: true, message: action };
    rows.messages.push(messageRow(say, context, context.firstStatus()));
  },
  react: (rows, { reaction, origin }, context) => {
    const say = { origin, isReply: true, message: reaction };
    rows.messages.push(messageRow(say, context, context.firstStatus()));
  },
  pass_control: (rows, _, context) => {
    // Without its flow: it is no message, so that statistics do not count it.
    const origin = { flowId: null, version: null, step: null, runId: null, sendId: null };
    const say = { origin, isReply: true, message: { type: "control_pass" } } as const;
    rows.messages.push(messageRow(say, context, context.firstStatus()));
  },
  unsendable: (rows, { origin, reason }, context) => {
    // Stored as a failed message, so that the owner and the sender see the reason.
    const say = { origin, isReply: false, message: { type: "text", text: "" } } as const;
    rows.messages.push({ ...messageRow(say, context, "failed"), reason });
  },
  set_timer: (rows, { runId, turn, at }, { pageId, psid }) => {
    rows.timers.push({ page_id: pageId, psid, at, event: { type: "timer", runId, turn } });
  },
  notify: (rows, { flowId, text }, { pageId, psid, nextId }) => {
    rows.notifications.push({ page_id: pageId, id: nextId(), psid, flow_id: flowId, kind: "notify", text });
  },
  request: (rows, { type: _, ...request }, { pageId, psid, nextId }) => {
    rows.requests.push({ page_id: pageId, id: nextId(), psid, request });
  },
  model: (rows, { type: _, ...request }, { pageId, psid, nextId }) => {
    rows.requests.push({ page_id: pageId, id: nextId(), psid, request: { kind: "model", ...request } });
  },
  phone_left: (rows, { flowId }, { pageId, psid }) => {
    rows.phones.push({ page_id: pageId, flow_id: flowId, psid });
  },
  postpone: (rows, { at, event }, { pageId, psid }) => {
    rows.timers.push({ page_id: pageId, psid, at, event });
  },
  transfer: (rows, { to, event }, { pageId, now }) => {
    rows.timers.push({ page_id: pageId, psid: to, at: now, event });
  },
  hand_over: (rows, { since, until, flowId }, { pageId, psid, turnId, nextId }) => {
    rows.notifications.push({ page_id: pageId, id: nextId(), psid, flow_id: flowId, kind: "hand_over", text: "" });
    rows.handOvers.push({ page_id: pageId, psid, since, until, flow_id: flowId, turn_id: turnId });
    if (until === null) return;
    rows.timers.push({ page_id: pageId, psid, at: until, event: { type: "hand_over_timeout", since } });
  },
};

export function writeEffect(rows: TurnRows, effect: WrittenEffect, context: EffectContext): void {
  const write = writers[effect.type] as Writer<WrittenEffect["type"]>;
  write(rows, effect as never, context);
}

function writeMessage(rows: TurnRows, effect: Say | SayAlbum, context: EffectContext): void {
  rows.messages.push(
    isTooLate(effect, context)
      ? { ...messageRow(effect, context, "failed"), reason: "outside_messaging_window" }
      : messageRow(effect, context, context.firstStatus()),
  );
}

function isTooLate({ message, messageTag }: Say | SayAlbum, { window, lastInputAt, now }: EffectContext): boolean {
  // A private reply needs no window; the platform decides.
  if (message.commentId !== undefined) return false;
  const silentSeconds = lastInputAt === null ? null : (now - lastInputAt) / 1000;
  return needsWindow(message, messageTag) && isOutsideWindow(window, silentSeconds);
}

type Row = Pick<Say, "origin" | "isReply" | "messageTag"> & { message: OutgoingContent };

function messageRow(
  { origin, isReply, message, messageTag }: Row,
  { pageId, turnId, psid, nextId }: EffectContext,
  status: MessageRow["status"],
): MessageRow {
  return {
    page_id: pageId,
    id: nextId(),
    psid,
    turn_id: turnId,
    flow_id: origin.flowId,
    version: origin.version,
    step: origin.step,
    send_id: origin.sendId,
    lane: isReply ? "reply" : "bulk",
    message_tag: messageTag ?? null,
    content: message,
    status,
    reason: null,
    attempts: status === "queued" || status === "failed" ? 0 : 1,
  };
}
