import type { ConversationEvent } from "@banter/core/flow/event.ts";
import type { OutgoingContent } from "@banter/core/flow/outgoing.ts";
import { searchWords } from "@banter/core/match/words.ts";
import type { WordRow } from "../../store/conversations/message-words.ts";
import { isBulk, type MessageNews, type TurnNews } from "../../store/conversations/news.ts";
import { pageTerm } from "../page-term.ts";

type Written = {
  turns: Pick<TurnNews, "id" | "psid" | "event">[];
  messages: Pick<MessageNews, "id" | "psid" | "turnType" | "flowId" | "content">[];
};

/** A text that the search finds. */
export type WrittenText = { id: number; psid: string; text: string };

/**
 * The texts of a page's new messages: of customers, of members, and those that programs have sent. The texts of flows,
 * broadcasts and sequences are left out: each of them is the same in very many conversations.
 */
export function textsOf({ turns, messages }: Written): WrittenText[] {
  return [
    ...turns.map(({ id, psid, event }) => ({ id, psid, text: textOfEvent(event) })),
    ...messages
      .filter(({ flowId, turnType }) => flowId === null && !isBulk(turnType))
      .map(({ id, psid, content }) => ({ id, psid, text: textOfContent(content) })),
  ].filter(({ text }) => text !== "");
}

/** A text without words has no row. */
export function wordRowsOf(pageId: string, texts: WrittenText[]): WordRow[] {
  return texts.flatMap(({ id, psid, text }) => {
    const words = searchWords(text);
    return words.length === 0
      ? []
      : [{ page_id: pageId, id, psid, words: words.map((word) => pageTerm(pageId, word)) }];
  });
}

/** The query for messages that have all the words; with `isPrefix` the last one may go on. */
export function wordQuery(pageId: string, words: string[], isPrefix: boolean): string {
  return words
    .map((word, index) => `'${pageTerm(pageId, word)}'${isPrefix && index === words.length - 1 ? ":*" : ""}`)
    .join(" & ");
}

function textOfEvent(event: ConversationEvent): string {
  if (event.type === "press") return event.title;
  if (event.type === "comment") return event.text;
  return event.type === "message" || event.type === "takeover" ? (event.text ?? "") : "";
}

function textOfContent(content: OutgoingContent): string {
  if (content.type === "text") return content.text;
  if (content.type === "reaction") return "";
  if (content.type === "comment_action") return content.action === "answer" ? content.text : "";
  if (content.type !== "cards") return "";
  return content.elements.map(({ title, subtitle = "" }) => `${title} ${subtitle}`).join(" ");
}
