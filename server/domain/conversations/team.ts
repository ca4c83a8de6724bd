import { ownChannel } from "@banter/core/channels/index.ts";
import { AppError, invalidFields, notFound } from "@banter/core/model/error.ts";
import { isAllowed, type Role } from "@banter/core/model/role.ts";
import type { Channel } from "../../channels/channel.ts";
import type { Deps } from "../../deps.ts";
import {
  deleteNote,
  findNote,
  insertNote,
  listNotes,
  type NoteRow,
} from "../../store/conversations/conversation-notes.ts";
import { findNewestEntry, isReadThrough, saveAssignee, saveRead } from "../../store/conversations/conversations.ts";
import { nextChanges } from "../../store/conversations/digests.ts";
import { findLine } from "../../store/conversations/lines.ts";
import { type Settlement, saveSettlement } from "../../store/conversations/waits.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import { findMembership } from "../../store/people/members.ts";
import { findRecipients } from "../../store/runtime/customers.ts";
import { findLastKey } from "../../store/runtime/turns.ts";
import { giveBack } from "./people.ts";

type Place = { pageId: string; psid: string };

/** Everything up to `through` is read, for all members; null: the conversation is unread again. */
export async function markRead(deps: Deps, place: Place, through: number | null): Promise<void> {
  const { db, live } = deps;
  const { pageId, psid } = place;
  // Every look at a conversation reports this. Most change nothing, and must not take the page's lock.
  if (through !== null && (await isReadThrough(db, pageId, psid, through))) return;
  const isKnown = await saveRead(
    db,
    { ...place, through: await atMostNewest(db, place, through) },
    await nextChanges(db, pageId),
  );
  if (!isKnown) return requireCustomer(db, place);
  live.conversationsChanged([pageId]);
  if (through !== null) await showSeen(deps, place);
}

/** Nobody has read what is not written yet: later messages must be unread. */
async function atMostNewest(db: Deps["db"], { pageId, psid }: Place, through: number | null): Promise<number | null> {
  return through === null ? null : Math.min(through, await findNewestEntry(db, pageId, psid));
}

/** Lets the customer know that a member has seen their messages, where the platform can. Best effort, not awaited. */
async function showSeen({ db, lookups, channels, live }: Deps, { pageId, psid }: Place): Promise<void> {
  const page = await lookups.page(pageId);
  if (page?.channel === ownChannel) return live.conversationRead(pageId, psid);
  const channel: Channel | undefined = page && channels[page.channel];
  const settings = channel?.settings.safeParse(page?.channelSettings);
  if (!channel?.outbound?.markSeen || !settings?.success) return;
  const lastKey = await findLastKey(db, pageId, psid);
  channel.outbound.markSeen(psid, settings.data, lastKey).catch(() => undefined);
}

/** Assigns the conversation to a member who may converse, or to nobody. */
export async function assign(
  { db, live }: Deps,
  place: Place,
  { workspaceId, userId }: { workspaceId: number; userId: string | null },
): Promise<void> {
  const member = userId === null ? undefined : await findMembership(db, workspaceId, userId);
  if (userId !== null && !(member && isAllowed(member.role, "converse"))) throw notFound("member");
  const isKnown = await saveAssignee(db, { ...place, userId }, await nextChanges(db, place.pageId));
  if (!isKnown) throw notFound("conversation");
  live.conversationsChanged([place.pageId]);
}

/** `until`: a time; "input": until the customer writes. */
type NextState = { state: "done" } | { state: "open" } | { state: "snoozed"; until: Date | "input" };

/**
 * A member is done with everything up to `through`, puts it off, or opens the conversation again. Words of the customer
 * after that open it anew. A conversation that is done belongs to the bot again.
 */
export async function settle(
  deps: Deps,
  { userId, ...place }: Place & { userId: string },
  { through, ...next }: NextState & { through: number },
): Promise<void> {
  const { db, live } = deps;
  const { pageId, psid } = place;
  const neededAt = neededAtOf(next);
  if (typeof neededAt === "number" && neededAt <= databaseNow())
    throw invalidFields([{ path: "/until", message: "must be in the future" }]);
  const isKnown = await db.transact(async (db) => {
    const known = Math.min(through, await findNewestEntry(db, pageId, psid));
    const settlement = next.state === "open" ? null : { through: known, neededAt };
    return saveSettlement(db, { ...place, settlement }, await nextChanges(db, pageId));
  });
  if (!isKnown) throw notFound("conversation");
  live.conversationsChanged([pageId]);
  const line = next.state === "done" ? await findLine(db, pageId, psid) : undefined;
  // The platform's own inbox keeps what it has.
  if (line && (line.paused || line.handedOverSince) && !line.elsewhere) await giveBack(deps, { ...place, userId });
}

function neededAtOf(next: NextState): Settlement["neededAt"] {
  if (next.state !== "snoozed") return null;
  return next.until === "input" ? "infinity" : next.until.getTime();
}

const maxNotes = 500;

export const listConversationNotes = ({ db }: Deps, { pageId, psid }: Place): Promise<NoteRow[]> =>
  listNotes(db, pageId, psid, maxNotes);

export async function addNote(
  { db, live }: Deps,
  place: Place,
  note: { userId: string; text: string; key: string | null },
): Promise<NoteRow> {
  const { pageId, psid } = place;
  await requireCustomer(db, place);
  const added = await insertNote(db, pageId, { psid, ...note });
  live.publish(pageId, { type: "notes_changed", psid });
  return added;
}

/** Its author and owners may delete a note. */
export async function removeNote(
  { db, live }: Deps,
  place: Place,
  { noteId, userId, role }: { noteId: number; userId: string; role: Role },
): Promise<void> {
  const { pageId, psid } = place;
  const note = await findNote(db, pageId, { psid, noteId });
  if (!note) throw notFound("note");
  if (note.userId !== userId && role !== "owner") {
    throw new AppError("forbidden", "Only its author and owners may delete a note.");
  }
  await deleteNote(db, pageId, noteId);
  live.publish(pageId, { type: "notes_changed", psid });
}

async function requireCustomer(db: Deps["db"], place: Place): Promise<void> {
  const [customer] = await findRecipients(db, [place]);
  if (!customer) throw notFound("conversation");
}
