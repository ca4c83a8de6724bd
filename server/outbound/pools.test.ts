import assert from "node:assert/strict";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { after, test } from "node:test";
import { aServer, aTcpServer } from "../test/loopback-server.ts";
import { closePools, maxConnections, postJson } from "./pools.ts";
import { SendError, type SendFailure } from "./send-error.ts";

after(closePools);

test("a call sends and receives JSON with any status", async (t) => {
  const { origin, seen } = await aServer(t, (request, response) => {
    response.writeHead(request.url === "/no" ? 429 : 200, { "retry-after": "7" }).end('{"ok":true}');
  });

  const taken = await postJson(origin, "/bot1/send", {
    headers: { authorization: "Bearer x" },
    body: { text: "Chào" },
  });
  const refused = await postJson(origin, "/no", { body: [] });

  assert.deepEqual([taken.status, taken.body], [200, { ok: true }]);
  assert.deepEqual([refused.status, refused.headers["retry-after"]], [429, "7"]);
  assert.deepEqual(
    seen.map(({ method, url, body }) => [method, url, body]),
    [
      ["POST", "/bot1/send", '{"text":"Chào"}'],
      ["POST", "/no", "[]"],
    ],
  );
  assert.equal(seen[0]?.headers["content-type"], "application/json");
  assert.equal(seen[0]?.headers.authorization, "Bearer x");
});

test("an answer that is not JSON is returned as text", async (t) => {
  const { origin } = await aServer(t, (_, response) => response.writeHead(502).end("<h1>Bad gateway</h1>"));

  assert.deepEqual((await postJson(origin, "/", { body: {} })).body, "<h1>Bad gateway</h1>");
});

test("a call goes below the folder of the platform's address", async (t) => {
  const { origin, seen } = await aServer(t, (_, response) => response.end("{}"));

  for (const folder of ["", "/", "/proxy", "/proxy/"]) await postJson(`${origin}${folder}`, "/send?to=1", { body: {} });

  assert.deepEqual(
    seen.map(({ url }) => url),
    ["/send?to=1", "/send?to=1", "/proxy/send?to=1", "/proxy/send?to=1"],
  );
});

test("an integer that JavaScript would round is text, wherever it stands in an answer", async (t) => {
  const long = "12345678901234567";
  const { origin } = await aServer(t, (request, response) =>
    response.end(decodeURIComponent(request.url ?? "").slice(1)),
  );
  const answerTo = async (json: string) => (await postJson(origin, `/${encodeURIComponent(json)}`, { body: {} })).body;

  assert.deepEqual(await answerTo(`{"id": ${long}, "other":-${long}}`), { id: long, other: `-${long}` });
  assert.deepEqual(await answerTo(`[${long},[ ${long}],\n${long}]`), [long, [long], long]);
  assert.deepEqual(await answerTo(` ${long}`), long);
  assert.deepEqual(await answerTo(`{"id":"${long}","said":"a: ${long}","at":1794700800000,"size":0.${long}}`), {
    ...{ id: long, said: `a: ${long}` },
    ...{ at: 1_794_700_800_000, size: Number(`0.${long}`) },
  });
});

test("connections are kept alive and shared", async (t) => {
  const ports = new Set<unknown>();
  const { origin } = await aServer(t, (request, response) => {
    ports.add(request.socket.remotePort);
    response.end("{}");
  });

  for (let count = 0; count < 20; count++) await postJson(origin, "/", { body: {} });

  assert.equal(ports.size, 1);
});

test("a call that was never sent fails as unreachable", async (t) => {
  const { origin } = await aTcpServer(t, (socket) => socket.destroy());
  const refusing = "http://127.0.0.1:1";

  await failsAs("unreachable", postJson(refusing, "/", { body: {} }));
  await failsAs("bad_settings", postJson(origin, "no slash", { body: {} }));
  await failsAs("bad_settings", postJson(origin, "/", { headers: { "a b": "c" }, body: {} }));
  await failsAs("bad_settings", postJson("ftp://platform.example", "/", { body: {} }));
});

test("a call that fails after its first byte may have arrived", async (t) => {
  const answers: Record<string, string | null> = {
    "a reset": null,
    nothing: "",
    "half an answer": "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{",
    "no HTTP": "SSH-2.0-OpenSSH_9.2\r\n",
  };

  for (const answer of Object.values(answers)) {
    const { origin } = await aTcpServer(t, (socket) => {
      socket.once("data", () => (answer === null ? socket.resetAndDestroy() : socket.end(answer)));
    });
    await failsAs("timeout", postJson(origin, "/", { body: {} }));
  }
});

for (const [what, start] of [
  ["silent", ""],
  ["very slow", "HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n"],
] as const) {
  test(`a call to a ${what} platform times out, and the connection is closed`, async (t) => {
    const closed = Promise.withResolvers<void>();
    const { origin } = await aTcpServer(t, (socket) => {
      const timer = setInterval(() => start && socket.write("a"), 10);
      socket
        .once("data", () => socket.write(start))
        .on("close", () => {
          clearInterval(timer);
          closed.resolve();
        });
    });

    // Enough time to connect on a busy machine: a call that was never sent fails in another way.
    await failsAs("timeout", postJson(origin, "/", { body: {}, timeoutMs: 2000 }));
    await closed.promise;
  });
}

test("a call that times out during the TLS handshake is never sent, and the connection is closed", async (t) => {
  const closed = Promise.withResolvers<void>();
  const { port } = await aTcpServer(t, (socket) => socket.resume().on("close", () => closed.resolve()));

  await failsAs("unreachable", postJson(`https://127.0.0.1:${port}`, "/", { body: {}, timeoutMs: 500 }));
  await closed.promise;
});

test("an answer that nobody has asked for is given to no call", async (t) => {
  const answerOf = (json: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${json.length}\r\n\r\n${json}`;
  let calls = 0;
  const { origin } = await aTcpServer(t, (socket) => {
    socket.on("data", () => {
      calls++;
      socket.write(answerOf(`{"call":${calls}}`) + answerOf('{"call":"none"}'));
      setImmediate(() => socket.write(answerOf('{"call":"none"}')));
    });
  });

  for (const call of [1, 2, 3]) assert.deepEqual((await postJson(origin, "/", { body: {} })).body, { call });
});

test("a connection that the platform closes after an answer is not used again", async (t) => {
  const { origin, seen } = await aServer(t, (_, response) =>
    response.writeHead(200, { connection: "close" }).end("{}"),
  );

  for (const path of ["/1", "/2", "/3"]) assert.equal((await postJson(origin, path, { body: {} })).status, 200);

  assert.equal(seen.length, 3);
});

test("an endless answer is cut off", async (t) => {
  const { origin } = await aServer(t, (_, response) => {
    const timer = setInterval(() => response.write("a".repeat(256 * 1024)), 1);
    response.on("close", () => clearInterval(timer));
  });

  await failsAs("timeout", postJson(origin, "/", { body: {} }));
});

test("a call that times out while it waits for a connection is never sent", async (t) => {
  const waiting: (() => void)[] = [];
  const { origin, seen } = await aServer(t, (_, response) => waiting.push(() => response.end("{}")));

  // One after the other: a busy machine may not open so many connections at once in time.
  const first: Promise<unknown>[] = [];
  while (first.length < maxConnections) {
    first.push(postJson(origin, "/first", { body: {}, timeoutMs: 600_000 }));
    while (waiting.length < first.length) await new Promise(setImmediate);
  }
  const late = postJson(origin, "/late", { body: {}, timeoutMs: 50 });
  await failsAs("unreachable", late);
  for (const answer of waiting.splice(0)) answer();
  await Promise.all(first);
  const next = postJson(origin, "/next", { body: {} });
  while (waiting.length === 0) await new Promise(setImmediate);
  waiting[0]?.();
  await next;

  assert.equal(seen.length, maxConnections + 1);
  assert.ok(!seen.some(({ url }) => url === "/late"));
});

test("an account whose calls hang holds few connections, and its messages have slots of their own", async (t) => {
  const waiting: ServerResponse[] = [];
  const { origin, seen } = await aServer(t, (request, response) => {
    if (request.url === "/hang") waiting.push(response);
    else response.end("{}");
  });
  const hanging = Array.from({ length: 100 }, (_, index) =>
    postJson(origin, "/hang", { body: {}, account: "one", isMessage: index % 2 === 0, timeoutMs: 60_000 }),
  );
  while (waiting.length < 32) await new Promise(setImmediate);

  await Promise.all(Array.from({ length: 50 }, () => postJson(origin, "/two", { body: {}, account: "two" })));
  await postJson(origin, "/nobody", { body: {} });

  assert.equal(seen.filter(({ url }) => url === "/hang").length, 32);
  while (seen.length < 151 || waiting.length > 0) {
    for (const response of waiting.splice(0)) response.end("{}");
    await new Promise(setImmediate);
  }
  assert.equal((await Promise.all(hanging)).length, 100);
});

test("hanging typing indicators do not delay a message of the same account", async (t) => {
  const waiting: ServerResponse[] = [];
  const { origin } = await aServer(t, (request, response) => {
    if (request.url === "/typing") waiting.push(response);
    else response.end("{}");
  });
  const typing = Array.from({ length: 20 }, () =>
    postJson(origin, "/typing", { body: {}, account: "one", timeoutMs: 60_000 }),
  );

  const sent = await postJson(origin, "/message", { body: {}, account: "one", isMessage: true });

  assert.equal(sent.status, 200);
  const ended = Promise.all(typing);
  while (await Promise.race([ended.then(() => false), new Promise((resolve) => setImmediate(resolve, true))])) {
    for (const response of waiting.splice(0)) response.end("{}");
  }
});

test("closing waits for running calls", async (t) => {
  const sockets = new Set<Socket>();
  const { origin } = await aServer(t, ({ socket }, response) => {
    sockets.add(socket);
    setTimeout(() => response.end("{}"), 50);
  });

  const call = postJson(origin, "/", { body: {} });
  await closePools();

  assert.equal((await call).status, 200);
  const [closed] = sockets;
  if (!closed?.closed) await once(closed ?? assert.fail(), "close");
  assert.equal((await postJson(origin, "/", { body: {} })).status, 200);
  assert.equal(sockets.size, 2);
});

/** Checks that the message names at most the host. */
async function failsAs(failure: SendFailure, call: Promise<unknown>): Promise<void> {
  await assert.rejects(call, (error) => {
    assert.ok(error instanceof SendError);
    assert.equal(error.failure, failure);
    assert.match(
      error.message,
      /^(127\.0\.0\.1:\d+ (gave no complete answer|could not be reached)|The settings .+)\.$/,
    );
    return true;
  });
}
