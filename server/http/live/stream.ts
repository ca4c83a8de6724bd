import type { FastifyReply } from "fastify";

/** An open response of server-sent events. */
export type EventStream = {
  /** The id of the last message that the client has. */
  last: number;
  write(text: string): void;
  /** Tells the client when to come back, then closes. */
  end(retryMs: number): void;
  close(): void;
};

/** A client with this much unread data is disconnected. It reconnects for the rest. */
const maxBufferedBytes = 256 * 1024;
/** How long a client may take to read the rest of a closed stream, which no limit counts any more. */
const maxFlushMs = 5000;

export function openStream(reply: FastifyReply, after: number, onClosed: () => void): EventStream {
  reply.hijack();
  const { raw } = reply;
  let isClosed = false;
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
    // An ended stream must not keep its connection open, above all while the server stops.
    connection: "close",
  });

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    raw.end();
    const flushed = setTimeout(() => raw.destroy(), maxFlushMs).unref();
    raw.once("close", () => clearTimeout(flushed));
    onClosed();
  }
  function write(text: string): void {
    if (isClosed) return;
    raw.write(text);
    if (raw.writableLength > maxBufferedBytes) close();
  }

  raw.on("close", close);
  // If the client is already gone, no close event comes any more. Wait until the caller has registered the stream.
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
