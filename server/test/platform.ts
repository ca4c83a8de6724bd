import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import type { PostedMessage } from "./post-channel.ts";

/** How the stand-in answers one post: with a status, after a while, or never. */
type Answering = {
  status?: number;
  delayMs?: number;
  /** Answers when this has resolved. */
  after?: Promise<unknown>;
  hang?: boolean;
  reset?: boolean;
  /** The body of the answer: the reason of a refusal, the usage, a customer's profile. */
  body?: object;
};

/** A call of the channel that is not a message. */
type PostedCall = { path: string; body: object };

export type Platform = {
  origin: string;
  /** Every accepted message, in order. */
  received: PostedMessage[];
  /** Every other call. */
  calls: PostedCall[];
  /** Decides how to answer. A call that hangs or is reset counts as accepted. */
  answer: (message: PostedMessage) => Answering;
  answerCall: (call: PostedCall) => Answering;
  /** Resolves when that many messages were accepted. */
  waitFor(count: number): Promise<PostedMessage[]>;
  /** Resolves when that many calls were made at that path. */
  waitForCalls(path: string, count: number): Promise<object[]>;
};

/** A stand-in platform for the post channel, on loopback. */
export async function startPlatform(t: Test): Promise<Platform> {
  const waiting = new Set<() => void>();
  const changed = () => new Promise<void>((resolve) => waiting.add(resolve));
  const callsAt = (wanted: string) => platform.calls.flatMap(({ path, body }) => (path === wanted ? [body] : []));
  const platform: Platform = {
    origin: "",
    received: [],
    calls: [],
    answer: () => ({}),
    answerCall: () => ({}),
    async waitFor(count) {
      while (platform.received.length < count) await changed();
      return platform.received;
    },
    async waitForCalls(path, count) {
      while (callsAt(path).length < count) await changed();
      return callsAt(path);
    },
  };

  function take(path: string, body: object): Answering & { id?: number } {
    if (path !== "/messages") {
      platform.calls.push({ path, body });
      return platform.answerCall({ path, body });
    }
    const message = body as PostedMessage;
    const answering = platform.answer(message);
    if ((answering.status ?? 200) === 200) platform.received.push(message);
    return { ...answering, id: message.id };
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const given = JSON.parse(Buffer.concat(chunks).toString());
      const { status = 200, delayMs = 0, after, hang, reset, body, id } = take(request.url ?? "", given);
      for (const wake of waiting) wake();
      waiting.clear();
      if (hang) return;
      if (reset) return void request.socket.destroy();
      await after;
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(JSON.stringify({ ...(id !== undefined && { message_id: `p${id}` }), ...body }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  platform.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  atEnd(t, async () => {
    server.closeAllConnections();
    server.close();
  });
  return platform;
}
