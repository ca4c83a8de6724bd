import assert from "node:assert/strict";
import { after, test } from "node:test";
import { aServer, aTcpServer } from "../test/loopback-server.ts";
import { type DownloadCall, download } from "./download.ts";
import { callPlatform, closePools } from "./pools.ts";
import { SendError, type SendFailure } from "./send-error.ts";

after(closePools);

const get = (origin: string, call: Partial<DownloadCall> = {}) =>
  download(new URL("/file?a=1", origin), {
    headers: {},
    signal: new AbortController().signal,
    account: "one",
    ...call,
  });

test("a file of any size arrives unchanged, and the request has the given headers", async (t) => {
  const file = Buffer.alloc(3 * 1024 * 1024, "abc");
  const { origin, seen } = await aServer(t, (_, response) => response.end(file));

  const { status, bytes } = await get(origin, { headers: { authorization: "Bearer x" } });

  assert.equal(status, 200);
  assert.ok(Buffer.concat(await bytes.toArray()).equals(file));
  const [{ method, url, headers } = assert.fail()] = seen;
  assert.deepEqual([method, url, headers.authorization], ["GET", "/file?a=1", "Bearer x"]);
  assert.deepEqual([headers["user-agent"], headers["accept-encoding"]], ["Banter", "identity"]);
});

test("no redirect is followed, so that no other host sees the headers", async (t) => {
  const other = await aServer(t, (_, response) => response.end("secrets, please"));
  const { origin } = await aServer(t, (_, response) => response.writeHead(302, { location: other.origin }).end());

  const { status, bytes } = await get(origin, { headers: { authorization: "Bearer x" } });

  assert.equal(status, 302);
  assert.equal((await bytes.toArray()).length, 0);
  assert.deepEqual(other.seen, []);
});

test("nothing is read ahead of a slow reader", async (t) => {
  let written = 0;
  const { origin } = await aServer(t, (_, response) => {
    const pour = () => {
      do written++;
      while (!response.destroyed && response.write(Buffer.alloc(1024 * 1024)));
    };
    response.on("drain", pour);
    pour();
  });

  const { bytes } = await get(origin);
  await new Promise((resolve) => bytes.once("readable", resolve));
  let before = -1;
  while (written > before) {
    before = written;
    for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
  }
  bytes.on("error", () => undefined).destroy();

  assert.ok(written < 50, `${written} MB`);
});

test("a missing answer fails like a missing answer of a call", async (t) => {
  const { origin } = await aTcpServer(t, () => undefined);

  await failsAs("timeout", get(origin, { answerMs: 50 }));
  await failsAs("unreachable", get("http://127.0.0.1:1"));
  await failsAs("unreachable", get(origin, { signal: AbortSignal.abort() }));
});

test("a platform that stalls, sends very slowly or disconnects ends the file with an error", async (t) => {
  const closed: Promise<unknown>[] = [];
  const { origin } = await aServer(t, (request, response) => {
    closed.push(new Promise((resolve) => response.once("close", resolve)));
    response.writeHead(200, { "content-length": 1000 }).write("half", () => {
      if (request.headers["x-then"] === "break") response.destroy();
    });
    const timer = request.headers["x-then"] === "dribble" ? setInterval(() => response.write("."), 20) : undefined;
    response.once("close", () => clearInterval(timer));
  });
  const read = async (call: Partial<DownloadCall>) => (await get(origin, call)).bytes.toArray();

  await assert.rejects(read({ silenceMs: 100 }));
  await assert.rejects(read({ headers: { "x-then": "dribble" }, totalMs: 300 }));
  await assert.rejects(read({ headers: { "x-then": "break" } }));
  const leaving = new AbortController();
  const { bytes } = await get(origin, { signal: leaving.signal });
  leaving.abort();
  await assert.rejects(bytes.toArray());

  await Promise.all(closed);
});

test("messages do not wait for files", async (t) => {
  const { origin } = await aServer(t, (request, response) => {
    if (request.url === "/message") response.end("{}");
    else response.writeHead(200).write("a");
  });

  const files = await Promise.all(Array.from({ length: 16 }, () => get(origin)));
  await failsAs("timeout", get(origin, { answerMs: 50 }));
  const { status } = await callPlatform(origin, "/message", { method: "GET" });

  assert.equal(status, 200);
  for (const { bytes } of files) bytes.on("error", () => undefined).destroy();
});

test("slow files of one account leave connections to the others", async (t) => {
  const { origin, seen } = await aServer(t, (request, response) => {
    if (request.headers["x-who"] === "slow") response.write("a little");
    else response.end("all of it");
  });
  const gone = new AbortController();
  const slow = (answerMs: number) => get(origin, { headers: { "x-who": "slow" }, signal: gone.signal, answerMs });

  const open = await Promise.all(Array.from({ length: 16 }, () => slow(60_000)));
  await failsAs("timeout", slow(50));
  const other = await get(origin, { account: "two" });
  assert.equal(Buffer.concat(await other.bytes.toArray()).toString(), "all of it");
  assert.equal(seen.length, 17);

  const next = slow(60_000);
  open[0]?.bytes.on("error", () => undefined).destroy();
  assert.equal((await next).status, 200);
  for (const { bytes } of [...open, await next]) bytes.on("error", () => undefined);
  gone.abort();
});

/** Checks that the message names at most the host. */
async function failsAs(failure: SendFailure, call: Promise<unknown>): Promise<void> {
  await assert.rejects(call, (error) => {
    assert.ok(error instanceof SendError);
    assert.equal(error.failure, failure);
    assert.match(error.message, /^127\.0\.0\.1:\d+ (gave no answer in time|could not be reached)\.$/);
    return true;
  });
}
