import type { ConversationEvent } from "@banter/core/flow/event.ts";
import type { DeletionEvent, EditEvent } from "@banter/core/flow/mail-event.ts";
import type { Trace } from "@banter/core/flow/trace.ts";
import { entryOfTurn } from "../../domain/conversations/entries.ts";
import { textsOf, wordRowsOf } from "../../domain/conversations/message-words.ts";
import { redactInbox, rewriteInbox } from "../../store/conversations/redaction.ts";
import type { Lease } from "../../store/runtime/leases.ts";
import { deleteParked } from "../../store/runtime/parked-mail.ts";
import { listAlbums, listWritten, redactTurns, saveEvent } from "../../store/runtime/turns.ts";
import type { RunnerNode } from "../node.ts";
import type { Reports } from "./reports.ts";

type Taken = { psid: string; event: ConversationEvent; trace: Trace };
type Written = Extract<ConversationEvent, { type: "message" | "takeover" }>;
type Message = Extract<Written, { type: "message" }>;

/** Changes messages of this batch, which are not stored yet. */
export function changeTaken(turns: Taken[], psid: string, change: DeletionEvent | EditEvent): void {
  for (const turn of turns) {
    const { event } = turn;
    if (turn.psid !== psid || !isWritten(event) || !isOf(event, change.platformId)) continue;
    turn.event = change.type === "edit" ? edited(event, change.text) : deleted(event, change.platformId);
    if (change.type === "deletion") turn.trace = { outcome: turn.trace.outcome };
  }
}

const isWritten = (event: ConversationEvent): event is Written => event.type === "message" || event.type === "takeover";

/** True of the message with this id, and of an album that it is in. */
const isOf = (event: Written, platformId: string) =>
  event.key === platformId || (event.type === "message" && partsOf(event).includes(platformId));

const partsOf = ({ attachments = [] }: Message) => attachments.flatMap(({ key }) => key ?? []);

/** Of an album, the other pictures stay. */
function deleted(event: Written, platformId: string): Written {
  if (event.type === "message" && partsOf(event).some((key) => key !== platformId)) return without(event, platformId);
  const key = event.key === undefined ? {} : { key: event.key };
  if (event.type === "message") return { type: "message", text: "", ...key, isDeleted: true };
  return { type: "takeover", pausedSeconds: event.pausedSeconds, text: "", ...key, isDeleted: true };
}

const without = (event: Message, platformId: string): Message => ({
  ...event,
  attachments: event.attachments?.filter(({ key }) => key !== platformId) ?? [],
});

/** A deleted message stays deleted. */
const edited = (event: Written, text: string): Written =>
  event.isDeleted ? event : { ...event, text, isEdited: true };

/** Streams read the erased message again; nothing else may keep its text either. */
export async function redact(node: RunnerNode, leases: Lease[], deletions: Reports["deletions"]): Promise<void> {
  for (const { pageId } of deletions) node.digester.forget(pageId);
  for (const deletion of deletions) await deleteParked(node.db, deletion);
  for (const turn of await redactTurns(node.db, leases, await takeFromAlbums(node, leases, deletions))) {
    await redactInbox(node.db, turn);
    node.digester.onStates(turn.pageId, turn.psid);
    node.digester.onRow(turn.pageId, turn.psid);
  }
}

/** Removes pictures from albums. Returns the deletions of whole messages, and of albums that are empty now. */
async function takeFromAlbums(
  { db, digester }: RunnerNode,
  leases: Lease[],
  deletions: Reports["deletions"],
): Promise<Reports["deletions"]> {
  const whole: Reports["deletions"] = [];
  for (const deletion of deletions) {
    const [album] = await listAlbums(db, leases, [deletion]);
    if (!album) {
      whole.push(deletion);
      continue;
    }
    const { pageId, id, psid } = album;
    const event = deleted(album.event, deletion.platformId);
    if (event.isDeleted) whole.push({ ...deletion, platformId: album.event.key ?? deletion.platformId });
    else await saveEvent(db, leases, { pageId, id, event });
    digester.onStates(pageId, psid);
    digester.onRow(pageId, psid);
  }
  return whole;
}

/** Edits are rare, so each is stored by itself. The last edit of a message is the one that stays. */
export async function rewrite(node: RunnerNode, leases: Lease[], edits: Reports["edits"]): Promise<void> {
  for (const edit of edits) {
    for (const turn of await listWritten(node.db, leases, [edit])) {
      const event = edited(turn.event, edit.text);
      if (event === turn.event) continue;
      const { pageId, id, psid } = turn;
      node.digester.forget(pageId);
      await saveEvent(node.db, leases, { pageId, id, event });
      const words = wordRowsOf(pageId, textsOf({ turns: [{ id, psid, event }], messages: [] }));
      const text = entryOfTurn({ at: new Date(0), event })?.text ?? "";
      await rewriteInbox(node.db, { pageId, id, text, words });
      node.digester.onStates(pageId, psid);
      node.digester.onRow(pageId, psid);
    }
  }
}
