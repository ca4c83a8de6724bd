import assert from "node:assert/strict";
import { after, test } from "node:test";
import { isObject, type JsonObject } from "@banter/core/model/json.ts";
import { testApp } from "../../../../../test/app.ts";
import { aBuildingPage } from "../../../../../test/platforms/models/building-page.ts";
import { aModelServer } from "../../../../../test/platforms/models/model-server.ts";

const node = await testApp({ after }, { allowPrivateHosts: ["127.0.0.1"] });
const model = await aModelServer({ after }, "openai");

const document = {
  version: 1,
  start: "hello",
  steps: {
    hello: {
      type: "message",
      name: "Greeting",
      content: {
        messages: [
          {
            type: "text",
            text: "{{Hi|Hello}} {{user_first_name ?? there}}, see https://shop.example/a",
            buttons: [{ type: "step", title: "Sizes", step: "size" }],
          },
          { type: "text", text: "{{psid}}" },
        ],
      },
      next: "size",
    },
    size: {
      type: "ask",
      content: { messages: [{ type: "text", text: "Which size?" }] },
      ...{ accept: "choice", choices: [{ id: "s", text: "Small" }, "Large"], save_to: "address" },
      next: { s: "tell", answered: "tell" },
    },
    tell: { type: "action", actions: [{ action: "notify", text: "A new order" }], next: null },
  },
};
const vietnamese: Record<string, string> = {
  "{{Hi|Hello}} {{user_first_name ?? there}}, see https://shop.example/a":
    "{{Chào|Xin chào}} {{user_first_name ?? bạn}}, xem https://shop.example/a",
  ...{ Sizes: "Các cỡ", "Which size?": "Cỡ nào ạ?", Small: "Nhỏ", Large: "Lớn" },
};

async function aShop(flow: object = document) {
  const page = await aBuildingPage(node, model.model, {
    flows: [{ name: "Order", published: true, document: flow as never }],
  });
  const params = { ...page.params, flow_id: page.idOf("Order") };
  const translate = (language = "vi") =>
    page.api("POST /pages/:page_id/flows/:flow_id/translation", { params, body: { language } });
  return { ...page, translate };
}

/** The texts of a prompt, each with what `say` makes of it. */
function translating(say: (text: string) => unknown) {
  model.says(({ messages }) => {
    const [, json = "{}"] = /<text>\n(.*)\n<\/text>/s.exec(messages[0]?.text ?? "") ?? [];
    const texts = Object.entries(JSON.parse(json) as Record<string, string>);
    return { text: JSON.stringify(Object.fromEntries(texts.map(([id, text]) => [id, say(text)]))) };
  });
}

test("all that customers read is translated, and nothing else changes or is stored", async () => {
  const { translate, read, used } = await aShop();
  const before = await read("Order");
  translating((text) => vietnamese[text]);

  const translation = await translate();

  assert.ok(translation.ok);
  assert.deepEqual(translation.kept, []);
  assert.deepEqual(
    translation.draft,
    everyText(before.draft, (text) => vietnamese[text] ?? text),
  );
  assert.match(model.seen.at(-1)?.system ?? "", /into Vietnamese/);
  assert.deepEqual(await used(), { calls: 1, tokens: 120, cost: 140 });
  assert.deepEqual(await read("Order"), before);
});

function everyText(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => everyText(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, everyText(item, change)]));
}

test("a text that loses a variable or an address is asked for once more, and then stays as it was", async () => {
  const { translate, used } = await aShop();
  const bad = ["Xin chào {{tên}}", "{{Chào|Hi}} {{user_first_name}}, xem https://evil.example/a"];
  translating((text) => (text.includes("{{") ? bad.shift() : vietnamese[text]));

  const translation = await translate();

  assert.ok(translation.ok);
  assert.deepEqual(translation.kept, ["/steps/hello/content/messages/0/text"]);
  const { hello } = translation.draft.steps as Record<string, JsonObject>;
  assert.match(JSON.stringify(hello), /\{\{Hi\|Hello\}\}.*Các cỡ/);
  assert.equal((await used()).calls, 2);
});

test("a translation that does not fit its place is not taken, and one in another form is none", async () => {
  const { translate } = await aShop();
  translating((text) => (text === "Small" ? "rất ".repeat(40) : text === "Sizes" ? { not: "a text" } : text));

  const translation = await translate();

  assert.ok(translation.ok);
  assert.deepEqual(translation.kept, ["/steps/hello/content/messages/0/buttons/0/title", "/steps/size/choices/0/text"]);
  model.says(() => ({ text: "I cannot." }));
  const none = await translate();
  assert.ok(none.ok);
  assert.equal(none.kept.length, 5);
});

test("a long flow takes several calls, and one without words none", async () => {
  const say = (text: string) => ({ type: "message", content: { messages: [{ type: "text", text }] }, next: null });
  const steps = Object.fromEntries(
    Array.from({ length: 5 }, (_, at) => [`s${at}`, say(`${"word ".repeat(300)}${at}`)]),
  );
  const { translate, used, limit } = await aShop({ version: 1, start: "s0", steps });
  translating((text) => text.replaceAll("word", "từ"));
  const translation = await translate();
  assert.ok(translation.ok);
  assert.equal((await used()).calls, 3);

  await limit({ page_day: { calls: 4, tokens: null, cost: null } });
  assert.deepEqual(await translate(), { ok: false, reason: "limit_page_day" });
  const silent = await aShop({ version: 1, start: "a", steps: { a: say("{{psid}}") } });
  await assert.rejects(silent.translate(), { status: 409, message: /no words/ });
});
