import { entryOfMessage, entryOfTurn } from "../../domain/conversations/entries.ts";
import { type ConversationChange, saveConversations } from "../../store/conversations/conversations.ts";
import type { DigestNews, DigestPart } from "./part.ts";

/** The lines of the inbox. */
export const conversationsPart: DigestPart<ConversationChange> = {
  name: "conversations",
  rowsOf: (news) => news.flatMap(changesOf),
  write: saveConversations,
};

/** Every turn may have changed its customer, so that a conversation counts as changed also without a new entry. */
function changesOf({ pageId, turns, messages, nextChange }: DigestNews): ConversationChange[] {
  const changes = new Map<string, ConversationChange>();
  const news = [
    ...turns.map((turn) => ({
      ...{ id: turn.id, psid: turn.psid, entry: entryOfTurn(turn) },
      isCounted: turn.event.type === "message" || turn.event.type === "press",
    })),
    ...messages.map((message) => ({
      ...{ id: message.id, psid: message.psid },
      entry: entryOfMessage(message, message.turnType === "person_message"),
      isCounted: false,
    })),
  ].sort((one, other) => one.id - other.id);
  for (const { id, psid, entry, isCounted } of news) {
    const change = changes.get(psid) ?? unchanged(pageId, psid);
    changes.set(psid, change);
    if (!entry) continue;
    change.last = { id, ...entry };
    if (entry.from === "customer") {
      change.hasWritten = true;
      if (isCounted) change.inputs.push(id);
    }
    if (entry.from === "person") {
      change.answeredAt = id;
      change.inputs = [];
    }
  }
  // In the order of their last news, so that streams report them in that order.
  return [...changes.values()].map((change) => ({ ...change, changed: nextChange() }));
}

const unchanged = (pageId: string, psid: string): ConversationChange => ({
  ...{ pageId, psid, changed: 0 },
  last: null,
  hasWritten: false,
  answeredAt: 0,
  inputs: [],
});
