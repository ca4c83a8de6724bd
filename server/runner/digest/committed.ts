import type { ConversationEvent } from "@banter/core/flow/event.ts";
import type { OutgoingContent } from "@banter/core/flow/outgoing.ts";
import type { Trace } from "@banter/core/flow/trace.ts";
import { textsOf, type WrittenText } from "../../domain/conversations/message-words.ts";
import { type MessageNews, newsOfTurn, type TurnNews, typeOfTurn } from "../../store/conversations/news.ts";
import type { TurnRows } from "../../store/runtime/commit.ts";
import type { Lease } from "../../store/runtime/leases.ts";
import { type Committed, createRecent, type Recent } from "./recent.ts";

/** A turn and its messages, as they were committed. */
export type CommittedTurn = Committed & { turn: TurnNews; messages: MessageNews[] };

/** The texts of a turn and its messages. They wait longer than the turn, which is large. */
type CommittedTexts = Committed & { texts: WrittenText[] };

/** Both are dropped together; each is released by its own digest. */
export type RecentNews = {
  turns: Recent<CommittedTurn>;
  texts: Recent<CommittedTexts>;
  add(lease: Lease, turns: CommittedTurn[]): void;
  drop(pageId: string): void;
};

const maxBytes = { turns: 24_000_000, texts: 8_000_000 };

export function recentNews(): RecentNews {
  const turns = createRecent<CommittedTurn>(bytesOfTurn, maxBytes.turns);
  const texts = createRecent<CommittedTexts>(bytesOfTexts, maxBytes.texts);
  return {
    ...{ turns, texts },
    add(lease, committed) {
      turns.add(lease, committed);
      texts.add(lease, committed.map(textsOfTurn));
    },
    drop(pageId) {
      turns.drop(pageId);
      texts.drop(pageId);
    },
  };
}

const bytesOfTurn = ({ turn, messages }: CommittedTurn) => 1000 * (1 + messages.length) + 2 * lengthOf(turn.event);
const bytesOfTexts = ({ texts }: CommittedTexts) => texts.reduce((all, { text }) => all + 100 + 2 * text.length, 200);

const lengthOf = (event: ConversationEvent) => ("text" in event ? (event.text?.length ?? 0) : 0);

const textsOfTurn = ({ id, throughId, turn, messages }: CommittedTurn): CommittedTexts => ({
  ...{ id, throughId },
  texts: textsOf({ turns: [turn], messages }),
});

/** The turns of a batch by their pages, each in the order of their ids. */
export function turnsByPage({ turns, messages, now }: TurnRows): Map<string, CommittedTurn[]> {
  const at = new Date(now);
  const messagesOf = Map.groupBy(messages, ({ turn_id }) => turn_id);
  const byPage = new Map<string, CommittedTurn[]>();
  for (const { page_id, id, psid, event, trace } of turns) {
    const turn = newsOfTurn({ id, psid, at, event: event as ConversationEvent, trace: trace as Trace });
    const ofTurn = (messagesOf.get(id) ?? []).map((message) => ({
      ...{ id: message.id, psid, at, turnId: id, turnType: typeOfTurn(turn.event), flowId: message.flow_id },
      content: message.content as OutgoingContent,
    }));
    const committed = { id, throughId: ofTurn.at(-1)?.id ?? id, turn, messages: ofTurn };
    const ofPage = byPage.get(page_id);
    if (ofPage) ofPage.push(committed);
    else byPage.set(page_id, [committed]);
  }
  return byPage;
}
