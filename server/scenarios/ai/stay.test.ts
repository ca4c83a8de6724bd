import assert from "node:assert/strict";
import { after, type TestContext, test } from "node:test";
import { aFlow, aKeyword } from "../../test/builders.ts";
import { testNode } from "../../test/node.ts";
import { anAiDocument, anAiPage, tracesOf, usageOf } from "../../test/platforms/models/ai-page.ts";
import { aModelServer } from "../../test/platforms/models/model-server.ts";
import type { AskedModel, Said } from "../../test/platforms/models/protocol-server.ts";
import { aVisitor } from "../../test/visitor.ts";

const node = await testNode({ after }, { allowPrivateHosts: ["127.0.0.1"] });
const { db } = node.deps;

const say = (text: string) => ({ type: "message", content: { messages: [{ type: "text", text }] }, next: null });

/** A page whose AI step stays in the conversation, beside a keyword, and a visitor who talks with it. */
async function aTalk(
  t: TestContext,
  step: Record<string, unknown>,
  answer: (asked: AskedModel, count: number) => Said,
) {
  const server = await aModelServer(t, "openai", answer);
  const next = { answered: "over", ...("intents" in step && { order: "ordered" }) };
  const document = anAiDocument({ ...step, next }, { over: say("That was all."), ordered: say("Your order, please.") });
  const flow = { name: "Bot", published: true, document: document as never };
  const { pageId } = await anAiPage({ db }, server.model, document, {
    flows: [flow, aFlow("Prices", "Five euros.")],
    keywords: [aKeyword("price", "Prices")],
  });
  const visitor = await aVisitor(node.baseUrl, pageId);
  const heard = (messages: { from: string; text?: string }[]) =>
    messages.flatMap(({ from, text = "" }) => (from === "page" ? [text] : []));
  return {
    ...{ server, pageId },
    say: visitor.say,
    /** All that the page has said, once it is so much. */
    hears: async (count: number) => heard(await visitor.hear((messages) => heard(messages).length >= count)),
  };
}

const answerWords = ({ messages }: AskedModel): Said => ({ text: `You said: ${messages.at(-1)?.text}` });

test("a step that stays takes all words until its last answer, and then lets keywords go on", async (t) => {
  const stay = { max_turns: 2, no_reply_seconds: 86_400 };
  const { server, pageId, say, hears } = await aTalk(t, { stay }, answerWords);

  await say("hi");
  await hears(1);
  await say("price");
  await hears(3);
  await say("price");

  assert.deepEqual(await hears(4), ["You said: hi", "You said: price", "That was all.", "Five euros."]);
  assert.equal(server.seen.length, 2);
  assert.equal((await usageOf(db, pageId))[""], "2 240 280");
});

test("silence ends a step that stays", async (t) => {
  const { server, say, hears } = await aTalk(t, { stay: { max_turns: 9, no_reply_seconds: 1 } }, answerWords);

  await say("hi");

  assert.deepEqual(await hears(2), ["You said: hi", "That was all."]);
  assert.equal(server.seen.length, 1);
});

test("an intent ends a step that stays", async (t) => {
  const intents = [{ id: "order", name: "Order", description: "Wants to buy something." }];
  const stay = { max_turns: 9, no_reply_seconds: 86_400 };
  const { say, hears } = await aTalk(t, { stay, intents }, (_, count) => ({
    form: count === 1 ? { text: "Hello.", intent: "none" } : { text: "", intent: "order" },
  }));

  await say("hi");
  await hears(1);
  await say("Two shirts");

  assert.deepEqual(await hears(2), ["Hello.", "Your order, please."]);
});

test("a model that uses tools without end is stopped after four rounds, in each turn anew", async (t) => {
  const tools = [{ tool: "look_up", fields: [{ field: "user_first_name" }] }];
  const stay = { max_turns: 9, no_reply_seconds: 86_400 };
  const lookUp = { tools: [{ name: "look_up_1", arguments: {} }] };
  const { server, pageId, say, hears } = await aTalk(t, { stay, tools }, ({ messages, results }) =>
    messages.at(-1)?.text === "hi" && results.length === 4
      ? { tools: [{ name: "answer", arguments: { text: "Hello." } }] }
      : lookUp,
  );

  await say("hi");
  await hears(1);
  await say("more");

  assert.deepEqual(await hears(2), ["Hello.", "Sorry."]);
  assert.equal(server.seen.length, 10);
  const [, , , exit, reason] = (await tracesOf(db, pageId)).at(-1)?.visits?.[0] ?? [];
  assert.deepEqual([exit, reason], ["failed", "too_many_rounds"]);
});
