import type { FastifyReply } from "fastify";

/** One open response of server-sent events. */
export type EventStream = {
  /** The id of the last message written, or the one that the client has. */
  last: number;
  write(text: string): void;
  /** Ends it in order: the client is told when to come back. */
  end(retryMs: number): void;
  close(): void;
};

/** A reader that is this far behind is let go: it comes back for the rest when it can. */
const maxBufferedBytes = 256 * 1024;

export function openStream(reply: FastifyReply, after: number, onClosed: () => void): EventStream {
  reply.hijack();
  const { raw } = reply;
  let isClosed = false;
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
    // A stream that has ended must not hold its connection open, least of all while the server stops.
    connection: "close",
  });

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    raw.end();
    onClosed();
  }
  function write(text: string): void {
    if (isClosed) return;
    raw.write(text);
    if (raw.writableLength > maxBufferedBytes) close();
  }

  raw.on("close", close);
  // A client that left before this has been told already; the caller must know the stream first.
  if (raw.destroyed) setImmediate(close);
  write("retry: 1000\n\n");
  return {
    last: after,
    write,
    end(retryMs) {
      write(`retry: ${retryMs}\n\n`);
      close();
    },
    close,
  };
}
