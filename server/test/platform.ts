import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { atEnd, type Test } from "./database.ts";
import type { PostedMessage } from "./post-channel.ts";

/** How the stand-in answers one post: with a status, after a while, or never. */
export type Answering = { status?: number; delayMs?: number; hang?: boolean; reset?: boolean; retryAfter?: string };

export type Platform = {
  origin: string;
  /** Everything it has taken, in order; posts it refused are not here. */
  received: PostedMessage[];
  /** Decides how to answer; what hangs or resets has been taken all the same. */
  answer: (message: PostedMessage) => Answering;
  /** Resolves once so many messages were taken. */
  waitFor(count: number): Promise<PostedMessage[]>;
};

/** A stand-in platform for the post channel, on loopback. */
export async function startPlatform(t: Test): Promise<Platform> {
  const waiting = new Set<() => void>();
  const platform: Platform = {
    origin: "",
    received: [],
    answer: () => ({}),
    async waitFor(count) {
      while (platform.received.length < count) await new Promise<void>((resolve) => waiting.add(resolve));
      return platform.received;
    },
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const message = JSON.parse(Buffer.concat(chunks).toString()) as PostedMessage;
      const { status = 200, delayMs = 0, hang, reset, retryAfter } = platform.answer(message);
      if (status === 200) platform.received.push(message);
      for (const wake of waiting) wake();
      waiting.clear();
      if (hang) return;
      if (reset) return void request.socket.destroy();
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      const headers = { "content-type": "application/json", ...(retryAfter && { "retry-after": retryAfter }) };
      response.writeHead(status, headers).end(JSON.stringify({ message_id: `p${message.id}` }));
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
