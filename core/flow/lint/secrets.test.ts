import assert from "node:assert/strict";
import { test } from "node:test";
import { maskSecrets, masksIn, secretMask, unmaskSecrets } from "../document/secret-values.ts";
import { lint } from "./lint.ts";

const context = { flows: new Map(), tags: new Map(), fields: new Map(), secrets: new Map([["key", []]]) };

function aCall(settings: object) {
  const call = { type: "request", method: "POST", url: "https://api.example.com/", ...settings };
  return { version: 1, start: "call", steps: { call } };
}

const header = (name: string, value: string) => aCall({ headers: [{ name, value }] });
const codesOf = (document: unknown, known = {}) =>
  lint(document, { ...context, ...known }).map(({ code, path }) => `${code} ${path}`);

test("a secret that the page lacks is reported at its place, unless its secrets are not known", () => {
  const document = aCall({
    url: "https://api.example.com/?key={{secret.gone}}",
    headers: [{ name: "a", value: "{{secret.key}} {{secret.no}}" }],
    body: "{{secret.gone}}",
  });

  assert.deepEqual(codesOf(document), [
    "secret_missing /steps/call/url",
    "secret_missing /steps/call/headers/0/value",
    "secret_missing /steps/call/body",
  ]);
  assert.deepEqual(codesOf(document, { secrets: undefined }), []);
});

test("a secret may stand in the address of a call, but not in a message or its links", () => {
  const button = { type: "url", title: "Shop", url: "https://shop.example.com/?key={{secret.key}}" };
  const text = { type: "text", text: "{{secret.key}}", buttons: [button] };
  const message = { type: "message", content: { messages: [text] } };

  assert.deepEqual(codesOf(aCall({ url: "https://api.example.com/{{secret.key}}" })), []);
  assert.deepEqual(codesOf({ version: 1, start: "hi", steps: { hi: message } }), [
    "secret_misplaced /steps/hi/content/messages/0/text",
    "secret_misplaced /steps/hi/content/messages/0/buttons/0/url",
  ]);
});

test("a secret that is not for the host of its call is reported", () => {
  const document = aCall({ headers: [{ name: "authorization", value: "Bearer {{secret.key}}" }] });
  const found = (...hosts: string[]) => codesOf(document, { secrets: new Map([["key", hosts]]) });

  assert.deepEqual(found("other.example"), ["secret_not_for_host /steps/call/headers/0/value"]);
  assert.deepEqual(found("other.example", "*.example.com"), []);
  assert.deepEqual(found(), []);
});

for (const [name, value] of [
  ["Authorization", "Bearer sk_live_42"],
  ["authorization", "Basic {{secret.key}}x"],
  ["X-Api-Key", "42"],
  ["access-token", "{{a|b}}"],
  ["authorization", "Bearer {{psid ?? sk_live_42}}"],
  ["authorization", "Bearer {{secret.key ?? sk_live_42}}"],
] as const) {
  test(`${name}: ${value} is a credential typed in, which viewers do not see`, () => {
    assert.deepEqual(codesOf(header(name, value)), ["credential_typed /steps/call/headers/0/value"]);
    assert.deepEqual(maskSecrets(header(name, value)), header(name, secretMask));
  });
}

for (const [name, value] of [
  ["authorization", "Bearer {{secret.key}}"],
  ["authorization", "{{secret.key}}"],
  ["x-api-key", "Token {{secret.key}}"],
  ["content-type", "application/json"],
] as const) {
  test(`${name}: ${value} is no credential, and everybody sees it`, () => {
    assert.deepEqual(codesOf(header(name, value)), []);
    assert.deepEqual(maskSecrets(header(name, value)), header(name, value));
  });
}

test("any other header is no credential for the lint, but viewers do not see its value", () => {
  assert.deepEqual(codesOf(header("x-shop", "4711")), []);
  assert.deepEqual(maskSecrets(header("x-shop", "4711")), header("x-shop", secretMask));
});

for (const [url, shown] of [
  ["https://api.example.com/orders?api_key=sk_live_42", `https://api.example.com/${secretMask}`],
  ["https://hooks.example.com:8443/T00/B00/XXX", `https://hooks.example.com:8443/${secretMask}`],
  ["https://api.example.com?api_key=sk_live_42", `https://api.example.com/${secretMask}`],
  ["https://me:sk_live_42@api.example.com/", secretMask],
  ["https://me@api.example.com", secretMask],
  ["sk_live_42", secretMask],
  ["https://api.example.com/{{psid ?? sk_live_42}}", `https://api.example.com/${secretMask}`],
  ["https://api.example.com/", "https://api.example.com/"],
  ["https://api.example.com", "https://api.example.com"],
  ["https://api.example.com/{{secret.key}}", "https://api.example.com/{{secret.key}}"],
  ["https://", "https://"],
] as const) {
  test(`viewers see the address ${url} as ${shown}`, () => {
    assert.deepEqual(maskSecrets(aCall({ url })), aCall({ url: shown }));
  });
}

test("viewers see no body but one of variables alone", () => {
  assert.deepEqual(maskSecrets(aCall({ body: '{"key":"sk_live_42"}' })), aCall({ body: secretMask }));
  assert.deepEqual(maskSecrets(aCall({ body: "{{order}}" })), aCall({ body: "{{order}}" }));
});

test("a mask stands for the stored value of its place, and an address with another host for none", () => {
  const stored = aCall({ url: "https://api.example.com/?key=42", body: "one", headers: [{ name: "x", value: "two" }] });
  const moved = aCall({ url: `https://evil.example/${secretMask}`, body: secretMask });

  assert.deepEqual(unmaskSecrets(maskSecrets(stored), [undefined, stored]), stored);
  assert.deepEqual(unmaskSecrets(moved, [stored]), aCall({ url: moved.steps.call.url, body: "one" }));
  assert.deepEqual(masksIn(moved), [
    ["steps", "call", "url"],
    ["steps", "call", "body"],
  ]);
});
