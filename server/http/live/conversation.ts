import type { HistoryEntry } from "../../store/conversations/history.ts";
import type { EventStream } from "./stream.ts";

/** The open streams of one visitor. They share their reads of the database. */
export type Conversation = {
  /** In the order they were opened. */
  streams: Set<EventStream>;
  /** Brings every stream up to the newest message. Concurrent calls share one read. */
  poll(): Promise<void>;
};

export type ConversationSource = {
  /** At most `pageSize` messages after an id, the oldest first. */
  readAfter: (after: number) => Promise<HistoryEntry[]>;
  pageSize: number;
  /** A message as the text of a server-sent event. */
  render: (said: HistoryEntry) => string;
  onError: (error: unknown) => void;
};

export function openConversation(source: ConversationSource): Conversation {
  const streams = new Set<EventStream>();
  let isPolled = false;
  let running: Promise<void> | undefined;

  async function catchUp(): Promise<void> {
    try {
      while (isPolled && streams.size > 0) {
        isPolled = false;
        await catchUpOnce(streams, source);
      }
    } catch (error) {
      source.onError(error);
    } finally {
      running = undefined;
    }
  }

  return {
    streams,
    poll() {
      isPolled = true;
      running ??= Promise.resolve().then(catchUp);
      return running;
    },
  };
}

/** Reads from the table: a signal only says that there may be new messages. */
async function catchUpOnce(
  streams: Set<EventStream>,
  { readAfter, pageSize, render }: ConversationSource,
): Promise<void> {
  while (streams.size > 0) {
    const after = Math.min(...[...streams].map(({ last }) => last));
    const said = await readAfter(after);
    const events = said.map((each) => ({ id: each.id, text: render(each) }));
    // A stream that was opened during the read and is further behind has its own poll coming.
    for (const stream of streams) if (stream.last >= after) send(stream, events);
    if (said.length < pageSize) return;
  }
}

function send(stream: EventStream, events: { id: number; text: string }[]): void {
  for (const { id, text } of events) {
    if (id <= stream.last) continue;
    stream.last = id;
    stream.write(text);
  }
}
