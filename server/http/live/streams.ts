import { randomInt } from "node:crypto";
import type { FastifyReply } from "fastify";
import type { Deps } from "../../deps.ts";
import type { Visitor } from "../../domain/sending/visitors.ts";
import { type LiveHub, type Signal, thinkingSeconds } from "../../live/hub.ts";
import { type Feed, openFeed } from "./feed.ts";
import { conversationReader } from "./reader.ts";
import { type EventStream, openStream } from "./stream.ts";
import { countStreams, replacedRetryMs, slotCount, tooManyStreams } from "./stream-limits.ts";

/** The number of open streams, and the interval at which each sends a comment and polls. */
export const streamLimits = { perVisitor: 5, perPage: 5000, perNode: 10_000, heartbeatMs: 15_000 };

/** The event streams of this node. Each sends its visitor's messages after a given id. */
export function liveStreams(deps: Deps, hub: LiveHub, limits = streamLimits) {
  const open = new Set<Open>();
  const conversations = new Map<string, Joined>();
  const perPage = new Map<string, number>();
  const sourceOf = conversationReader(deps);
  let opened = 0;
  let beats = 0;
  const heartbeat = setInterval(() => beat(open, beats++ % slotCount), limits.heartbeatMs / slotCount).unref();

  function join(visitor: Visitor): Joined {
    const known = conversations.get(nameOf(visitor));
    if (known) return known;
    const conversation = openFeed(sourceOf(visitor));
    const unsubscribe = hub.subscribe(visitor, (signal) => void onSignal(conversation, signal));
    const joined = { ...conversation, unsubscribe };
    conversations.set(nameOf(visitor), joined);
    return joined;
  }
  function leave(entry: Open): void {
    const { visitor, conversation, stream } = entry;
    open.delete(entry);
    countStreams(perPage, visitor.pageId, -1);
    conversation.streams.delete(stream);
    if (conversation.streams.size > 0) return;
    conversation.unsubscribe();
    conversations.delete(nameOf(visitor));
  }
  /** Ends the visitor's oldest stream if they have too many. Throws if the page or the node has too many. */
  function makeRoom(visitor: Visitor): void {
    const streams = conversations.get(nameOf(visitor))?.streams ?? new Set();
    const [oldest] = streams;
    if (streams.size >= limits.perVisitor) oldest?.end(replacedRetryMs);
    if (open.size >= limits.perNode || (perPage.get(visitor.pageId) ?? 0) >= limits.perPage) throw tooManyStreams();
  }

  return {
    stream(reply: FastifyReply, visitor: Visitor, after: number): void {
      makeRoom(visitor);
      const conversation = join(visitor);
      const entry = { visitor, conversation, slot: opened++ % slotCount } as Open;
      entry.stream = openStream(reply, after, () => leave(entry));
      open.add(entry);
      countStreams(perPage, visitor.pageId, 1);
      conversation.streams.add(entry.stream);
      void conversation.poll();
    },
    /** Clients come back spread over five seconds, so that a restart does not bring all at once. */
    endAll(): void {
      clearInterval(heartbeat);
      for (const { stream } of open) stream.end(randomInt(0, 5000));
    },
  };
}

type Joined = Feed & { unsubscribe: () => void };
type Open = { visitor: Visitor; stream: EventStream; conversation: Joined; slot: number };

const nameOf = ({ pageId, psid }: Visitor) => `${pageId} ${psid}`;

async function onSignal({ streams, poll }: Feed, { typingSeconds, writing }: Signal): Promise<void> {
  // Words of an unfinished answer come several times a second, and nothing is stored with them.
  if (!writing?.text) await poll();
  for (const stream of streams) {
    if (typingSeconds) stream.write(`event: typing\ndata: {"seconds":${typingSeconds}}\n\n`);
    if (writing) write(stream, writing);
  }
}

/** A stream that has a newer message is past the answer: signals of two nodes may overtake each other. */
function write(stream: EventStream, { id, text }: NonNullable<Signal["writing"]>): void {
  if (text !== "" && stream.last > id) return;
  const data = JSON.stringify({ text, seconds: text === "" ? 0 : thinkingSeconds });
  stream.write(`event: writing\ndata: ${data}\n\n`);
}

/** Polls too, because signals can be lost. */
function beat(open: Set<Open>, current: number): void {
  for (const { stream, conversation, slot } of open) {
    if (slot !== current) continue;
    stream.write(":\n\n");
    void conversation.poll();
  }
}
