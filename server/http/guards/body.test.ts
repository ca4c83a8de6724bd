import assert from "node:assert/strict";
import { after, test } from "node:test";
import { testApp } from "../../test/app.ts";
import { aPage } from "../../test/builders.ts";
import { type Answer, assertFailure, callerOf, pageUrl } from "../../test/call.ts";
import { rawRequest } from "../../test/raw-http.ts";

const { baseUrl, deps } = await testApp({ after });
const page = await aPage(deps, {
  keywords: [{ name: "Greeting", match: "is", phrases: ["hi"], excludes: [], flow: null, is_activated: true }],
});
const call = callerOf(baseUrl, page);
const keywordId: number = JSON.parse((await call("/keywords")).text).data[0].id;
const asIs = (await call("/keywords")).text;

const valid = JSON.stringify({ keyword_id: keywordId, update: { flow_id: null } });
const update = (body: string | Buffer<ArrayBuffer>, type = "application/json"): Promise<Answer> =>
  call("/keywords/update", { body, headers: { "content-type": type } });

async function assertRefused(
  answer: Answer,
  ...expected: [status: number, code: Parameters<typeof assertFailure>[2], pointer?: string]
) {
  assertFailure(answer, ...expected);
  assert.equal((await call("/keywords")).text, asIs);
}

test("a body is read as UTF-8 whatever its charset parameter says", async () => {
  const types = [
    "application/json; charset=utf-16",
    "application/json;charset=UTF-8",
    "Application/JSON",
    "application/json ; x=y",
  ];

  for (const type of types) assert.deepEqual([type, (await update(valid, type)).status], [type, 200]);
});

test("a byte order mark is ignored", async () => {
  assert.equal((await update(`\uFEFF${valid}`)).status, 200);
});

test("a body with another content type or none is refused", async () => {
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonx",
    "application/json-patch+json",
    "text/json",
    "nonsense",
    "application/jso\tn",
    ",application/json",
  ]) {
    await assertRefused(await update(valid, type), 415, "unsupported_media_type");
  }
  await assertRefused(await untyped(valid), 415, "unsupported_media_type");
});

test("a compressed body is refused, content-encoding identity is accepted", async () => {
  const compressed = (encoding: string) =>
    call("/keywords/update", {
      body: valid,
      headers: { "content-type": "application/json", "content-encoding": encoding },
    });

  for (const encoding of ["gzip", "br", "deflate", "gzip, identity", "x"]) {
    await assertRefused(await compressed(encoding), 415, "unsupported_media_type");
  }
  assert.equal((await compressed("identity")).status, 200);
});

test("a body that is not UTF-8 or not JSON is malformed", async () => {
  const bytes = Buffer.from(valid);
  bytes[3] = 0xff;

  await assertRefused(await update(bytes), 400, "malformed_request");
  await assertRefused(await update(Buffer.from([0xed, 0xa0, 0x80])), 400, "malformed_request");
  for (const body of ["{", "nope", `${valid}x`, "{'a':1}", '{"a":1,}', "// hello", "\uFEFF", "NaN", "a=1", " "]) {
    await assertRefused(await update(body), 400, "malformed_request");
  }
});

test("a body that is not an object is malformed", async () => {
  for (const body of ["[]", "null", "true", "7", '"text"', `[${valid}]`]) {
    await assertRefused(await update(body), 400, "malformed_request");
  }
});

test("a missing body is malformed if the route needs one", async () => {
  await assertRefused(await update(""), 400, "malformed_request");
  await assertRefused(await call("/keywords/update", { method: "POST" }), 400, "malformed_request");
});

test("32 levels are accepted, 33 are too deep, and brackets in strings do not count", async () => {
  const nested = (levels: number) => `{"x":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;

  await assertRefused(await update(nested(32)), 400, "invalid_field");
  await assertRefused(await update(nested(33)), 400, "malformed_request");
  await assertRefused(await update(`{"x":"${"[".repeat(5000)}\\"["}`), 400, "invalid_field");
  await assertRefused(await update(`{"x":${"[".repeat(500_000)}`), 400, "malformed_request");
});

test("a body of 1 MiB is accepted, one byte more is too large", async () => {
  const spaces = (size: number) => valid + " ".repeat(size - valid.length);

  assert.equal((await update(spaces(1024 * 1024))).status, 200);
  await assertRefused(await update(spaces(1024 * 1024 + 1)), 413, "body_too_large");
  await assertRefused(await chunked(spaces(1024 * 1024 + 1)), 413, "body_too_large");
});

test("keys that would change a prototype are refused at any depth", async () => {
  for (const body of [
    '{"__proto__":{}}',
    '{"__proto__":null}',
    `{"keyword_id":${keywordId},"update":{"flow_id":null,"__proto__":{"x":1}}}`,
    '{"x":[{"\\u005f_proto__":1}]}',
    '{"constructor":{"prototype":{}}}',
  ]) {
    await assertRefused(await update(body), 400, "malformed_request");
  }
  await assertRefused(await update('{"constructor":"Smith"}'), 400, "invalid_field");
  await assertRefused(await update('{"toString":1,"hasOwnProperty":2}'), 400, "invalid_field");
});

test("NUL and lone surrogates are refused in keys and values, with a pointer", async () => {
  for (const odd of ["\\u0000", "\\ud800", "\\udc00", "a\\ude00\\ud83d"]) {
    await assertRefused(await update(`{"keyword_id":"${odd}"}`), 400, "invalid_field", "/keyword_id");
    await assertRefused(await update(`{"update":{"${odd}":1}}`), 400, "invalid_field", "/update");
    await assertRefused(await update(`{"x":[0,{"y":"${odd}"}]}`), 400, "invalid_field", "/x/1/y");
  }
});

test("emoji are accepted", async () => {
  const answer = await update('{"keyword_id":"\\ud83d\\ude00"}');

  assert.match(answer.headers.get("x-error-detail") ?? "", /positive integer/);
});

test("the last of repeated keys counts", async () => {
  assert.equal((await update(`{"keyword_id":0,${valid.slice(1)}`)).status, 200);
  await assertRefused(await update(`${valid.slice(0, -1)},"keyword_id":0}`), 400, "invalid_field", "/keyword_id");
});

test("no header repeats text of the caller", async () => {
  const answer = await update('{"sëcret\\r\\nx-evil: 1":"sëcret","update":{"sëcret":{"a/b~c":1}}}');

  assertFailure(answer, 400, "invalid_field");
  assert.ok(![...answer.headers].flat().some((text) => /s.cret|evil/.test(text)));
});

test("ten thousand unknown fields get one short answer", async () => {
  const fields = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field_${index}`, index]));
  const problem = { headers: { accept: "application/problem+json" }, json: fields };

  const { status, text } = await call("/keywords/update", problem);

  assert.equal(status, 400);
  assert.ok(text.length < 2000, text.slice(0, 200));
});

test("a chunked body is accepted", async () => {
  assert.equal((await chunked(valid)).status, 200);
  await assertRefused(await chunked("{}"), 400, "invalid_field");
});

const head = [
  `POST ${pageUrl("", page.pageId)}/keywords/update HTTP/1.1`,
  "Host: x",
  "Connection: close",
  `access-token: ${page.token}`,
];

function untyped(body: string) {
  return rawRequest(baseUrl, [...head, `content-length: ${body.length}`], body);
}

function chunked(body: string) {
  const lines = [...head, "content-type: application/json", "transfer-encoding: chunked"];
  return rawRequest(baseUrl, lines, `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);
}
