import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { test } from "node:test";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import fastify, { type FastifyInstance } from "fastify";
import type { Config } from "../../config/config.ts";
import { testDeps } from "../../test/app.ts";
import { openSocket } from "../../test/raw-http.ts";
import { until } from "../../test/until.ts";
import { buildApp } from "../app.ts";
import { closeUnusedConnections } from "./unused-connections.ts";

async function anApp(t: Test, config: Partial<Config> = {}) {
  const app = await buildApp(await testDeps(t, config));
  atEnd(t, () => app.close());
  return { app, baseUrl: await app.listen({ host: "127.0.0.1", port: 0 }) };
}

/** A client that never reads and never closes. */
async function aSilentClient(t: Test, baseUrl: string, text = ""): Promise<void> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  atEnd(t, () => socket.destroy());
  await once(
    socket.on("error", () => undefined),
    "connect",
  );
  if (text) socket.write(text);
}

const connectionsOf = ({ server }: FastifyInstance) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

test("connections without a request are closed, used ones are kept", async (t) => {
  const { app, baseUrl } = await anApp(t);
  // A listener disables the general timeout of connections, which is far longer.
  app.server.on("timeout", () => undefined);
  const used = await openSocket(baseUrl);
  const ask = async () => {
    used.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    assert.match(String(await once(used, "data")), /^HTTP\/1\.1 200 /);
  };
  await ask();
  const post = "POST /nothing HTTP/1.1\r\nHost: x\r\ncontent-length: 9\r\n\r\n{";
  for (const text of ["", "", "GET /healthz HTT", post, "hello\r\n\r\n"]) await aSilentClient(t, baseUrl, text);
  await until(async () => (await connectionsOf(app)) > 1);

  await until(async () => (await connectionsOf(app)) === 1);

  await ask();
  used.destroy();
});

test("a request that came while the process was paused is answered", async (t) => {
  const app = fastify();
  closeUnusedConnections(app, { afterSeconds: 0.5 });
  app.get("/", async () => "hello");
  atEnd(t, () => app.close());
  const baseUrl = await app.listen({ host: "127.0.0.1", port: 0 });
  const opened = once(app.server, "connection");
  const socket = await openSocket(baseUrl);
  await opened;
  const answer = once(socket, "data");

  socket.write("GET / HTTP/1.1\r\nHost: x\r\nconnection: close\r\n\r\n");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);

  assert.match(String(await answer), /^HTTP\/1\.1 200 /);
});

test("connections over the limit are closed at once, open ones are served", async (t) => {
  const { app, baseUrl } = await anApp(t, { maxConnections: 2 });
  const sockets: Socket[] = [];
  for (const _ of [1, 2]) sockets.push(await openSocket(baseUrl));
  await until(async () => (await connectionsOf(app)) === 2);

  const refused = await openSocket(baseUrl);
  await once(refused.resume(), "close");
  const [first] = sockets;
  first?.write("GET /healthz HTTP/1.1\r\nHost: x\r\nconnection: close\r\n\r\n");

  assert.match(String(await once(first ?? assert.fail(), "data")), /^HTTP\/1\.1 200 /);
  for (const socket of sockets) socket.destroy();
});
