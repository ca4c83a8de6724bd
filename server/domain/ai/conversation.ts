import type { Db } from "../../store/db/db.ts";
import type { HistoryEntry } from "../../store/runtime/history.ts";
import { listHistoryBefore } from "../../store/runtime/history.ts";
import type { ChatMessage } from "./protocols/protocol.ts";

/** Longest message of a history. */
const maxLength = 4000;

/**
 * The conversation as a model sees it, up to the request with this id: `history` messages, and the customer's newest
 * `words` messages as one question behind them. Empty if the customer has not written.
 */
export async function readConversation(
  db: Db,
  { pageId, psid, before, history, words }: Place & { before: number; history: number; words: number },
): Promise<ChatMessage[]> {
  const messages = await readMessages(db, { pageId, psid, before, limit: history + words + maxBetween });
  const newest = messages.filter(({ from }) => from === "customer").slice(-words);
  if (newest.length === 0) return [];
  // Messages of the page since then, such as the first message of this flow, stand before the question too.
  const earlier = messages.filter((message) => !newest.includes(message));
  const text = newest.map(({ text }) => text).join("\n");
  return [...(history === 0 ? [] : earlier.slice(-history)), { from: "customer", text: text.slice(-maxLength) }];
}

/** The newest words of both sides, oldest first; with `before`, up to the request with this id. */
export async function readMessages(
  db: Db,
  { pageId, psid, before = Number.MAX_SAFE_INTEGER, limit }: Place & { before?: number; limit: number },
): Promise<ChatMessage[]> {
  return (await listHistoryBefore(db, pageId, psid, { before, limit })).flatMap(messageOf);
}

type Place = { pageId: string; psid: string };

/** Messages of the page that may stand between the customer's words and the call. */
const maxBetween = 10;

function messageOf({ event, content }: HistoryEntry): ChatMessage[] {
  const text = event ? wordsOf(event) : content.type === "text" ? content.text : "";
  if (text.trim() === "") return [];
  return [{ from: event ? "customer" : "page", text: text.slice(0, maxLength).toWellFormed() }];
}

function wordsOf(event: NonNullable<HistoryEntry["event"]>): string {
  if (event.type === "message") return event.text;
  return event.type === "press" ? event.title : "";
}
