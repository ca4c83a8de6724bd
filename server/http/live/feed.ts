import type { EventStream } from "./stream.ts";

/** Open streams of the same thing: one visitor's conversation, or one page. They share their reads of the database. */
export type Feed = {
  /** In the order they were opened. */
  streams: Set<EventStream>;
  /** Brings every stream up to the newest entry. Concurrent calls share one read. */
  poll(): Promise<void>;
};

/** Entries in the order of their ids, which only rise. */
export type FeedSource<Entry extends { id: number }> = {
  /** At most `pageSize` entries after an id, the lowest id first. */
  readAfter: (after: number) => Promise<Entry[]>;
  pageSize: number;
  /** An entry as the text of a server-sent event. */
  render: (entry: Entry) => string;
  /** Called after each read, when its entries are sent. */
  afterRead?: (streams: Iterable<EventStream>) => void;
  onError: (error: unknown) => void;
};

export function openFeed<Entry extends { id: number }>(source: FeedSource<Entry>): Feed {
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

/** Reads from the table: a signal only says that there may be new entries. */
async function catchUpOnce<Entry extends { id: number }>(
  streams: Set<EventStream>,
  { readAfter, pageSize, render, afterRead }: FeedSource<Entry>,
): Promise<void> {
  while (streams.size > 0) {
    const after = Math.min(...[...streams].map(({ last }) => last));
    const entries = await readAfter(after);
    const events = entries.map((entry) => ({ id: entry.id, text: render(entry) }));
    // A stream that was opened during the read and is further behind has its own poll coming.
    for (const stream of streams) if (stream.last >= after) send(stream, events);
    if (entries.length < pageSize) return afterRead?.(streams);
  }
}

function send(stream: EventStream, events: { id: number; text: string }[]): void {
  for (const { id, text } of events) {
    if (id <= stream.last) continue;
    stream.last = id;
    stream.write(text);
  }
}
