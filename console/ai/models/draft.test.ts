import assert from "node:assert/strict";
import { test } from "node:test";
import { amountOf, draftOf, formOf, hostOf, isComplete, keyName, type Model, microsOf, withProvider } from "./draft.ts";

const secret = (name: string, ...hosts: string[]) => ({ name, hosts, updated_at: "2026-11-18T00:00:00.000Z" });
const stored: Model = {
  ...{ id: 7, name: "Small", protocol: "openai", base_url: "https://api.openai.com/v1", model: "gpt-5-mini" },
  ...{ key: "openai_key", purpose: "chat", input_price: 250_000, output_price: 2_000_000 },
  ...{ max_tokens: 1024, timeout_seconds: 30 },
};

test("a new model takes a key that the page has for the provider, and asks for one if it has none", () => {
  const secrets = [secret("shop", "shop.example"), secret("claude", "api.anthropic.com")];

  const first = draftOf(undefined, secrets);
  assert.deepEqual([first.provider, first.key, first.newKey], ["openai", null, ""]);
  const other = withProvider(first, "anthropic", secrets);
  assert.deepEqual([other.base_url, other.key, other.newKey], ["https://api.anthropic.com/v1", "claude", undefined]);
  const own = withProvider(first, "other", secrets);
  assert.deepEqual([own.protocol, own.key, own.newKey], ["openai", null, undefined]);
});

test("a stored model is edited under its provider, and stays as it is", () => {
  assert.equal(draftOf(stored, []).provider, "openai");
  assert.equal(draftOf({ ...stored, base_url: "http://localhost:11434/v1" }, []).provider, "other");
  const { id: _, ...form } = stored;
  assert.deepEqual(formOf(draftOf(stored, []), stored.key), form);
});

test("a model is complete with a name, the provider's name of it, and a key that is long enough", () => {
  const draft = draftOf(stored, []);

  assert.ok(isComplete(draft));
  assert.ok(!isComplete({ ...draft, newKey: "short" }));
  assert.ok(!isComplete({ ...draft, model: " " }));
});

test("a new key is for the model's server only, under a name that is free", () => {
  assert.equal(hostOf("http://10.0.0.7:8080/v1"), "10.0.0.7:8080");
  assert.equal(hostOf("not an address"), undefined);
  assert.equal(
    keyName("gemini", [secret("gemini_key", "a.example"), secret("gemini_key_2", "a.example")]),
    "gemini_key_3",
  );
});

test("amounts are exact to the millionth", () => {
  for (const amount of [0, 0.15, 0.1 + 0.2, 1234.567891])
    assert.equal(amountOf(microsOf(amount)), Number(amount.toFixed(6)));
});
