import assert from "node:assert/strict";
import { test } from "node:test";
import { applyPageFile } from "../domain/page-file/apply.ts";
import { readPageFile } from "../domain/page-file/read.ts";
import { countMail } from "../store/runtime/mailbox.ts";
import { aFlow, aKeyword, aPage, aPageFile } from "../test/builders.ts";
import { testNode } from "../test/node.ts";
import { aVisitor, type ChatMessage } from "../test/visitor.ts";

const hello = aKeyword("hello", "Hello");
const textsOf = (messages: ChatMessage[]) => messages.filter(({ from }) => from === "page").map(({ text }) => text);
const replies = (count: number) => (messages: ChatMessage[]) => textsOf(messages).length >= count;

test("a visitor who says hello is answered by the keyword's flow", async (t) => {
  const { baseUrl, deps } = await testNode(t);
  const { pageId } = await aPage(deps, { flows: [aFlow("Hello", "Hello {{user_first_name}}!")], keywords: [hello] });
  const visitor = await aVisitor(baseUrl, pageId, { first_name: "Ann" });

  const answer = await visitor.say("HELLO");

  assert.equal(answer.status, 202);
  const messages = await visitor.hear(replies(1));
  assert.deepEqual(
    messages.map(({ from, text }) => [from, text]),
    [
      ["visitor", "HELLO"],
      ["page", "Hello Ann!"],
    ],
  );
});

test("a WhatsApp template is shown as its text", async (t) => {
  const { baseUrl, deps } = await testNode(t);
  const body = { type: "BODY", text: "{{1}}, it is ready.", params: [{ key: "{{1}}", value: "{{user_first_name}}" }] };
  const template = { type: "whatsapp_message_template", template_id: "ready", language: "en_US", components: [body] };
  const steps = { tell: { type: "message", content: { messages: [template] }, next: null } };
  const document = { version: 1, start: "tell", steps };
  const { pageId } = await aPage(deps, { flows: [{ name: "Hello", published: true, document }], keywords: [hello] });
  const visitor = await aVisitor(baseUrl, pageId, { first_name: "Ann" });

  await visitor.say("hello");

  assert.deepEqual(textsOf(await visitor.hear(replies(1))), ["Ann, it is ready."]);
});

test("two visitors at the same time have separate conversations", async (t) => {
  const { baseUrl, deps } = await testNode(t);
  const { pageId } = await aPage(deps, { flows: [aFlow("Hello", "Hello {{user_first_name}}!")], keywords: [hello] });
  const [ann, bob] = await Promise.all([
    aVisitor(baseUrl, pageId, { first_name: "Ann" }),
    aVisitor(baseUrl, pageId, { first_name: "Bob" }),
  ]);

  await Promise.all([ann.say("hello"), bob.say("hello")]);

  assert.deepEqual(textsOf(await ann.hear(replies(1))), ["Hello Ann!"]);
  assert.deepEqual(textsOf(await bob.hear(replies(1))), ["Hello Bob!"]);
});

test("fifty messages at once from one visitor are all handled, in order", async (t) => {
  const { baseUrl, deps } = await testNode(t);
  const page = { ...aPageFile().page, default_reply: "Echo" };
  const echo = {
    name: "Echo",
    published: true,
    document: {
      version: 1,
      start: "ask",
      steps: {
        ask: { type: "ask", accept: "text", save_to: "said", content: said("Next?"), next: { answered: "echo" } },
        echo: { type: "message", content: said("You said {{said}}"), next: "ask" },
      },
    },
  };
  const { pageId } = await aPage(deps, { page, fields: [{ name: "said", type: "text" }], flows: [echo] });
  const visitor = await aVisitor(baseUrl, pageId);
  await visitor.say("start");
  await visitor.hear(replies(1));

  const numbers = Array.from({ length: 50 }, (_, index) => `number ${index}`);
  for (const number of numbers) void visitor.say(number);

  const messages = await visitor.hear(replies(101));
  const echoed = textsOf(messages).filter((text) => text?.startsWith("You said"));
  const order = messages.filter(({ from, text }) => from === "visitor" && text !== "start").map(({ text }) => text);
  assert.deepEqual(
    echoed,
    order.map((text) => `You said ${text}`),
  );
  assert.deepEqual(order.toSorted(), numbers.toSorted());
});

test("the same message posted ten times with one key is one event", async (t) => {
  const { baseUrl, deps } = await testNode(t);
  const { pageId } = await aPage(deps, { flows: [aFlow("Hello")], keywords: [hello] });
  const visitor = await aVisitor(baseUrl, pageId);

  const answers = await Promise.all(Array.from({ length: 10 }, () => visitor.say("hello", "key-1")));
  const other = await visitor.say("something else", "key-1");

  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([202]));
  assert.equal(other.status, 409);
  await visitor.hear(replies(1));
  await visitor.say("hello", "key-2");
  assert.equal(textsOf(await visitor.hear(replies(2))).length, 2);
});

test("running conversations stay on their version when a new one is published", async (t) => {
  const { baseUrl, deps } = await testNode(t);
  const { pageId } = await aPage(deps, { flows: [question("old")], keywords: [hello] });
  const ann = await aVisitor(baseUrl, pageId);
  await ann.say("hello");
  await ann.hear(replies(1));

  const file = await readPageFile(deps, pageId);
  await applyPageFile(deps, pageId, { ...file, flows: [question("new")] }, { prune: false });
  await ann.say("blue");
  const bob = await aVisitor(baseUrl, pageId);
  await bob.say("hello");

  assert.deepEqual(textsOf(await ann.hear(replies(2))), ["The old question?", "The old answer: blue"]);
  assert.deepEqual(textsOf(await bob.hear(replies(1))), ["The new question?"]);
});

test("an endless flow ends with a reason, and the customer can go on", async (t) => {
  const { baseUrl, deps } = await testNode(t);
  const circle = (name: string, other: string) => ({
    name,
    published: true,
    document: { version: 1, start: "go", steps: { go: { type: "goto", flow: other } } },
  });
  const loop = { ...hello, name: "Loop", phrases: ["loop"], flow: "One" };
  const { pageId } = await aPage(deps, {
    flows: [circle("One", "Two"), circle("Two", "One"), aFlow("Hello")],
    keywords: [hello, loop],
  });
  const visitor = await aVisitor(baseUrl, pageId);

  await visitor.say("loop");
  await visitor.say("hello");

  assert.deepEqual(textsOf(await visitor.hear(replies(1))), ["Hello"]);
  assert.equal(await countMail(deps.db, pageId), 0);
});

test("an old button works, also after its flow has a new version", async (t) => {
  const { baseUrl, deps } = await testNode(t);
  const buttons = (version: string) => ({
    name: "Hello",
    published: true,
    document: {
      version: 1,
      start: "hi",
      steps: {
        hi: {
          type: "message",
          content: {
            messages: [{ type: "text", text: "Choose", buttons: [{ type: "step", title: "More", step: "more" }] }],
          },
          next: null,
        },
        more: { type: "message", content: said(`More of the ${version} version`), next: null },
      },
    },
  });
  const { pageId } = await aPage(deps, { flows: [buttons("first")], keywords: [hello] });
  const visitor = await aVisitor(baseUrl, pageId);
  await visitor.say("hello");
  const [, choose] = await visitor.hear(replies(1));
  await applyPageFile(
    deps,
    pageId,
    { ...(await readPageFile(deps, pageId)), flows: [buttons("second")] },
    { prune: false },
  );

  const payload = choose?.buttons?.[0]?.payload ?? "";
  const answer = await visitor.press(payload);
  const foreign = await (await aVisitor(baseUrl, pageId)).press(payload);

  assert.equal(answer.status, 202);
  assert.deepEqual(textsOf(await visitor.hear(replies(2))), ["Choose", "More of the first version"]);
  assert.equal(foreign.status, 400);
});

function said(text: string) {
  return { messages: [{ type: "text", text }] };
}

function question(which: string) {
  return {
    name: "Hello",
    published: true,
    document: {
      version: 1,
      start: "ask",
      steps: {
        ask: {
          type: "ask",
          accept: "text",
          save_to: "address",
          content: said(`The ${which} question?`),
          next: { answered: "so" },
        },
        so: { type: "message", content: said(`The ${which} answer: {{address}}`), next: null },
      },
    },
  };
}
