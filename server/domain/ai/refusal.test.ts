import assert from "node:assert/strict";
import { test } from "node:test";
import { openai } from "./protocols/openai.ts";
import { readRefusal } from "./refusal.ts";

test("only the first words of a long refusal are searched, and the key is masked before they are cut", async () => {
  async function* body() {
    yield Buffer.from(`${"x".repeat(4090)}secret-key ${"stream model ".repeat(4500)}`);
  }
  const mask = (text: string) => text.replaceAll("secret-key", "***");
  const answer = { status: 400, headers: {}, body: body() };

  const { reason, refusal = "" } = await readRefusal(answer, openai.failureOf, mask);

  assert.equal(reason, "call_refused");
  assert.equal(refusal, `${"x".repeat(4090)}*** st`);
});
