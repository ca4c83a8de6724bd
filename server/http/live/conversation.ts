import type { HistoryEntry } from "../../store/conversations/history.ts";
import type { EventStream } from "./stream.ts";

/** The open streams of one visitor: they share their look-ups. */
export type Conversation = {
  /** The oldest first. */
  streams: Set<EventStream>;
  /** Brings every stream up to the newest message. Looks that come at once are one. */
  look(): Promise<void>;
};

export type Looking = {
  /** At most `pageSize` messages after an id, the oldest first. */
  lookUp: (after: number) => Promise<HistoryEntry[]>;
  pageSize: number;
  /** A message as an event. */
  render: (said: HistoryEntry) => string;
  onError: (error: unknown) => void;
};

export function openConversation(looking: Looking): Conversation {
  const streams = new Set<EventStream>();
  let isAgain = false;
  let underWay: Promise<void> | undefined;

  async function catchUp(): Promise<void> {
    try {
      while (isAgain && streams.size > 0) {
        isAgain = false;
        await readOn(streams, looking);
      }
    } catch (error) {
      looking.onError(error);
    } finally {
      underWay = undefined;
    }
  }

  return {
    streams,
    look() {
      isAgain = true;
      underWay ??= Promise.resolve().then(catchUp);
      return underWay;
    },
  };
}

/** Always from the table: a signal only says that there may be something. */
async function readOn(streams: Set<EventStream>, { lookUp, pageSize, render }: Looking): Promise<void> {
  while (streams.size > 0) {
    const after = Math.min(...[...streams].map(({ last }) => last));
    const said = await lookUp(after);
    const events = said.map((each) => ({ id: each.id, text: render(each) }));
    // One that was opened meanwhile and stands before them has a look of its own coming.
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
