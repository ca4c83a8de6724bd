import type { ConversationEvent } from "@banter/core/flow/event.ts";
import { typesWith } from "@banter/core/flow/event-traits.ts";
import type { OutgoingContent } from "@banter/core/flow/outgoing.ts";
import type { Note, TriggerCheck, TurnOutcome, Visit } from "@banter/core/flow/trace.ts";
import type { Db } from "../db/db.ts";
import { pagesOf, rowsOfPages, sql } from "../db/sql.ts";

/** A stored turn. Outcome, triggers, visits and notes are null once they were forgotten. */
export type TurnNews = {
  id: number;
  psid: string;
  at: Date;
  /** Content that members and programs send is left out: the messages have it. */
  event: ConversationEvent;
  outcome: TurnOutcome | null;
  triggers: TriggerCheck[] | null;
  visits: Visit[] | null;
  notes: Note[] | null;
  /** The customer has written, pressed something or come through a link for the first time. */
  isNewCustomer: boolean;
};

export type MessageNews = {
  id: number;
  psid: string;
  at: Date;
  turnId: number;
  /** The type of the event that it answers to; null if that is gone. */
  turnType: ConversationEvent["type"] | null;
  flowId: number | null;
  step: string | null;
  sendId: number | null;
  content: OutgoingContent;
  status: string;
  reason: string | null;
};

/** The next turns and messages of a page after a position, each in the order of their ids, up to `throughId`. */
export type PageNews = {
  pageId: string;
  throughId: number;
  turns: TurnNews[];
  messages: MessageNews[];
  /** There was nothing more to read. */
  isComplete: boolean;
};

type Position = { pageId: string; throughId: number };
type WithPage<Row> = Row & { pageId: string };

/** Reads a bounded number of turns and messages of all pages, in one statement each. */
export async function listNews(
  db: Db,
  positions: Position[],
  { maxTurns, maxMessages }: { maxTurns: number; maxMessages: number },
): Promise<PageNews[]> {
  if (positions.length === 0) return [];
  const share = (max: number) => Math.max(10, Math.floor(max / positions.length));
  const [turnShare, messageShare] = [share(maxTurns), share(maxMessages)];
  // Ids of a page are committed in their order. Up to the newest one, both statements see the same commits.
  const ranges = await listRanges(db, positions);
  const messagesOf = byPage(await listMessages(db, ranges, messageShare));
  const turnsOf = byPage(await listTurns(db, ranges, turnShare));
  return positions.map(({ pageId, throughId }) => {
    const [turns, messages] = [turnsOf.get(pageId) ?? [], messagesOf.get(pageId) ?? []];
    return cutNews({ pageId, throughId, turns, messages }, { turnShare, messageShare });
  });
}

/** The newest turns and messages of one page after a position, in any order. */
export async function listNewestNews(
  db: Db,
  pageId: string,
  { after, limit }: { after: number; limit: number },
): Promise<Pick<PageNews, "turns" | "messages">> {
  const turns = await db.many<TurnNews>(sql`
    select id, psid, at, event, null as outcome, null as triggers, null as visits, null as notes,
           false as is_new_customer
      from turns where page_id = ${pageId} and id > ${after} order by id desc limit ${limit}`);
  const messages = await db.many<MessageNews>(sql`
    select ${messageColumns}, null as turn_type
      from messages where page_id = ${pageId} and id > ${after} order by id desc limit ${limit}`);
  return { turns, messages };
}

/** From each position to the page's newest id. */
async function listRanges(db: Db, positions: Position[]): Promise<Range[]> {
  const newest = await db.many<{ pageId: string; id: number | null }>(sql`
    select asked.page_id, greatest(turn.id, message.id) as id
      from unnest(${pagesOf(positions)}) as asked (page_id)
      left join lateral (select id from turns
                          where turns.page_id = asked.page_id order by id desc limit 1) as turn on true
      left join lateral (select id from messages
                          where messages.page_id = asked.page_id order by id desc limit 1) as message on true`);
  const newestOf = new Map(newest.map(({ pageId, id }) => [pageId, id]));
  return positions.map(({ pageId, throughId }) => ({
    ...{ page_id: pageId, after: throughId, through: newestOf.get(pageId) ?? null },
  }));
}

type Range = { page_id: string; after: number; through: number | null };

function listTurns(db: Db, ranges: Range[], limit: number): Promise<WithPage<TurnNews>[]> {
  return db.many(sql`
    select asked.page_id, turn.id, turn.psid, turn.at, turn.event, turn.outcome, turn.triggers,
           turn.visits, turn.notes,
           is_input and not coalesce(has_written, false)
             and row_number() over (partition by asked.page_id, turn.psid, is_input order by turn.id) = 1
             as is_new_customer
      from ${rowsOfPages(ranges)} as asked (page_id text, after bigint, through bigint)
     cross join lateral (
             select id, psid, at, trace ->> 'outcome' as outcome, trace -> 'triggers' as triggers,
                    trace -> 'visits' as visits, trace -> 'notes' as notes,
                    event ->> 'type' = any (${typesWith("isInput")}::text[]) as is_input,
                    case when event ->> 'type' in ('send_flow', 'send_content', 'answer', 'person_message')
                         then json_build_object('type', event ->> 'type', 'userId', event ->> 'userId')
                         else event end as event
               from turns
              where turns.page_id = asked.page_id and turns.id > after and turns.id <= through
              order by turns.id
              limit ${limit}) as turn
      left join conversations on conversations.page_id = asked.page_id and conversations.psid = turn.psid
     order by asked.page_id, turn.id`);
}

const messageColumns = sql`
  id, psid, created_at as at, turn_id, flow_id, step, send_id, content, status, reason`;

function listMessages(db: Db, ranges: Range[], limit: number): Promise<WithPage<MessageNews>[]> {
  return db.many(sql`
    select asked.page_id, message.*
      from ${rowsOfPages(ranges)} as asked (page_id text, after bigint, through bigint)
     cross join lateral (
             select ${messageColumns},
                    (select event ->> 'type' from turns
                      where turns.page_id = asked.page_id and turns.id = turn_id) as turn_type
               from messages
              where messages.page_id = asked.page_id and messages.id > after and messages.id <= through
              order by messages.id
              limit ${limit}) as message
     order by asked.page_id, message.id`);
}

/** If one of the tables may have more, the news end before a turn, so that no turn is cut from its messages. */
function cutNews(
  news: Omit<PageNews, "isComplete">,
  { turnShare, messageShare }: { turnShare: number; messageShare: number },
): PageNews {
  const { turns, messages } = news;
  const [lastTurn, lastMessage] = [turns.at(-1), messages.at(-1)];
  const ends = [
    ...(lastTurn && turns.length >= turnShare ? [lastTurn.id - 1] : []),
    // A turn with more messages than were read is cut after all.
    ...(lastMessage && messages.length >= messageShare
      ? [lastMessage.turnId > news.throughId + 1 ? lastMessage.turnId - 1 : lastMessage.id]
      : []),
  ];
  const isComplete = ends.length === 0;
  const newest = Math.max(news.throughId, lastTurn?.id ?? 0, lastMessage?.id ?? 0);
  const throughId = isComplete ? newest : Math.min(...ends);
  const isRead = ({ id }: { id: number }) => id <= throughId;
  return { ...news, throughId, turns: turns.filter(isRead), messages: messages.filter(isRead), isComplete };
}

function byPage<Row extends { pageId: string }>(rows: Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, ({ pageId }) => pageId);
}
