import type { MessageRow } from "../../store/runtime/messages/messages.ts";
import type { QueuedMessage, UnfinishedMessage } from "../../store/runtime/messages/unfinished.ts";
import type { OutgoingItem } from "./item.ts";

/** A message that a turn has just stored. */
export function newMessage(row: MessageRow): OutgoingItem {
  return {
    message: {
      id: row.id,
      psid: row.psid,
      flowId: row.flow_id,
      lane: row.lane,
      messageTag: row.message_tag,
      content: row.content as QueuedMessage["content"],
      attempts: 0,
      possibleDuplicate: false,
      ageMs: 0,
    },
    state: { name: row.status === "sending" ? "recorded" : "waiting" },
    failures: 0,
    throttles: 0,
    isRepeat: false,
    doubts: "none",
    isUndelivered: false,
    lostAttemptAt: null,
    taken: 0,
    platformIds: [],
    notes: [],
  };
}

/**
 * A message read from the table. An attempt without a recorded end may have arrived: it is repeated after `confirmMs`,
 * in which an echo or a receipt of the platform may confirm it.
 */
export function storedMessage(row: UnfinishedMessage, confirmMs: number, now: number): OutgoingItem {
  const { status, taken, waitMs, isUndelivered, isNewlyUnconfirmed, ...message } = row;
  const isUnconfirmed = status === "sending";
  const delayMs = isNewlyUnconfirmed ? confirmMs : waitMs;
  return {
    message,
    state: delayMs > 0 ? { name: "delayed", until: now + delayMs } : { name: "waiting" },
    failures: message.attempts,
    throttles: 0,
    isRepeat: isUnconfirmed || message.possibleDuplicate,
    // The doubt may be about a call that was accepted before.
    doubts: message.possibleDuplicate && taken !== null ? "open" : "none",
    isUndelivered,
    // Its time was not recorded: the first attempt is made at once.
    lostAttemptAt: isUnconfirmed ? now - message.ageMs : null,
    taken: taken?.length ?? 0,
    platformIds: taken?.filter((id) => id !== "") ?? [],
    notes: [],
  };
}
