import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from "node:http";
import { connect, createServer as createTcpServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import type { Dial } from "../outbound/connector.ts";

export type Seen = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

/** An HTTP server on a free port of loopback that records its requests; closed when the test ends. */
export async function aServer(
  t: Test,
  answer: RequestListener,
): Promise<{ port: number; origin: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => "");
    seen.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
    answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(t, () => {
    server.closeAllConnections();
    server.close();
  });
  const port = portOf(server.address());
  return { port, origin: `http://127.0.0.1:${port}`, seen };
}

/** A server whose answers the test gives: `open` has the unanswered requests by URL. */
export async function aSlowServer(t: Test) {
  const open = new Map<ServerResponse, string>();
  let most = 0;
  const server = await aServer(t, (request, response) => {
    open.set(response, request.url ?? "");
    most = Math.max(most, open.size);
  });
  return { ...server, open, most: () => most };
}

/** A TCP server, for answers that no HTTP server would give. */
export async function aTcpServer(
  t: Test,
  onConnection: (socket: Socket) => void,
): Promise<{ port: number; origin: string }> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    // The client may disconnect at any moment.
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    onConnection(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(t, () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const port = portOf(server.address());
  return { port, origin: `http://127.0.0.1:${port}` };
}

/** A `dial` that always connects to loopback and claims to have reached the address: no packet leaves the machine. */
export function standInFor(port: number, claimed = (address: string) => address): { dial: Dial; dialled: string[] } {
  const dialled: string[] = [];
  const dial: Dial = ({ hostname }, callback) => {
    dialled.push(hostname);
    const socket = connect({ host: "127.0.0.1", port });
    Object.defineProperty(socket, "remoteAddress", { value: claimed(hostname) });
    socket.once("connect", () => callback(null, socket)).once("error", (error) => callback(error, null));
  };
  return { dial, dialled };
}

function portOf(address: ReturnType<ReturnType<typeof createTcpServer>["address"]>): number {
  if (address === null || typeof address === "string") throw new Error("Not listening on a port.");
  return address.port;
}
