import assert from "node:assert/strict";
import { after, type TestContext, test } from "node:test";
import { testNode } from "../../test/node.ts";
import { anAiDocument, anAiPage, usageOf } from "../../test/platforms/models/ai-page.ts";
import { aModelServer } from "../../test/platforms/models/model-server.ts";
import type { Lacking } from "../../test/platforms/models/openai-lacks.ts";
import type { AskedModel, Said } from "../../test/platforms/models/protocol-server.ts";
import { aVisitor } from "../../test/visitor.ts";

const node = await testNode({ after }, { allowPrivateHosts: ["127.0.0.1"] });
const { db } = node.deps;

/** Knows an intent by a form, a first name by a tool, and otherwise says hello. */
function answer({ system, tools, results }: AskedModel): Said {
  if (results.length > 0) return { tools: [{ name: "answer", arguments: { text: `Looked: ${results.length}` } }] };
  if (tools.length > 0) return { tools: [{ name: "look_up_1", arguments: {} }] };
  return /`intent`/.test(system) ? { form: { text: "", intent: "order" } } : { text: "Hello." };
}

const withIntents = {
  intents: [{ id: "order", name: "Order", description: "Wants to buy something." }],
  next: { order: "unsure" },
};
const withTools = { tools: [{ tool: "look_up", fields: [{ field: "user_first_name" }] }] };

/** Two customers are answered by a page with this step. The second one's calls are made with what is known by then. */
async function twoAreAnswered(t: TestContext, lacks: Lacking[], step: Record<string, unknown> = {}) {
  const server = await aModelServer(t, "openai", answer, { lacks });
  const { pageId } = await anAiPage({ db }, server.model, anAiDocument(step));
  const heard: (string | undefined)[] = [];
  for (const words of ["I want two shirts", "I want three"]) {
    const visitor = await aVisitor(node.baseUrl, pageId);
    await visitor.say(words);
    const messages = await visitor.hear((all) => all.some(({ from }) => from === "page"));
    heard.push(messages.find(({ from }) => from === "page")?.text);
  }
  return { heard, server, calls: server.seen, usage: (await usageOf(db, pageId))[""] };
}

test("a server that tells no usage in a stream, as Mistral, is asked without it, and is refused once only", async (t) => {
  const { heard, server, usage } = await twoAreAnswered(t, ["stream_options"]);

  assert.deepEqual(heard, ["Hello.", "Hello."]);
  assert.equal(server.refused.length, 1);
  assert.equal(usage, "2 240 280");
});

test("a server that streams no forms, as Groq, answers in a form in one piece", async (t) => {
  const { heard, server, calls } = await twoAreAnswered(t, ["streamed_form"], withIntents);

  assert.deepEqual(heard, ["Not sure.", "Not sure."]);
  assert.equal(server.refused.length, 1);
  assert.deepEqual(
    calls.map(({ isWhole, schema }) => [isWhole, schema !== null]),
    [
      [true, true],
      [true, true],
    ],
  );
});

for (const lack of ["json_schema", "response_format"] as const)
  test(`without ${lack}, the form is asked for in words`, async (t) => {
    const { heard, server, calls } = await twoAreAnswered(t, [lack], withIntents);

    assert.deepEqual(heard, ["Not sure.", "Not sure."]);
    assert.equal(server.refused.length, lack === "json_schema" ? 1 : 2);
    assert.match(calls[0]?.system ?? "", /one JSON object of this JSON schema.*"intent":/s);
  });

test("a model that cannot be made to use a tool is left the choice", async (t) => {
  const { heard, server } = await twoAreAnswered(t, ["tool_choice"], withTools);

  assert.deepEqual(heard, ["Looked: 1", "Looked: 1"]);
  assert.equal(server.refused.length, 1);
});

test("a server with the newer name of the longest answer gets that one", async (t) => {
  const { heard, server } = await twoAreAnswered(t, ["max_tokens"]);

  assert.deepEqual(heard, ["Hello.", "Hello."]);
  assert.equal(server.refused.length, 1);
});

for (const [what, step, said] of [
  ["words", {}, "Hello."],
  ["a form", withIntents, "Not sure."],
  ["tools", withTools, "Looked: 1"],
] as const)
  test(`a server that lacks everything answers with ${what}, in one piece`, async (t) => {
    const all: Lacking[] = ["stream_options", "json_schema", "response_format", "tool_choice", "max_tokens", "streams"];
    const { heard } = await twoAreAnswered(t, all, step);

    assert.deepEqual(heard, [said, said]);
  });

test("a refusal that names what was not asked for, or stays, is told after few calls", async (t) => {
  const message = "tool_choice and response_format are wrong, and max_tokens is too large";
  const server = await aModelServer(t, "openai", () => ({ fault: "status", status: 400, message }));
  const { pageId } = await anAiPage({ db }, server.model);
  const visitor = await aVisitor(node.baseUrl, pageId);

  await visitor.say("Hello");
  await visitor.hear((all) => all.some(({ text }) => text === "Sorry."));

  assert.equal(server.seen.length, 2);
  assert.deepEqual((await usageOf(db, pageId))[""], "1 0 0");
});
