import { traitsOf } from "@banter/core/flow/event-traits.ts";
import { botAnswers, type TurnOutcome } from "@banter/core/flow/trace.ts";
import { type Entry, entryOfMessage, entryOfTurn } from "../../domain/conversations/entries.ts";
import { type ConversationChange, saveConversations } from "../../store/conversations/conversations.ts";
import { isBulk, type TurnNews } from "../../store/conversations/news.ts";
import type { DigestNews, DigestPart } from "./part.ts";

/** The lines of the inbox. */
export const conversationsPart: DigestPart<ConversationChange> = {
  name: "conversations",
  gather() {
    const rows: ConversationChange[] = [];
    return { add: (news) => void rows.push(...changesOf(news)), rows: () => rows };
  },
  write: saveConversations,
};

/** One turn or message. `answer`: what it means for a customer who waits. */
type News = {
  id: number;
  psid: string;
  at: number;
  entry: Entry | undefined;
  answer?: "asked" | "answered" | undefined;
};

/** Every turn may have changed its customer, so that a conversation counts as changed also without a new entry. */
function changesOf({ pageId, turns, messages, nextChange }: DigestNews): ConversationChange[] {
  const changes = new Map<string, ConversationChange>();
  const replied = new Set(messages.map(({ turnId }) => turnId));
  const news: News[] = [
    ...turns.map((turn) => ({
      ...{ id: turn.id, psid: turn.psid, at: turn.at.getTime(), entry: entryOfTurn(turn) },
      answer: answerOf(turn, replied),
    })),
    ...messages.map((message) => ({
      ...{ id: message.id, psid: message.psid, at: message.at.getTime() },
      // Bulk mail would bury the customers who have written: its conversations come up when they answer it.
      entry: isBulk(message.turnType) ? undefined : entryOfMessage(message, message.turnType === "person_message"),
    })),
  ].sort((one, other) => one.id - other.id);
  for (const one of news) {
    const change = changes.get(one.psid) ?? unchanged(pageId, one.psid);
    changes.set(one.psid, change);
    add(change, one);
  }
  // In the order of their last news, so that streams report them in that order.
  return [...changes.values()].map((change) => ({ ...change, changed: nextChange() }));
}

function add(change: ConversationChange, { id, at, entry, answer }: News): void {
  if (entry) change.last = { id, ...entry };
  if (entry?.from === "customer") change.hasWritten = true;
  if (entry?.from === "person") {
    change.answeredAt = id;
    change.inputs = [];
  }
  if (entry?.from === "customer" && answer) change.input = { id, at };
  if (answer === "asked") {
    change.inputs.push(id);
    change.asked = { id, since: change.asked?.since ?? at };
  } else if (answer === "answered" || entry?.from === "person") {
    change.isAnswered = true;
    change.asked = null;
  }
}

/**
 * Words that the bot has not answered ask for a person; words that it has, and members who leave the rest to it, ask for
 * nobody. Undefined for all other turns.
 */
function answerOf({ id, event, outcome, triggers }: TurnNews, replied: ReadonlySet<number>): News["answer"] {
  if (!traitsOf(event).isWords)
    return (outcome && endings.includes(outcome)) || event.type === "start_flow" ? "answered" : undefined;
  // A blocked customer asks for nothing, nor does a picture behind others of its album.
  if (triggers?.some(({ on }) => on === "block" || on === "album")) return undefined;
  const isAnswered = outcome === null ? replied.has(id) : outcome === "went_on" || botAnswers.includes(outcome);
  return isAnswered ? "answered" : "asked";
}

const endings: readonly TurnOutcome[] = ["given_back", "hand_over_ended", "blocked"];

const unchanged = (pageId: string, psid: string): ConversationChange => ({
  ...{ pageId, psid, changed: 0 },
  last: null,
  hasWritten: false,
  answeredAt: 0,
  inputs: [],
  isAnswered: false,
  asked: null,
  input: null,
});
