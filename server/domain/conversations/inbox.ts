import type { Conversation, ConversationMessage } from "@banter/core/api/management/conversations.ts";
import { isMessage } from "@banter/core/flow/outgoing.ts";
import { invalidFields, notFound } from "@banter/core/model/error.ts";
import type { MessagingWindow } from "../../channels/messaging-window.ts";
import type { Deps } from "../../deps.ts";
import {
  countLines,
  findLine,
  isByAge,
  type LineChoice,
  type LineEnd,
  type LinePlace,
  listChangedLines,
} from "../../store/conversations/lines.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import { findRecipients } from "../../store/runtime/customers.ts";
import { listPurchases, listThread, listTurnEntries, type ThreadPart } from "../../store/runtime/thread.ts";
import type { ThreadEntry } from "../../store/runtime/thread-entry.ts";
import { getInboxView } from "./inbox-views.ts";
import { lineForm } from "./line-form.ts";
import { listMeeting, listPart } from "./list-part.ts";
import { messageForms } from "./message-form.ts";
import { searchConversations } from "./search.ts";

/** `view`: a saved view, in place of `filter` and `member`. */
export type InboxQuery = LineChoice & {
  view?: number | undefined;
  search?: string | undefined;
  before?: string | undefined;
  limit: number;
};

type Inbox = {
  conversations: Conversation[];
  next: string | null;
  counts: { unread: number; waiting: number; snoozed: number; failed: number; mine: number } | null;
};

const maxCount = 1000;

/** One page of the inbox. The counts come with the first page only, and not with a search or a view. */
export async function listInbox(deps: Deps, pageId: string, query: InboxQuery): Promise<Inbox> {
  const { search = "", before, limit, userId, view } = query;
  const { filter, member, condition } =
    view === undefined ? { ...query, condition: null } : await getInboxView(deps, pageId, view);
  const choice = { filter, userId, member: member ?? undefined };
  if (search.trim() !== "")
    return {
      ...(await searchConversations(deps, pageId, { ...choice, condition, search, before, limit })),
      counts: null,
    };
  const isCounted = before === undefined && view === undefined;
  const counts = isCounted ? await countLines(deps.db, pageId, { userId, max: maxCount }) : null;
  const wanted = { ...choice, before: before === undefined ? null : placeOf(before, isByAge(filter)), limit };
  const { lines, end } = await (condition
    ? listMeeting(deps, pageId, wanted, condition)
    : listPart(deps, pageId, wanted));
  return {
    conversations: lines.map((line) => lineForm(line)),
    next: end ? nextOf(end, isByAge(filter)) : null,
    counts,
  };
}

/** Those who are put off until they write are behind all others. */
const nextOf = ({ lastId, neededAt }: LineEnd, hasTime: boolean): string =>
  hasTime ? `${neededAt?.getTime() ?? "never"}-${lastId}` : String(lastId);

function placeOf(before: string, hasTime: boolean): LinePlace {
  const [, time, id] = (hasTime ? /^([0-9]{1,15}|never)-([0-9]{1,15})$/ : /^()([0-9]{1,15})$/).exec(before) ?? [];
  if (id === undefined) throw invalidFields([{ path: "/before", message: "must be the `next` of a page" }]);
  return { lastId: Number(id), neededAt: time ? (time === "never" ? Number.POSITIVE_INFINITY : Number(time)) : null };
}

/** Conversations with a change after this one, in the order of their last changes. */
export async function listChangedConversations(
  { db }: Pick<Deps, "db">,
  pageId: string,
  after: number,
  limit: number,
): Promise<Conversation[]> {
  return (await listChangedLines(db, pageId, after, limit)).map((line) => lineForm(line));
}

export async function getConversation({ db, pages, channels, live }: Deps, pageId: string, psid: string) {
  const [line, [customer], page] = await Promise.all([
    findLine(db, pageId, psid),
    findRecipients(db, [{ pageId, psid }]),
    pages.page(pageId),
  ]);
  const channel = page && channels[page.channel];
  if (!line || !channel) throw notFound("conversation");
  const messagingWindow = channel.outbound?.window ?? null;
  return {
    conversation: lineForm(line),
    window: {
      ...windowForm(messagingWindow, customer?.silentSeconds ?? null),
      takes_templates: channel.templates !== null,
      tags: (messagingWindow?.tags ?? []).filter((tag) => tag !== channel.templates?.tag),
    },
    present: live.listPresent(pageId, psid),
  };
}

/** A customer who has never written has no window: the platform decides. */
function windowForm(window: MessagingWindow | null, silentSeconds: number | null) {
  if (!window || silentSeconds === null) return { is_open: true, open_until: null };
  const leftMs = (window.seconds - silentSeconds) * 1000;
  return leftMs > 0
    ? { is_open: true, open_until: new Date(databaseNow() + leftMs) }
    : { is_open: false, open_until: null };
}

/** Messages that a customer has quoted are looked up among the read ones and this many before them. */
const quotable = 40;

export async function listConversationMessages(
  { db }: Deps,
  pageId: string,
  psid: string,
  { only, ...part }: ThreadPart & { only?: "purchases" | undefined },
): Promise<{ messages: ConversationMessage[]; has_more: boolean }> {
  if (only) return { messages: messageForms(await listPurchases(db, pageId, psid, part.limit)), has_more: false };
  const isForward = part.after !== undefined;
  const entries = await listThread(db, pageId, psid, { ...part, limit: part.limit + 1 });
  const isCut = entries.length > part.limit;
  const shown = isForward ? entries.slice(0, part.limit) : entries.slice(-part.limit);
  const hasQuotes = shown.some(({ event }) => event?.type === "message" && event.quoted);
  const first = shown[0]?.id;
  const others = hasQuotes && first ? await listThread(db, pageId, psid, { before: first, limit: quotable }) : [];
  const answered = await listAnswered({ db }, pageId, psid, shown);
  return { messages: messageForms(shown, [...others, ...answered]), has_more: isCut };
}

/** The customer's messages that members have answered, unless they are among the read entries. */
async function listAnswered({ db }: Pick<Deps, "db">, pageId: string, psid: string, shown: ThreadEntry[]) {
  const read = new Set(shown.map(({ id }) => id));
  const ids = shown.flatMap(({ content }) => (content && isMessage(content) && content.quoted?.id) || []);
  const missing = ids.filter((id) => !read.has(id));
  return missing.length === 0 ? [] : listTurnEntries(db, pageId, psid, missing);
}
