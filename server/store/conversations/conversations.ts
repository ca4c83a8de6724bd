import { typesWith } from "@banter/core/flow/event-traits.ts";
import { botAnswers } from "@banter/core/flow/trace.ts";
import type { Db } from "../db/db.ts";
import { empty, pagesOf, rowsOfPages, type Sql, sql } from "../db/sql.ts";
import { type DigestPosition, nextChangesOf } from "./digests.ts";

export type LastEntry = { id: number; at: number; from: "customer" | "bot" | "person"; kind: string; text: string };

/** The news of one conversation. */
export type ConversationChange = {
  pageId: string;
  psid: string;
  changed: number;
  /** The newest entry, if there is a new one. */
  last: LastEntry | null;
  /** The customer has written or pressed something. */
  hasWritten: boolean;
  /** The id of the last entry that a person wrote, before which everything is read; 0 if there is none. */
  answeredAt: number;
  /** Ids of the customer's entries after that which the bot did not answer: unread, unless they are read already. */
  inputs: number[];
  /** The bot or a person has answered, or a member has given the conversation back. */
  isAnswered: boolean;
  /** The customer's entries after that which wait for a person: the last of them, and since when. */
  asked: { id: number; since: number } | null;
  /** The last entry of the customer, whoever has answered it. */
  input: { id: number; at: number } | null;
};

/**
 * Applies news. A conversation without an entry gets no line unless a person is needed; an existing one is only reported
 * as changed.
 */
export async function saveConversations(db: Db, changes: ConversationChange[]): Promise<void> {
  const [entered, touched] = [changes.filter(({ last }) => last), changes.filter(({ last }) => !last)];
  if (entered.length > 0) await saveEntered(db, entered);
  if (touched.length === 0) return;
  await touch(db, touched);
  await addHandedOver(db, touched);
}

async function saveEntered(db: Db, changes: ConversationChange[]): Promise<void> {
  const rows = changes.map(({ last, hasWritten, answeredAt, inputs, ...change }) => ({
    ...needRow(change),
    ...{ has_written: hasWritten, answered_at: answeredAt, inputs },
    ...{ last_id: last?.id, last_at: last?.at, last_from: last?.from, last_kind: last?.kind, last_text: last?.text },
  }));
  // No other writer changes the page's conversations meanwhile: the page's digest is locked.
  await db.count(sql`
    insert into conversations (page_id, psid, last_id, last_at, last_from, last_kind, last_text, has_written, unread,
                               read_through, needed_at, settled_through, changed)
    select row.page_id, row.psid, row.last_id, to_timestamp(row.last_at / 1000), row.last_from, row.last_kind,
           row.last_text, row.has_written or coalesce(old.has_written, false),
           case when answered_at > 0 then 0 else coalesce(old.unread, 0) end
             + (select count(*) from unnest(inputs) as input where input > coalesce(old.read_through, 0)),
           greatest(answered_at, old.read_through), ${neededAt(sql`now()`)}, ${settledThrough(sql`now()`)}, row.changed
      from ${rowsOfPages(rows)}
             as row (page_id text, psid text, last_id bigint, last_at float8, last_from text, last_kind text,
                     last_text text, has_written boolean, inputs bigint[], answered_at bigint, ${needColumns})
      left join conversations as old on old.page_id = row.page_id and old.psid = row.psid
      left join hand_overs as hand_over on hand_over.page_id = row.page_id and hand_over.psid = row.psid
        on conflict (page_id, psid) do update
       set last_id = excluded.last_id, last_at = excluded.last_at, last_from = excluded.last_from,
           last_kind = excluded.last_kind, last_text = excluded.last_text, has_written = excluded.has_written,
           unread = excluded.unread, read_through = excluded.read_through, needed_at = excluded.needed_at,
           settled_through = excluded.settled_through, changed = excluded.changed`);
}

type Touched = Pick<ConversationChange, "pageId" | "psid" | "changed"> &
  Partial<Pick<ConversationChange, "isAnswered" | "asked" | "input">>;

async function touch(db: Db, changes: Touched[]): Promise<void> {
  const now = sql`clock.now`;
  // Several database servers refuse a time of their own in the cases of an update.
  await db.count(sql`
    with clock as materialized (select now() as now)
    update conversations as old
       set changed = row.changed, needed_at = ${neededAt(now)}, settled_through = ${settledThrough(now)}
      from clock
     cross join ${rowsOfPages(changes.map(needRow))} as row (page_id text, psid text, ${needColumns})
      left join hand_overs as hand_over on hand_over.page_id = row.page_id and hand_over.psid = row.psid
     where old.page_id = row.page_id and old.psid = row.psid`);
}

/** A flow can hand over customers who have never written: a person is needed, so that they get a line after all. */
async function addHandedOver(db: Db, changes: Touched[]): Promise<void> {
  const rows = changes.map(({ pageId, psid, changed }) => ({ page_id: pageId, psid, changed }));
  await db.count(sql`
    insert into conversations (page_id, psid, last_id, last_at, last_from, last_kind, last_text, has_written, unread,
                               needed_at, changed)
    select row.page_id, row.psid, hand_over.turn_id, hand_over.since, 'bot', 'other', '', false, 0, hand_over.since,
           row.changed
      from ${rowsOfPages(rows)} as row (page_id text, psid text, changed bigint)
      join hand_overs as hand_over on hand_over.page_id = row.page_id and hand_over.psid = row.psid
        on conflict (page_id, psid) do nothing`);
}

const needRow = ({ pageId, psid, changed, isAnswered = false, asked = null, input = null }: Touched) => ({
  ...{ page_id: pageId, psid, changed, is_answered: isAnswered },
  ...{ asked_id: asked?.id ?? 0, asked_since: asked?.since ?? 0, input_id: input?.id ?? 0, input_at: input?.at ?? 0 },
});

const needColumns = sql`
  changed bigint, is_answered boolean, asked_id bigint, asked_since float8, input_id bigint, input_at float8`;

/** Up to this id, a member has settled everything of the line before: `old`. */
const settled = sql`coalesce(old.settled_through, 0)`;

/**
 * When a person is needed after the news in `row`: since the first words that nobody has answered, or since an open
 * hand-over, unless a member has settled them or somebody is needed already; or else as before. An answer ends a wait,
 * but not a time that a member has put the conversation off to.
 */
const neededAt = (now: Sql): Sql => sql`
  least(case when row.asked_id > ${settled} then to_timestamp(row.asked_since / 1000) end,
        case when hand_over.turn_id > ${settled}
                   and (row.is_answered or old.needed_at is null or old.needed_at > ${now}) then hand_over.since end,
        case when row.is_answered and old.needed_at <= ${now} then null
             when old.needed_at = 'infinity' and row.input_id > ${settled} then to_timestamp(row.input_at / 1000)
             else old.needed_at end)`;

/** Words of the customer open the conversation, but those that the bot has answered leave a time that it is put off to. */
const settledThrough = (now: Sql): Sql => sql`
  case when row.asked_id > ${settled} then null
       when row.input_id > ${settled} and (old.needed_at > ${now} and old.needed_at < 'infinity') is not true then null
       else old.settled_through end`;

/** Those of the customers who have written, pressed something or come through a link before. */
export function listWriters(
  db: Db,
  asked: { pageId: string; psid: string }[],
): Promise<{ pageId: string; psid: string }[]> {
  return db.many(sql`
    select conversations.page_id, conversations.psid
      from unnest(${pagesOf(asked)}, ${asked.map(({ psid }) => psid)}::text[]) as asked (page_id, psid)
      join conversations on conversations.page_id = asked.page_id and conversations.psid = asked.psid
     where has_written`);
}

/** The customer's entries that a member reads: messages and presses. */
const isRead = sql`event ->> 'type' = any (${typesWith("isWords")}::text[])`;

/** The bot has not answered it. */
const isForPerson: Sql = sql`and (trace ->> 'outcome' = any (${botAnswers}::text[])) is not true`;

/** Counts no further. */
const maxUnread = 1000;

/**
 * Everything up to this id is read; null: the customer's last entry is unread again. `digested` is the page's position:
 * later entries are counted when they are digested. Returns false if there is no such conversation.
 */
export async function saveRead(
  db: Db,
  { pageId, psid, through }: { pageId: string; psid: string; through: number | null },
  { changed, throughId: digested }: DigestPosition,
): Promise<boolean> {
  const position =
    through === null
      ? sql`(select coalesce(max(id), 1) - 1
               from (select id from turns
                      where page_id = ${pageId} and psid = ${psid} and id <= ${digested} and ${isRead}
                      order by id desc
                      limit 1) as last)`
      : sql`greatest(read_through, ${through}::bigint)`;
  const updated = await db.count(sql`
    update conversations
       set read_through = position, changed = ${changed}, seen_through = greatest(seen_through, read_through),
           unread = (select count(*)
                       from (select from turns
                              where turns.page_id = ${pageId} and turns.psid = ${psid} and turns.id > position
                                and turns.id <= ${digested} and ${isRead} ${through === null ? empty : isForPerson}
                              limit ${maxUnread}) as unread)
      from (select ${position} as position from conversations where page_id = ${pageId} and psid = ${psid}) as mark
     where page_id = ${pageId} and psid = ${psid}`);
  return updated > 0;
}

/** The id of the customer's newest turn or message; 0 if there is none. */
export async function findNewestEntry(db: Db, pageId: string, psid: string): Promise<number> {
  const { newest } = await db.get<{ newest: number }>(sql`
    select greatest((select max(id) from turns where page_id = ${pageId} and psid = ${psid}),
                    (select max(id) from messages where page_id = ${pageId} and psid = ${psid}), 0) as newest`);
  return newest;
}

/** True if everything up to this id is marked as read already. */
export async function isReadThrough(db: Db, pageId: string, psid: string, through: number): Promise<boolean> {
  const found = await db.count(sql`
    select from conversations
     where page_id = ${pageId} and psid = ${psid} and read_through >= ${through} and unread = 0`);
  return found > 0;
}

/** Returns false if there is no such conversation. */
export async function saveAssignee(
  db: Db,
  { pageId, psid, userId }: { pageId: string; psid: string; userId: string | null },
  { changed }: DigestPosition,
): Promise<boolean> {
  const updated = await db.count(sql`
    update conversations set assigned_to = ${userId}, changed = ${changed}
     where page_id = ${pageId} and psid = ${psid}`);
  return updated > 0;
}

/** Reports conversations as changed whose customer or messages have changed without a turn. */
export async function touchConversations(db: Db, touched: { pageId: string; psids: string[] }[]): Promise<void> {
  const asked = touched.map(({ pageId, psids }) => ({ pageId, howMany: psids.length }));
  const counters = new Map((await nextChangesOf(db, asked)).map(({ pageId, changed }) => [pageId, changed]));
  const changes = touched.flatMap(({ pageId, psids }) => {
    const last = counters.get(pageId);
    if (last === undefined) return [];
    return psids.map((psid, index) => ({ pageId, psid, changed: last - psids.length + 1 + index }));
  });
  if (changes.length > 0) await touch(db, changes);
}

/** Removes the text of the conversation's last entry, if it is this one. */
export async function blankLast(
  db: Db,
  { pageId, lastId, changed }: { pageId: string; lastId: number; changed: number },
): Promise<void> {
  await db.count(sql`
    update conversations set last_text = '', last_kind = 'other', changed = ${changed}
     where page_id = ${pageId} and last_id = ${lastId}`);
}

/** Changes the text of the conversation's last entry, if it is this one. */
export async function rewriteLast(
  db: Db,
  { pageId, lastId, text, changed }: { pageId: string; lastId: number; text: string; changed: number },
): Promise<void> {
  await db.count(sql`
    update conversations set last_text = ${text}, changed = ${changed}
     where page_id = ${pageId} and last_id = ${lastId}`);
}

/** The member to whom the conversation is assigned. */
export async function findAssignee(db: Db, pageId: string, psid: string): Promise<string | null> {
  const found = await db.find<{ assignedTo: string | null }>(sql`
    select assigned_to from conversations where page_id = ${pageId} and psid = ${psid}`);
  return found?.assignedTo ?? null;
}
