import type { ServerResponse } from "node:http";
import type { StoredMessage, Visitor } from "./visitors.ts";

export type Streams = ReturnType<typeof createStreams>;

/** The event streams of all visitors. */
export function createStreams() {
  const state = {
    /** Sends every event twice, and starts each stream with three known events. */
    repeats: false,
    opened: 0,
  };

  const write = (stream: ServerResponse, message: StoredMessage) => {
    const event = `id: ${message.id}\nevent: message\ndata: ${JSON.stringify(message)}\n\n`;
    stream.write(state.repeats ? event + event : event);
  };

  return {
    state,
    open(visitor: Visitor, response: ServerResponse, after: number): void {
      state.opened += 1;
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
      response.write(":\n\n");
      const from = state.repeats ? after - 3 : after;
      for (const message of visitor.messages) if (message.id > from) write(response, message);
      visitor.streams.add(response);
      response.on("close", () => visitor.streams.delete(response));
    },
    send(visitor: Visitor, message: StoredMessage): void {
      for (const stream of visitor.streams) write(stream, message);
    },
    type(visitor: Visitor, seconds: number): void {
      for (const stream of visitor.streams) stream.write(`event: typing\ndata: {"seconds":${seconds}}\n\n`);
    },
    /** The page's answer so far; empty: it is taken back. */
    write(visitor: Visitor, text: string): void {
      const data = JSON.stringify({ text, seconds: text === "" ? 0 : 20 });
      for (const stream of visitor.streams) stream.write(`event: writing\ndata: ${data}\n\n`);
    },
    /** A member has read the visitor's messages up to this id. */
    read(visitor: Visitor, through: number): void {
      for (const stream of visitor.streams) stream.write(`event: read\ndata: {"through":${through}}\n\n`);
    },
    /** Ends every stream of the visitor cleanly, with a retry time. */
    end(visitor: Visitor, retryMs: number): void {
      for (const stream of visitor.streams) stream.end(`retry: ${retryMs}\n\n`);
      visitor.streams.clear();
    },
    /** Ends them as a crash does, in the middle of an event. */
    cut(visitor: Visitor): void {
      const half = JSON.stringify(visitor.messages.at(-1) ?? {}).slice(0, 20);
      for (const stream of visitor.streams) stream.write(`event: message\ndata: ${half}`, () => stream.destroy());
      visitor.streams.clear();
    },
  };
}
