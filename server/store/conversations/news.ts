import type { Plan } from "@banter/core/audience/send-plan.ts";
import type { ConversationEvent } from "@banter/core/flow/event.ts";
import type { Goal } from "@banter/core/flow/happenings/goal.ts";
import type { OutgoingContent } from "@banter/core/flow/outgoing.ts";
import type { Note, Trace, TriggerCheck, TurnOutcome, Visit } from "@banter/core/flow/trace.ts";
import type { Db } from "../db/db.ts";
import { pagesOf, rowsOfPages, sql } from "../db/sql.ts";

/** A stored turn. Outcome, triggers, visits and notes are null once they were forgotten. */
export type TurnNews = {
  id: number;
  psid: string;
  at: Date;
  event: ConversationEvent;
  outcome: TurnOutcome | null;
  triggers: TriggerCheck[] | null;
  visits: Visit[] | null;
  notes: Note[] | null;
  goals?: Goal[];
  /** False if its steps were counted as it was stored. */
  isCountedLater: boolean;
};

export type MessageNews = {
  id: number;
  psid: string;
  at: Date;
  turnId: number;
  /** The type of the event that it answers to; null if that is gone. */
  turnType: TurnType | null;
  flowId: number | null;
  content: OutgoingContent;
};

/** Plans send by the same events as programs: the plan tells what it is. */
export type TurnType = ConversationEvent["type"] | Plan["type"];

export const typeOfTurn = (event: ConversationEvent): TurnType =>
  "plan" in event && event.plan ? event.plan.type : event.type;

/** The same message goes to very many customers. */
export const isBulk = (type: TurnType | null): boolean => type === "broadcast" || type === "sequence";

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
type StoredTurn = Pick<TurnNews, "id" | "psid" | "at" | "event"> & { trace: Trace | null };
type StoredMessage = Omit<MessageNews, "turnType">;
type WithPage<Row> = Row & { pageId: string };

/** Fields are taken here, not by the statement: PostgreSQL would parse the whole document for each of them. */
export const newsOfTurn = ({ id, psid, at, event, trace }: StoredTurn): TurnNews => ({
  ...{ id, psid, at, event },
  outcome: trace?.outcome ?? null,
  triggers: trace?.triggers ?? null,
  visits: trace?.visits ?? null,
  notes: trace?.notes ?? null,
  ...(trace?.goals && { goals: trace.goals }),
  isCountedLater: trace?.isCountedLater ?? false,
});

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
  const news = positions.map(({ pageId, throughId }) => {
    const [turns, messages] = [turnsOf.get(pageId) ?? [], messagesOf.get(pageId) ?? []];
    return cutNews({ pageId, throughId, turns, messages }, { turnShare, messageShare });
  });
  return withTypes(db, news);
}

/** The newest turns and messages of one page after a position, in any order. */
export async function listNewestNews(
  db: Db,
  pageId: string,
  { after, limit }: { after: number; limit: number },
): Promise<NewestNews> {
  const turns = await db.many<NewestNews["turns"][number]>(sql`
    select id, psid, event from turns where page_id = ${pageId} and id > ${after} order by id desc limit ${limit}`);
  const messages = await db.many<StoredMessage>(sql`
    select ${messageColumns} from messages where page_id = ${pageId} and id > ${after} order by id desc limit ${limit}`);
  const [news] = await withTypes(db, [{ pageId, turns, messages }]);
  return { turns, messages: news?.messages ?? [] };
}

type NewestNews = { turns: Pick<TurnNews, "id" | "psid" | "event">[]; messages: MessageNews[] };

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

async function listTurns(db: Db, ranges: Range[], limit: number): Promise<WithPage<TurnNews>[]> {
  const turns = await db.many<WithPage<StoredTurn>>(sql`
    select asked.page_id, turn.id, turn.psid, turn.at, turn.event, turn.trace
      from ${rowsOfPages(ranges)} as asked (page_id text, after bigint, through bigint)
     cross join lateral (
             select id, psid, at, event, trace
               from turns
              where turns.page_id = asked.page_id and turns.id > after and turns.id <= through
              order by turns.id
              limit ${limit}) as turn
     order by asked.page_id, turn.id`);
  return turns.map((turn) => ({ ...newsOfTurn(turn), pageId: turn.pageId }));
}

const messageColumns = sql`id, psid, created_at as at, turn_id, flow_id, content`;

function listMessages(db: Db, ranges: Range[], limit: number): Promise<WithPage<StoredMessage>[]> {
  return db.many(sql`
    select asked.page_id, message.*
      from ${rowsOfPages(ranges)} as asked (page_id text, after bigint, through bigint)
     cross join lateral (
             select ${messageColumns}
               from messages
              where messages.page_id = asked.page_id and messages.id > after and messages.id <= through
              order by messages.id
              limit ${limit}) as message
     order by asked.page_id, message.id`);
}

type UntypedNews = Omit<PageNews, "messages"> & { messages: StoredMessage[] };

type Untyped = { pageId: string; turns: Pick<TurnNews, "id" | "event">[]; messages: StoredMessage[] };

/** A turn is read together with its messages, unless it has more of them than are read at once. */
async function withTypes<News extends Untyped>(db: Db, news: News[]): Promise<(News & { messages: MessageNews[] })[]> {
  const types = new Map(news.flatMap(({ turns }) => turns.map(({ id, event }) => [id, typeOfTurn(event)])));
  const missing = news.flatMap(({ pageId, messages }) => {
    const turnIds = new Set(messages.map(({ turnId }) => turnId));
    return [...turnIds].filter((id) => !types.has(id)).map((id) => ({ pageId, id }));
  });
  if (missing.length > 0) for (const { id, type } of await listTurnTypes(db, missing)) types.set(id, type);
  const typed = (message: StoredMessage) => ({ ...message, turnType: types.get(message.turnId) ?? null });
  return news.map((page) => ({ ...page, messages: page.messages.map(typed) }));
}

/** An id names one turn over all pages. */
export function listTurnTypes(
  db: Db,
  asked: { pageId: string; id: number }[],
): Promise<{ id: number; type: TurnType }[]> {
  return db.many(sql`
    select turns.id, coalesce(event -> 'plan' ->> 'type', event ->> 'type') as type
      from unnest(${pagesOf(asked)}, ${asked.map(({ id }) => id)}::bigint[]) as asked (page_id, id)
      join turns on turns.page_id = asked.page_id and turns.id = asked.id`);
}

/** If one of the tables may have more, the news end before a turn, so that no turn is cut from its messages. */
function cutNews(
  news: Omit<UntypedNews, "isComplete">,
  { turnShare, messageShare }: { turnShare: number; messageShare: number },
): UntypedNews {
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
