import assert from "node:assert/strict";
import { test } from "node:test";
import { maskSecrets, secretMask } from "../document/secret-values.ts";
import { lint } from "./lint.ts";

const context = { flows: new Map(), tags: new Map(), fields: new Map(), secrets: new Set(["key"]) };

function aCall(settings: object) {
  const call = { type: "request", method: "POST", url: "https://api.example.com/", ...settings };
  return { version: 1, start: "call", steps: { call } };
}

const header = (name: string, value: string) => aCall({ headers: [{ name, value }] });
const codesOf = (document: unknown, known = {}) =>
  lint(document, { ...context, ...known }).map(({ code, path }) => `${code} ${path}`);

test("a secret that the page lacks is reported at its place, unless its secrets are not known", () => {
  const document = aCall({ headers: [{ name: "a", value: "{{secret.key}} {{secret.no}}" }], body: "{{secret.gone}}" });

  assert.deepEqual(codesOf(document), [
    "secret_missing /steps/call/headers/0/value",
    "secret_missing /steps/call/body",
  ]);
  assert.deepEqual(codesOf(document, { secrets: undefined }), []);
});

test("a secret in an address or a message is reported", () => {
  const text = { type: "message", content: { messages: [{ type: "text", text: "{{secret.key}}" }] } };

  assert.deepEqual(codesOf(aCall({ url: "https://api.example.com/{{secret.key}}" })), [
    "secret_misplaced /steps/call/url",
  ]);
  assert.deepEqual(codesOf({ version: 1, start: "hi", steps: { hi: text } }), [
    "secret_misplaced /steps/hi/content/messages/0/text",
  ]);
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
