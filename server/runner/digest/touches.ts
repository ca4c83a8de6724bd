import type { PageLive } from "../../live/page-live.ts";
import { touchConversations } from "../../store/conversations/conversations.ts";
import type { Db } from "../../store/db/db.ts";

/** Conversations that have changed without a turn or a message. */
export type Touches = {
  /** States of messages have changed. Only open streams are told. */
  onStates(pageId: string, psid: string): void;
  /** Something that the inbox shows has changed: the customer, or how many messages have failed. */
  onRow(pageId: string, psid: string): void;
  /** Pages with the same key may have their rows in one statement. */
  flush(db: Db, batchKeyOf: (pageId: string) => string): Promise<void>;
};

/** More than this many of a page at a time are left out: clients read again by themselves. */
const maxPerPage = 500;
/** A transaction writes this many, and those of one page more. */
const maxAtOnce = 1000;

/** Gathers changes until the next look of the digest, so that a campaign's outcomes do not become an event each. */
export function createTouches(live: PageLive): Touches {
  const states = new Map<string, Set<string>>();
  const lines = new Map<string, Set<string>>();
  const add = (to: Map<string, Set<string>>, pageId: string, psid: string) => {
    const psids = to.get(pageId) ?? new Set();
    to.set(pageId, psids);
    if (psids.size < maxPerPage) psids.add(psid);
  };

  return {
    onStates(pageId, psid) {
      if (live.isWatched(pageId)) add(states, pageId, psid);
    },
    onRow: (pageId, psid) => add(lines, pageId, psid),
    async flush(db, batchKeyOf) {
      for (const [pageId, psids] of takeAll(states))
        for (const psid of psids) live.publish(pageId, { type: "messages_changed", psid });
      const touched: string[] = [];
      try {
        // Changes that come meanwhile are for the next flush.
        for (const piece of piecesOf([...lines], batchKeyOf)) {
          for (const { pageId } of piece) lines.delete(pageId);
          try {
            await db.transact((db) => touchConversations(db, piece));
          } catch (error) {
            for (const { pageId, psids } of piece) for (const psid of psids) add(lines, pageId, psid);
            throw error;
          }
          touched.push(...piece.map(({ pageId }) => pageId));
        }
      } finally {
        live.conversationsChanged(touched);
      }
    },
  };
}

type Piece = { pageId: string; psids: string[] }[];

function piecesOf(lines: [pageId: string, psids: Set<string>][], batchKeyOf: (pageId: string) => string): Piece[] {
  const pieces: Piece[] = [];
  for (const group of Map.groupBy(lines, ([pageId]) => batchKeyOf(pageId)).values()) {
    let size = maxAtOnce;
    for (const [pageId, psids] of group) {
      if (size >= maxAtOnce) pieces.push([]);
      size = (size >= maxAtOnce ? 0 : size) + psids.size;
      pieces.at(-1)?.push({ pageId, psids: [...psids].sort() });
    }
  }
  return pieces;
}

function takeAll(from: Map<string, Set<string>>): [pageId: string, psids: Set<string>][] {
  const taken = [...from];
  from.clear();
  return taken;
}
