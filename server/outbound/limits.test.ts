import assert from "node:assert/strict";
import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import { test } from "node:test";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { aServer, aTcpServer, standInFor } from "../test/loopback-server.ts";
import { type Guard, guardedRequest } from "./guarded-request.ts";
import type { OutboundRequest } from "./redirect.ts";

const call = (request: Partial<OutboundRequest> & { url: string }, guard: Partial<Guard> = {}) =>
  guardedRequest({ method: "GET", headers: [], ...request }, { allow: ["127.0.0.1"], ...guard });

const slow: Record<string, (socket: Socket) => void> = {
  "a server that says nothing": () => undefined,
  "headers a byte at a time": (socket) => drip(socket, "HTTP/1.1 200 OK\r\nx-long: aaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
  "a body a byte at a time": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n");
    drip(socket, "a".repeat(1000));
  },
  "hints without end": (socket) => drip(socket, "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(100), 28),
};

for (const [name, onConnection] of Object.entries(slow)) {
  test(`${name} runs into the time-out, and the connection is closed`, async (t) => {
    // A busy machine may not even connect in time.
    let closed: Promise<unknown> | undefined;
    const { origin } = await aTcpServer(t, (socket) => {
      closed = new Promise((resolve) => socket.on("close", resolve));
      socket.once("data", () => onConnection(socket));
    });

    assert.deepEqual(await call({ url: origin }, { timeoutMs: 150 }), { ok: false, reason: "timeout" });
    await closed;
  });
}

test("a name look-up that takes too long times out, and no connection follows", async (t) => {
  const { port } = await aServer(t, (_, response) => response.end());
  const { dial, dialled } = standInFor(port);
  const found = Promise.withResolvers<string[]>();
  const signals: AbortSignal[] = [];
  const resolve = (_: string, signal: AbortSignal) => {
    signals.push(signal);
    return found.promise;
  };

  const answer = await call({ url: "http://public.example/" }, { timeoutMs: 50, resolve, dial });
  found.resolve(["93.184.216.34"]);
  await new Promise(setImmediate);

  assert.deepEqual(answer, { ok: false, reason: "timeout" });
  assert.equal(signals[0]?.aborted, true);
  assert.deepEqual(dialled, []);
});

const kib = 1024;
const packed =
  (coding: string, bytes: Buffer): RequestListener =>
  (_, response) =>
    response.writeHead(200, { "content-encoding": coding }).end(bytes);
const zeros = Buffer.alloc(64 * kib * kib);

const tooLarge: Record<string, RequestListener> = {
  "a body that says its length": (_, response) => response.end("a".repeat(256 * kib + 1)),
  "a body without end": (_, response) => {
    const timer = setInterval(() => response.write("a".repeat(64 * kib)), 1);
    response.on("close", () => clearInterval(timer));
  },
  "headers of 20 KiB": (_, response) => response.writeHead(200, { "x-long": "a".repeat(20 * kib) }).end(),
  "64 MiB packed by gzip": packed("gzip", gzipSync(zeros)),
  "64 MiB packed by deflate": packed("deflate", deflateSync(zeros)),
  "64 MiB packed by brotli": packed("br", brotliCompressSync(zeros)),
};

for (const [name, answer] of Object.entries(tooLarge)) {
  test(`${name} is too large`, async (t) => {
    const { origin } = await aServer(t, answer);

    assert.deepEqual(await call({ url: origin }), { ok: false, reason: "too_large" });
  });
}

test("a body of exactly the limit is read, packed or not, as UTF-8 without NUL", async (t) => {
  const full = Buffer.from("a".repeat(256 * kib));
  const bodies: [string, Buffer, string][] = [
    ["identity", full, full.toString()],
    ["GZIP", gzipSync(full), full.toString()],
    ["br", brotliCompressSync("ok"), "ok"],
    ["deflate", deflateSync("ok"), "ok"],
    ["gzip", Buffer.of(), ""],
    ["", Buffer.of(0xef, 0xbb, 0xbf, 0x61, 0xff, 0x00, 0x62), "a\ufffd\ufffdb"],
  ];

  for (const [coding, bytes, expected] of bodies) {
    const { origin } = await aServer(t, packed(coding, bytes));
    assert.deepEqual(await call({ url: origin }), { ok: true, status: 200, body: expected });
  }
});

const broken: Record<string, string> = {
  nothing: "",
  "half a body": "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf",
  "half a chunk": "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab",
  "another protocol": "SSH-2.0-OpenSSH_9.2\r\n",
  "an upgrade": "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
  "two lengths": "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab",
  "an unknown coding": "HTTP/1.1 200 OK\r\ncontent-encoding: constructor\r\ncontent-length: 2\r\n\r\nab",
  "a wrong coding": "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 2\r\n\r\nab",
};

for (const [name, bytes] of Object.entries(broken)) {
  test(`${name} is not an answer`, async (t) => {
    const { origin } = await aTcpServer(t, (socket) => socket.once("data", () => socket.end(bytes, "latin1")));

    assert.deepEqual(await call({ url: origin }), { ok: false, reason: "unreachable" });
  });
}

test("resets, refusals, unknown names and impossible requests give only a reason", async (t) => {
  const { origin } = await aTcpServer(t, (socket) => socket.once("data", () => socket.resetAndDestroy()));
  const unreachable = { ok: false, reason: "unreachable" };

  assert.deepEqual(await call({ url: origin }), unreachable);
  assert.deepEqual(await call({ url: "http://127.0.0.1:1/" }), unreachable);
  assert.deepEqual(await call({ url: "http://nowhere.example/" }, { resolve: async () => [] }), unreachable);
  const failing = () => Promise.reject(new Error("ENOTFOUND 10.0.0.53"));
  assert.deepEqual(await call({ url: "http://nowhere.example/" }, { resolve: failing }), unreachable);
  assert.deepEqual(await call({ url: origin, method: "GET /" }), unreachable);
  assert.deepEqual(await call({ url: origin, headers: [["a b", "c"]] }), unreachable);
  assert.deepEqual(await call({ url: origin, headers: [["a", "b\r\nc: d"]] }), unreachable);
});

/** Writes that many characters every few milliseconds while the connection is open. */
function drip(socket: Socket, text: string, size = 1): void {
  let at = 0;
  const timer = setInterval(() => {
    socket.write(text.slice(at, at + size));
    at += size;
  }, 10);
  socket.on("close", () => clearInterval(timer));
}
