import type { Deps } from "../../deps.ts";
import type { Visitor } from "../../domain/sending/visitors.ts";
import { type HistoryEntry, listHistoryAfter, type ReadPosition } from "../../store/conversations/history.ts";
import { isUnavailable } from "../../store/db/errors.ts";
import { sharedStatement } from "../../store/db/shared-statement.ts";
import { webchatMessage } from "../webchat-message.ts";
import type { Looking } from "./conversation.ts";

const pageSize = 100;

/**
 * How conversations are read for streams. Visitors share statements, of which few run at a time: a storm of streams must
 * leave connections to those who run the pages.
 */
export function conversationReader(deps: Deps): (visitor: Visitor) => Looking {
  async function read(places: ReadPosition[]): Promise<HistoryEntry[][]> {
    try {
      return await listHistoryAfter(deps.db, places, pageSize);
    } catch (error) {
      // One line for all: the streams stay open and look again, with their next heartbeat or when the database is back.
      deps.log.warn({ err: error, conversations: places.length }, "conversations not read");
      throw error;
    }
  }
  const lookUp = sharedStatement({
    run: read,
    maxSize: 100,
    maxRunning: 2,
    // Each visitor waits at most once, and their number is limited.
    maxWaiting: Number.POSITIVE_INFINITY,
  });
  return ({ pageId, psid }) => ({
    pageSize,
    lookUp: (after) => lookUp({ pageId, psid, after }),
    render(said) {
      const data = JSON.stringify(webchatMessage(deps, pageId, said));
      return `id: ${said.id}\nevent: message\ndata: ${data}\n\n`;
    },
    onError(error) {
      if (!isUnavailable(error)) deps.log.error({ err: error, pageId, psid }, "event streams not served");
    },
  });
}
