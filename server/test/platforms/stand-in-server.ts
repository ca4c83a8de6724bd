import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Serves on loopback until the test ends. Returns the origin. */
export async function serveStandIn(t: Test, port: number, answer: Answer): Promise<string> {
  const server = createServer((request, response) => {
    void answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  atEnd(t, async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Lets tests wait for a condition, which is checked after every change of the stand-in. */
export function watchChanges() {
  const waiting = new Set<() => void>();
  return {
    changed(): void {
      for (const resolve of waiting) resolve();
      waiting.clear();
    },
    async until(holds: () => boolean): Promise<void> {
      while (!holds()) await new Promise<void>((resolve) => waiting.add(resolve));
    },
  };
}

export function answerJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}
