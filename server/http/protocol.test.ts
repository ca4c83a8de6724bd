import assert from "node:assert/strict";
import { after, test } from "node:test";
import { testApp } from "../test/app.ts";
import { aPage } from "../test/builders.ts";
import { assertFailure, callerOf, pageUrl } from "../test/call.ts";
import { openSocket, type RawAnswer, rawRequest, readAnswer } from "../test/raw-http.ts";

const { baseUrl, deps } = await testApp({ after });
const page = await aPage(deps);
const root = pageUrl("", page.pageId);
const token = `access-token: ${page.token}`;
const post = [`POST ${root}/keywords/create HTTP/1.1`, "Host: x", token, "content-type: application/json"];

// These end when the server times out. The other tests run in the meantime.
const stalled = Promise.all([
  stall([...post, "content-length: 10", "", "{"].join("\r\n")),
  stall([...post, "transfer-encoding: chunked", "", "5\r\n{"].join("\r\n")),
  stall(`GET ${root}/flows HTTP/1.1\r\nHost: x\r\nacce`),
]);

const refusedEarly = (
  [
    ["/nothing", 404],
    ["/keywords/create", 401],
  ] as const
).map(async ([path, status]) => {
  const answer = await stall(`POST ${root}${path} HTTP/1.1\r\nHost: x\r\ncontent-length: 100000\r\n\r\nabc`);
  return [answer, status] as const;
});

const get = (path: string, ...headers: string[]) =>
  rawRequest(baseUrl, [`GET ${path} HTTP/1.1`, "Connection: close", token, ...headers]);

function assertClosed(answer: RawAnswer): void {
  assertFailure(answer, 400, "malformed_request");
  assert.equal(answer.headers.get("connection"), "close");
  assert.equal(answer.bytes.match(/HTTP\/1\.1 /g)?.length, 1);
}

test("a request names one host", async () => {
  assert.equal((await get(`${root}/flows`, "Host: x")).status, 200);
  assertFailure(await get(`${root}/flows`), 400, "malformed_request");
  assertFailure(await get(`${root}/flows`, "Host: x", "Host: y"), 400, "malformed_request");
  assertFailure(await get(`${root}/flows`, "Host: x", "host: x"), 400, "malformed_request");
  assert.equal((await rawRequest(baseUrl, [`GET ${root}/flows HTTP/1.0`, token])).status, 200);
});

test("bytes that are not HTTP are refused and the connection is closed", async () => {
  for (const lines of [
    ["hello"],
    ["\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
    [`GET ${root}/flows`],
    [`GET ${root}/flows HTTP/9.9`, "Host: x"],
    [`FETCH ${root}/flows HTTP/1.1`, "Host: x"],
    [`GET ${root}/fl ows HTTP/1.1`, "Host: x"],
    [`GET ${root}/flows HTTP/1.1`, "Host: x", "access token: x"],
    [`GET ${root}/flows HTTP/1.1`, "Host: x", "x : y"],
    [`GET ${root}/flows HTTP/1.1`, "Host: x", "x: a\x00b"],
    [`GET ${root}/flows HTTP/1.1`, "Host: x", "x: a", " folded"],
    [`GET ${root}/flows HTTP/1.1\nHost: x`],
  ]) {
    assertClosed(await rawRequest(baseUrl, lines));
  }
});

test("a body with an ambiguous length is refused and the connection is closed", async () => {
  const smuggled = `GET ${root}/flows HTTP/1.1\r\nHost: x\r\n${token}\r\n\r\n`;

  for (const headers of [
    ["content-length: 2", "transfer-encoding: chunked"],
    ["transfer-encoding: chunked", "content-length: 2"],
    ["content-length: 2", "content-length: 3"],
    ["content-length: +2"],
    ["content-length: 2, 2"],
    ["content-length: -1"],
    ["transfer-encoding: gzip, chunked, identity"],
    ["transfer-encoding: xchunked"],
  ]) {
    assertClosed(await rawRequest(baseUrl, [...post, ...headers], `{}${smuggled}`));
  }
  assertClosed(await rawRequest(baseUrl, [...post, "transfer-encoding: chunked"], `zz\r\n{}\r\n0\r\n\r\n`));
});

test("broken percent-encoding is malformed", async () => {
  for (const path of [
    `${root}/flows/%zz`,
    `${root}/flows/%5`,
    `${root}/flows/%`,
    `${root}/flows/%ff`,
    `${root}/flows/%ED%A0%80`,
  ]) {
    assertFailure(await get(path, "Host: x"), 400, "malformed_request");
  }
  assertFailure(await get(`${pageUrl("", "%zz")}/flows`, "Host: x"), 400, "malformed_request");
});

test("a path segment that is too long is refused with 414", async () => {
  assertFailure(await get(`${root}/flows/${"1".repeat(1001)}`, "Host: x"), 414, "malformed_request");
  assertFailure(await get(`${root}/flows/[${"1,".repeat(4000)}1]`, "Host: x"), 414, "malformed_request");
  assertFailure(await get(`${pageUrl("", "1".repeat(8192))}/flows`, "Host: x"), 414, "malformed_request");
  assertFailure(await get(`${root}/flows/${"x".repeat(1000)}`, "Host: x"), 400, "invalid_field");
});

test("headers or an address over sixteen kibibytes are refused", async () => {
  const big = "x".repeat(17 * 1024);

  assertFailure(await get(`${root}/flows`, "Host: x", `x: ${big}`), 431, "malformed_request");
  assertFailure(await get(`${root}/flows?x=${big}`, "Host: x"), 431, "malformed_request");
  assertFailure(await get(`${root}/flows`, "Host: x", ...Array(3000).fill("a: bcdef")), 431, "malformed_request");
});

test("an expectation other than 100-continue fails", async () => {
  assertFailure(await get(`${root}/flows`, "Host: x", "Expect: x"), 417, "malformed_request");
  assertFailure(await get(`${root}/flows`, "Host: x", "Expect: 200-ok"), 417, "malformed_request");
});

test("a caller that waits for 100-continue gets it", async () => {
  const answer = await rawRequest(
    baseUrl,
    [...post, "Connection: close", "Expect: 100-continue", "content-length: 2"],
    "{}",
  );

  assert.match(answer.bytes, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
});

test("an upgrade header is ignored", async () => {
  const offer = ["Host: x", "Upgrade: websocket", "Connection: Upgrade"];

  const answer = await rawRequest(baseUrl, [`GET ${root}/flows HTTP/1.1`, token, ...offer, "Connection: close"]);

  assert.equal(answer.status, 200);
});

test("pipelined requests are answered in order", async () => {
  const one = `GET ${root}/flows HTTP/1.1\r\nHost: x\r\n${token}\r\n\r\n`;
  const other = `GET ${root}/flows/x HTTP/1.1\r\nHost: x\r\n${token}\r\nConnection: close\r\n\r\n`;
  const socket = await openSocket(baseUrl);

  socket.write(one + other);

  const { bytes } = await readAnswer(socket);
  assert.deepEqual(bytes.match(/HTTP\/1\.1 \d+/g), ["HTTP/1.1 200", "HTTP/1.1 400"]);
});

test("a caller that disconnects in the middle of a request does no harm", async () => {
  const call = callerOf(baseUrl, page);
  const before = (await call("/keywords")).text;
  const socket = await openSocket(baseUrl);
  socket.write(`${[...post, "content-length: 10", "", "{"].join("\r\n")}`);
  socket.destroy();

  assert.equal((await call("/keywords")).text, before);
});

test("a request that never ends times out", async () => {
  for (const answer of await stalled) assertFailure(answer, 408, "malformed_request");
});

test("a caller refused before its body was sent gets the answer, and is disconnected soon", async () => {
  for (const [answer, status] of await Promise.all(refusedEarly)) assert.equal(answer.status, status);
});

async function stall(text: string): Promise<RawAnswer> {
  const socket = await openSocket(baseUrl);
  socket.write(text);
  return readAnswer(socket);
}
