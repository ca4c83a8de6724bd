import assert from "node:assert/strict";
import { after, type TestContext, test } from "node:test";
import type { ModelProtocol } from "@banter/core/flow/ai/model.ts";
import { sql } from "../../store/db/sql.ts";
import { testNode } from "../../test/node.ts";
import { anAiDocument, anAiPage, usageOf } from "../../test/platforms/models/ai-page.ts";
import { aModelServer, type Fault } from "../../test/platforms/models/model-server.ts";
import type { Said } from "../../test/platforms/models/protocol-server.ts";
import { until } from "../../test/until.ts";
import { aVisitor } from "../../test/visitor.ts";

const node = await testNode({ after }, { allowPrivateHosts: ["127.0.0.1"] });
const { db } = node.deps;
const protocols: ModelProtocol[] = ["openai", "anthropic", "gemini"];

/** The words that a customer hears when the model's only answer is this, and its usage. A second call would say so. */
async function answered(t: TestContext, protocol: ModelProtocol, said: Said | Fault, step = {}) {
  const again: Said = { text: "Asked again.", usage: { input: 1, output: 1 } };
  const server = await aModelServer(t, protocol, (_, count) => (count === 1 ? said : again));
  const { pageId } = await anAiPage({ db }, server.model, anAiDocument(step));
  const visitor = await aVisitor(node.baseUrl, pageId);
  await visitor.say("Hello");
  const heard = await visitor.hear((messages) => messages.some(({ from }) => from === "page"));
  await until(async () => (await db.count(sql`select from requests where page_id = ${pageId}`)) === 0);
  const [calls = 0, tokens = 0, cost = 0] = ((await usageOf(db, pageId))[""] ?? "").split(" ").map(Number);
  assert.deepEqual([server.seen.length, calls], [1, 1]);
  return { text: heard.find(({ from }) => from === "page")?.text, tokens, cost };
}

const withForm = { save: [{ field: "email", accept: "email", description: "The e-mail address" }] };

test("passages that are no numbers are no passages, and the model is asked once", async (t) => {
  const passages = [{ toString: 1 }, null, [7], "7 ", "0x7"];
  const { text, tokens, cost } = await answered(t, "openai", { form: { text: "Hello.", passages } }, withForm);

  assert.deepEqual([text, tokens, cost], ["Hello.", 120, 140]);
});

test("arguments that cannot be stored fail the step, and the model is asked once", async (t) => {
  const tools = [{ tool: "set_field", field: "address", description: "The address" }];
  const said: Said = { tools: [{ name: "set_field_1", arguments: "nested" }] };
  const { text, tokens, cost } = await answered(t, "openai", said, { tools });

  assert.equal(text, "Sorry.");
  assert.ok(tokens >= 120 && cost >= 140, `${tokens} tokens, ${cost}`);
});

test("a usage that cannot be stored leaves the reservation counted, and the step goes on", async (t) => {
  const server = await aModelServer(t, "openai", async () => {
    await db.count(sql`update model_usage set tokens = -9223372036854775808`);
    return { text: "Hello." };
  });
  const { pageId } = await anAiPage({ db }, server.model);
  const visitor = await aVisitor(node.baseUrl, pageId);

  await visitor.say("Hello");
  await visitor.hear((messages) => messages.some(({ text }) => text === "Sorry."));

  assert.equal(server.seen.length, 1);
  assert.equal((await usageOf(db, pageId))[""]?.split(" ")[0], "1");
});

for (const protocol of protocols)
  for (const [what, fault] of [
    ["is cut", "cut"],
    ["ends with an error", "fail"],
  ] as const)
    test(`${protocol}: a stream that ${what} before it tells its usage counts as reserved`, async (t) => {
      const { text, tokens, cost } = await answered(t, protocol, { fault });

      assert.equal(text, "Sorry.");
      assert.ok(tokens > 400 && cost > 600, `${tokens} tokens, ${cost}`);
    });

for (const protocol of protocols)
  for (const [what, count] of [
    ["half tokens", 1.5],
    ["fewer than no tokens", -1_000_000],
    ["more tokens than there are", 1e30],
  ] as const)
    test(`${protocol}: a server that tells ${what} is answered from, and the reservation counts`, async (t) => {
      const usage = { input: count, output: 20 };
      const { text, tokens, cost } = await answered(t, protocol, { text: "Hello.", usage });

      assert.equal(text, "Hello.");
      assert.ok(tokens > 400 && tokens < 2000, `${tokens} tokens`);
      assert.ok(cost > 600 && cost < 2500, `${cost}`);
    });
