import { randomInt } from "node:crypto";
import type { FastifyReply } from "fastify";
import type { Deps } from "../deps.ts";
import type { Visitor } from "../domain/visitors.ts";
import type { LiveHub } from "../live/hub.ts";
import { listSaidAfter } from "../store/history.ts";
import { webchatMessage } from "./webchat-message.ts";

/** A reader that is this far behind is let go: it comes back for the rest when it can. */
const maxBuffered = 256 * 1024;
const pageSize = 100;

/** Streams of server-sent events, each told of its visitor's conversation from an id on. */
export function liveStreams(deps: Deps, hub: LiveHub) {
  const open = new Set<() => void>();

  async function stream(reply: FastifyReply, visitor: Visitor, after: number): Promise<void> {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      // A stream that has ended must not hold its connection open, least of all while the server stops.
      connection: "close",
    });
    raw.write("retry: 1000\n\n");

    let last = after;
    let isClosed = false;
    let sending: Promise<void> | undefined;
    let isAgain = false;

    function close(): void {
      if (isClosed) return;
      isClosed = true;
      unsubscribe();
      clearInterval(heartbeat);
      open.delete(end);
      raw.end();
    }
    /** Spread over some seconds, so that a restart is not followed by a storm. */
    function end(): void {
      if (!isClosed) raw.write(`retry: ${randomInt(0, 5000)}\n\n`);
      close();
    }
    function write(text: string): void {
      if (isClosed) return;
      raw.write(text);
      if (raw.writableLength > maxBuffered) close();
    }

    /** Always from the table: a signal only says that there may be something. */
    async function send(): Promise<void> {
      do {
        isAgain = false;
        for (;;) {
          const said = await listSaidAfter(deps.db, visitor.pageId, visitor.psid, { after: last, limit: pageSize });
          for (const each of said) {
            last = each.id;
            const data = JSON.stringify(webchatMessage(deps, visitor.pageId, each));
            write(`id: ${each.id}\nevent: message\ndata: ${data}\n\n`);
          }
          if (said.length < pageSize || isClosed) break;
        }
      } while (isAgain && !isClosed);
    }
    function look(): void {
      isAgain = true;
      sending ??= send()
        .catch((error) => {
          deps.log.warn({ err: error }, "event stream ended");
          close();
        })
        .finally(() => {
          sending = undefined;
          // A signal that came after the last look.
          if (isAgain && !isClosed) look();
        });
    }

    const unsubscribe = hub.subscribe(visitor, ({ typingSeconds }) => {
      look();
      if (typingSeconds) void sending?.then(() => write(`event: typing\ndata: {"seconds":${typingSeconds}}\n\n`));
    });
    const heartbeat = setInterval(() => write(":\n\n"), 15_000);
    open.add(end);
    raw.on("close", close);
    look();
  }

  return {
    stream,
    endAll(): void {
      for (const end of [...open]) end();
    },
  };
}
