import type { ConversationEvent } from "@banter/core/flow/event.ts";
import type { DeletionEvent, EditEvent } from "@banter/core/flow/mail-event.ts";
import type { Trace } from "@banter/core/flow/trace.ts";
import { entryOfTurn } from "../../domain/conversations/entries.ts";
import { wordRowsOf } from "../../domain/conversations/message-words.ts";
import type { Lease } from "../../store/conversations/leases.ts";
import { deleteParked } from "../../store/conversations/parked-mail.ts";
import { listWritten, redactTurns, saveEvent } from "../../store/conversations/turns.ts";
import { redactInbox, rewriteInbox } from "../../store/inbox/redaction.ts";
import type { RunnerNode } from "../node.ts";
import type { Reports } from "./reports.ts";

type Taken = { psid: string; event: ConversationEvent; trace: Trace };
type Written = Extract<ConversationEvent, { type: "message" | "takeover" }>;

/** Changes messages of this batch, which are not stored yet. */
export function changeTaken(turns: Taken[], psid: string, change: DeletionEvent | EditEvent): void {
  for (const turn of turns) {
    const { event } = turn;
    if (turn.psid !== psid || !isWritten(event) || event.key !== change.platformId) continue;
    turn.event = change.type === "edit" ? edited(event, change.text) : deleted(event);
    if (change.type === "deletion") turn.trace = { outcome: turn.trace.outcome };
  }
}

const isWritten = (event: ConversationEvent): event is Written => event.type === "message" || event.type === "takeover";

function deleted(event: Written): Written {
  const key = event.key === undefined ? {} : { key: event.key };
  if (event.type === "message") return { type: "message", text: "", ...key, isDeleted: true };
  return { type: "takeover", pausedSeconds: event.pausedSeconds, text: "", ...key, isDeleted: true };
}

/** A deleted message stays deleted. */
const edited = (event: Written, text: string): Written =>
  event.isDeleted ? event : { ...event, text, isEdited: true };

/** Streams read the erased message again; nothing else may keep its text either. */
export async function redact(node: RunnerNode, leases: Lease[], deletions: Reports["deletions"]): Promise<void> {
  for (const deletion of deletions) await deleteParked(node.db, deletion);
  for (const turn of await redactTurns(node.db, leases, deletions)) {
    await redactInbox(node.db, turn);
    node.digester.onStates(turn.pageId, turn.psid);
    node.digester.onLine(turn.pageId, turn.psid);
  }
}

/** Edits are rare, so each is stored by itself. The last edit of a message is the one that stays. */
export async function rewrite(node: RunnerNode, leases: Lease[], edits: Reports["edits"]): Promise<void> {
  for (const edit of edits) {
    for (const turn of await listWritten(node.db, leases, [edit])) {
      const event = edited(turn.event, edit.text);
      if (event === turn.event) continue;
      const { pageId, id, psid } = turn;
      await saveEvent(node.db, leases, { pageId, id, event });
      const words = wordRowsOf({ pageId, turns: [{ id, psid, event }], messages: [] });
      const text = entryOfTurn({ at: new Date(0), event })?.text ?? "";
      await rewriteInbox(node.db, { pageId, id, text, words });
      node.digester.onStates(pageId, psid);
      node.digester.onLine(pageId, psid);
    }
  }
}
