import type { Deps } from "../../deps.ts";
import type { Visitor } from "../../domain/sending/visitors.ts";
import { isUnavailable } from "../../store/db/errors.ts";
import { sharedStatement } from "../../store/db/shared-statement.ts";
import {
  type HistoryEntry,
  type HistoryPart,
  listHistoryAfter,
  type ReadPosition,
} from "../../store/runtime/history.ts";
import type { FeedSource } from "./feed.ts";
import type { EventStream } from "./stream.ts";
import { webchatMessage } from "./webchat-message.ts";

const pageSize = 100;

/**
 * Reads conversations for streams. Visitors share statements, and few statements run at a time: many streams that open
 * at once must leave database connections for everything else.
 */
export function conversationReader(deps: Deps): (visitor: Visitor) => FeedSource<HistoryEntry> {
  async function read(places: ReadPosition[]): Promise<HistoryPart[]> {
    try {
      return await listHistoryAfter(deps.db, places, pageSize);
    } catch (error) {
      // One log line for all. The streams stay open and poll again with their next heartbeat.
      deps.log.warn({ err: error, conversations: places.length }, "conversations not read");
      throw error;
    }
  }
  const readAfter = sharedStatement({
    run: read,
    maxSize: 100,
    maxRunning: 2,
    // A visitor waits at most once, and the number of visitors is limited.
    maxWaiting: Number.POSITIVE_INFINITY,
  });
  return ({ pageId, psid }) => {
    const receipts = readReceipts();
    return {
      pageSize,
      async readAfter(after) {
        const { entries, readThrough } = await readAfter({ pageId, psid, after });
        receipts.readThrough(readThrough);
        return entries;
      },
      afterRead: receipts.send,
      render(said) {
        const data = JSON.stringify(webchatMessage(deps, pageId, said));
        return `id: ${said.id}\nevent: message\ndata: ${data}\n\n`;
      },
      onError(error) {
        if (!isUnavailable(error)) deps.log.error({ err: error, pageId, psid }, "event streams not served");
      },
    };
  };
}

/** Tells each stream once how far members have read. */
function readReceipts() {
  const told = new WeakMap<EventStream, number>();
  let newest = 0;
  return {
    readThrough: (id: number) => {
      newest = Math.max(newest, id);
    },
    send: (streams: Iterable<EventStream>) => {
      for (const stream of streams) {
        if ((told.get(stream) ?? 0) >= newest) continue;
        told.set(stream, newest);
        stream.write(`event: read\ndata: {"through":${newest}}\n\n`);
      }
    },
  };
}
