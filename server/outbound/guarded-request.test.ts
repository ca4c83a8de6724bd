import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { createServer as createTlsServer } from "node:tls";
import { atEnd } from "@banter/core/test/at-end.ts";
import { aServer, standInFor } from "../test/loopback-server.ts";
import { type Guard, guardedRequest } from "./guarded-request.ts";
import type { OutboundRequest } from "./redirect.ts";

const call = (request: Partial<OutboundRequest> & { url: string }, guard: Partial<Guard> = {}) =>
  guardedRequest({ method: "GET", headers: [], ...request }, { allow: ["127.0.0.1"], ...guard });

test("a listed host is called on any port with the flow's headers and body", async (t) => {
  const { origin, seen } = await aServer(t, (_, response) => response.writeHead(201).end("được 😀"));

  const answer = await call({
    method: "POST",
    url: `${origin}/orders?a=%E1%BA%BF`,
    headers: [
      ["Content-Type", "application/json"],
      ["X-Name", "Ánh 😀"],
      ["x-twice", "1"],
      ["x-twice", "2"],
    ],
    body: '{"a":"é"}',
  });

  assert.deepEqual(answer, { ok: true, status: 201, body: "được 😀" });
  const [{ method, url, body, headers } = assert.fail()] = seen;
  assert.deepEqual([method, url, body], ["POST", "/orders?a=%E1%BA%BF", '{"a":"é"}']);
  assert.equal(headers["content-type"], "application/json");
  assert.equal(Buffer.from(String(headers["x-name"]), "latin1").toString(), "Ánh 😀");
  assert.equal(headers["x-twice"], "1, 2");
  assert.equal(headers["accept-encoding"], "identity");
  assert.equal(headers["user-agent"], "Banter");
});

test("an address with a dot segment is not called", async (t) => {
  const { origin, seen } = await aServer(t, (_, response) => response.end());

  const filled = ["..", "../x", "a/../../x", "..\\x", "."].map((value) => `/v1/${encodeURIComponent(value)}/orders`);
  for (const path of [...filled, "/v1/%2E%2e/orders", "/v1/..", "/v1/.?a", "/v1/.%2e#a"]) {
    assert.deepEqual(await call({ url: origin + path }), { ok: false, reason: "blocked_address" }, path);
  }
  const harmless = ["/v1/...", "/v1/a..b/", "/v1/1%2F2", "/v1/.well-known", "/v1?next=/../x", "/v1/%252e%252e/x"];
  for (const path of harmless) assert.equal((await call({ url: origin + path })).ok, true, path);

  assert.deepEqual(
    seen.map(({ url }) => url),
    harmless,
  );
});

test("headers that a flow may not set are left out", async (t) => {
  const { origin, port, seen } = await aServer(t, (_, response) => response.end());
  const names = ["Host", "Cookie", "Content-Length", "Transfer-Encoding", "Connection", "Upgrade", "Expect"];
  const secrets = ["Metadata", "Metadata-Flavor", "X-aws-ec2-metadata-token", "Proxy-Authorization", "Accept-Encoding"];

  const answer = await call({ url: origin, headers: [...names, ...secrets].map((name) => [name, "gzip"]) });

  assert.equal(answer.ok, true);
  const { host, connection, ...rest } = seen[0]?.headers ?? {};
  assert.deepEqual([host, connection], [`127.0.0.1:${port}`, "close"]);
  assert.deepEqual(rest, { "user-agent": "Banter", "accept-encoding": "identity" });
});

test("an answer of 400 or more is reduced to its status", async (t) => {
  let status = 0;
  const { origin } = await aServer(t, (_, response) => response.writeHead(status).end("inner secrets"));

  for (status of [400, 401, 404, 429, 500, 503]) {
    assert.deepEqual(await call({ url: origin }), { ok: false, reason: "status", status });
  }
  for (status of [204, 304]) assert.deepEqual(await call({ url: origin }), { ok: true, status, body: "" });
});

test("redirects keep or change the method as browsers do", async (t) => {
  let status = 0;
  const { origin, seen } = await aServer(t, (request, response) => {
    if (request.url === "/end") response.end();
    else response.writeHead(status, { location: "/end" }).end();
  });
  const headers: [string, string][] = [
    ["content-type", "text/plain"],
    ["authorization", "Bearer x"],
  ];

  const ends = [];
  for (const method of ["POST", "PUT"]) {
    for (status of [301, 302, 303, 307, 308]) {
      await call({ url: `${origin}/start`, method, headers, body: "x" });
      const { method: last, body, headers: sent } = seen.at(-1) ?? assert.fail();
      assert.equal(sent.authorization, "Bearer x");
      ends.push(`${method} ${status}: ${last} ${body} ${sent["content-type"] ?? ""}`.trim());
    }
  }

  assert.deepEqual(ends, [
    ...[
      "POST 301: GET",
      "POST 302: GET",
      "POST 303: GET",
      "POST 307: POST x text/plain",
      "POST 308: POST x text/plain",
    ],
    ...["PUT 301: PUT x text/plain", "PUT 302: PUT x text/plain", "PUT 303: GET"],
    ...["PUT 307: PUT x text/plain", "PUT 308: PUT x text/plain"],
  ]);
});

test("another host gets no credentials, keys or cookies, even if it redirects back", async (t) => {
  const other = await aServer(t, (_, response) => response.writeHead(307, { location: `${origin}/end` }).end());
  const { origin, seen } = await aServer(t, (request, response) => {
    if (request.url === "/end") return response.end();
    response.writeHead(307, { location: other.origin, "set-cookie": "a=b" }).end();
  });
  const given = { authorization: "Bearer x", "x-api-key": "k", accept: "text/plain" };

  await call({ url: `${origin}/start`, headers: Object.entries(given) });

  const keys = (headers: object = {}) => Object.keys(headers).filter((name) => name in given || name === "cookie");
  assert.deepEqual(keys(seen[0]?.headers), Object.keys(given));
  assert.deepEqual(keys(other.seen[0]?.headers), ["accept"]);
  assert.deepEqual(keys(seen[1]?.headers), ["accept"]);
});

test("a body is not sent on to an address that must not get it", async (t) => {
  const other = await aServer(t, (_, response) => response.end("got it"));
  const { origin } = await aServer(t, ({ url }, response) =>
    response.writeHead(Number(url?.slice(1)), { location: other.origin }).end(),
  );
  const mayGetBody = (address: URL) => address.origin === origin;

  for (const status of [307, 308]) {
    const answer = await call({ method: "POST", url: `${origin}/${status}`, body: "key" }, { mayGetBody });
    assert.deepEqual(answer, { ok: false, reason: "secret_not_for_host" });
  }
  assert.equal(other.seen.length, 0);
  const answer = await call({ method: "POST", url: `${origin}/303`, body: "key" }, { mayGetBody });

  assert.equal(answer.ok, true);
  assert.deepEqual(
    other.seen.map(({ method, body }) => [method, body]),
    [["GET", ""]],
  );
});

test("three redirects are followed and no more", async (t) => {
  const { origin, seen } = await aServer(t, (request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) response.end("there");
    else response.writeHead(302, { location: `/${left - 1}` }).end();
  });

  assert.deepEqual(await call({ url: `${origin}/3` }), { ok: true, status: 200, body: "there" });
  assert.deepEqual(await call({ url: `${origin}/99` }), { ok: false, reason: "status", status: 302 });
  assert.equal(seen.length, 8);
});

test("the next address is tried if one does not answer", async (t) => {
  const { port } = await aServer(t, (_, response) => response.end("second"));
  const { dial, dialled } = standInFor(port);
  const resolve = async () => ["93.184.216.34", "93.184.216.35", "93.184.216.36", "93.184.216.37"];
  const refused: typeof dial = (options, callback) =>
    options.hostname.endsWith("34") ? callback(new Error("refused"), null) : dial(options, callback);

  const answer = await call({ url: "http://public.example/" }, { resolve, dial: refused });

  assert.equal(answer.ok, true);
  assert.deepEqual(dialled, ["93.184.216.35"]);
});

test("the TLS handshake has the host name, not the address", async (t) => {
  const named: string[] = [];
  // The server has no certificate, so that only the first message of the handshake is seen.
  const server = createTlsServer({
    SNICallback: (name, callback) => {
      named.push(name);
      callback(null);
    },
  });
  server.on("tlsClientError", () => undefined).listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(t, () => server.close());
  const { port } = server.address() as AddressInfo;

  const answer = await call({ url: `https://shop.example:${port}/` }, { resolve: async () => ["127.0.0.1"] });

  assert.deepEqual(answer, { ok: false, reason: "unreachable" });
  assert.deepEqual(named, ["shop.example"]);
});
