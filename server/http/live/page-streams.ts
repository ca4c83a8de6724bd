import { randomInt } from "node:crypto";
import { Conversation } from "@banter/core/api/management/conversations.ts";
import { AppError } from "@banter/core/model/error.ts";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { listChangedConversations } from "../../domain/conversations/inbox.ts";
import { isUnavailable } from "../../store/db/errors.ts";
import { type Feed, type FeedSource, openFeed } from "./feed.ts";
import { type EventStream, openStream } from "./stream.ts";
import { countStreams, replacedRetryMs, slotCount, tooManyStreams } from "./stream-limits.ts";

/** `checkMs`: how often a stream's session and role are looked up again. */
export const pageStreamLimits = {
  ...{ perUser: 20, perPage: 500, perNode: 5000 },
  ...{ heartbeatMs: 15_000, checkMs: 30_000 },
};

/** `check` throws if the user may not read the page any more. */
export type Watcher = { pageId: string; userId: string; check: () => Promise<unknown> };

const pageSize = 100;

/** The event streams of pages on this node: conversations with a change after an id, and hints as they come. */
export function pageStreams(deps: Deps, limits = pageStreamLimits) {
  const open = new Set<Open>();
  const pages = new Map<string, Joined>();
  const perPage = new Map<string, number>();
  let opened = 0;
  let beats = 0;
  const heartbeat = setInterval(
    () => beat(deps, open, { slot: beats++ % slotCount, checkMs: limits.checkMs }),
    limits.heartbeatMs / slotCount,
  ).unref();

  function join(pageId: string): Joined {
    const known = pages.get(pageId);
    if (known) return known;
    const feed = openFeed(sourceOf(deps, pageId));
    const unsubscribe = deps.live.subscribe(pageId, (event) => {
      if (event === undefined) void feed.poll();
      else for (const stream of feed.streams) stream.write(eventText(event));
    });
    const joined = { ...feed, unsubscribe };
    pages.set(pageId, joined);
    return joined;
  }
  function leave(entry: Open): void {
    const { watcher, feed, stream } = entry;
    if (!open.delete(entry)) return;
    countStreams(perPage, watcher.pageId, -1);
    feed.streams.delete(stream);
    if (feed.streams.size > 0) return;
    feed.unsubscribe();
    pages.delete(watcher.pageId);
  }
  /** Ends the user's oldest stream if they have too many. Throws if the page or the node has too many. */
  function makeRoom({ userId, pageId }: Watcher): void {
    const own = [...open].filter(({ watcher }) => watcher.userId === userId);
    if (own.length >= limits.perUser) own[0]?.stream.end(replacedRetryMs);
    if (open.size >= limits.perNode || (perPage.get(pageId) ?? 0) >= limits.perPage) throw tooManyStreams();
  }

  return {
    stream(reply: FastifyReply, watcher: Watcher, after: number): void {
      makeRoom(watcher);
      const feed = join(watcher.pageId);
      const entry = { watcher, feed, slot: opened++ % slotCount, checkedAt: performance.now() } as Open;
      entry.stream = openStream(reply, after, () => leave(entry));
      // Without data it is no event, but a client that comes back goes on from here.
      entry.stream.write(`id: ${after}\n\n`);
      open.add(entry);
      countStreams(perPage, watcher.pageId, 1);
      feed.streams.add(entry.stream);
      void feed.poll();
    },
    /** Clients come back spread over five seconds, so that a restart does not bring all at once. */
    endAll(): void {
      clearInterval(heartbeat);
      for (const { stream } of open) stream.end(randomInt(0, 5000));
    },
  };
}

type Joined = Feed & { unsubscribe: () => void };
type Open = { watcher: Watcher; stream: EventStream; feed: Joined; slot: number; checkedAt: number };

function sourceOf(deps: Deps, pageId: string): FeedSource<Conversation & { id: number }> {
  return {
    pageSize,
    async readAfter(after) {
      const conversations = await listChangedConversations(deps, pageId, after, pageSize);
      return conversations.map((conversation) => ({ ...conversation, id: conversation.changed }));
    },
    render: ({ id, ...conversation }) =>
      `id: ${id}\n${eventText({ type: "conversation", conversation: z.encode(Conversation, conversation) })}`,
    onError(error) {
      if (!isUnavailable(error)) deps.log.error({ err: error, pageId }, "page streams not served");
    },
  };
}

/** Hints have no fields that differ on the wire. */
const eventText = (event: { type: string; [field: string]: unknown }) =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

/** Polls too, because notifications can be lost. Ends streams whose user may not read the page any more. */
function beat(deps: Deps, open: Set<Open>, { slot, checkMs }: { slot: number; checkMs: number }): void {
  for (const entry of open) {
    if (entry.slot !== slot) continue;
    entry.stream.write(":\n\n");
    void entry.feed.poll();
    if (performance.now() - entry.checkedAt < checkMs) continue;
    entry.checkedAt = performance.now();
    entry.watcher.check().catch((error) => {
      if (error instanceof AppError && error.status < 500) entry.stream.close();
      else deps.log.warn({ err: error, pageId: entry.watcher.pageId }, "page stream not checked");
    });
  }
}
