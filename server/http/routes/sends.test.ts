import assert from "node:assert/strict";
import { after, test } from "node:test";
import { WebchatMessage } from "@banter/core/api/webchat.ts";
import { trashFlow } from "../../domain/catalog/flows.ts";
import { sql } from "../../store/db/sql.ts";
import { findSend } from "../../store/runtime/messages/sends.ts";
import { aFlow, aPage } from "../../test/builders.ts";
import { assertFailure, callerOf, idsOf } from "../../test/call.ts";
import { testNode } from "../../test/node.ts";
import { aVisitor, type ChatMessage } from "../../test/visitor.ts";

const node = await testNode({ after });
const page = await aPage(node.deps, {
  tags: ["vip"],
  fields: [{ name: "size", type: "text" }],
  flows: [
    aFlow("Hello", "Hello {{user_first_name}}, {{coffee}}"),
    { ...aFlow("Draft"), published: false },
    { ...aFlow("Off"), is_on: false as const },
    aFlow("Trashed"),
  ],
});
const { pageId } = page;
const call = callerOf(node.baseUrl, page);
const idOf = await idsOf(call);
await trashFlow(node.deps, pageId, idOf("Trashed"));

const visitor = (body = {}) => aVisitor(node.baseUrl, pageId, body);
const fromPage = (messages: ChatMessage[]) => messages.filter(({ from }) => from === "page");
const heard = (count: number) => (messages: ChatMessage[]) => fromPage(messages).length >= count;
const content = (messages: object[], more = {}) => ({ version: "v2", content: { messages, ...more } });
const text = (words: string) => content([{ type: "text", text: words }]);

test("a flow reaches the visitor, and its payload wins over the customer's fields", async () => {
  const ann = await visitor({ first_name: "Ann" });

  const answer = await call("/flows/send_flow", {
    json: {
      psid: ann.psid,
      flow_id: String(idOf("Hello")),
      payload: { coffee: "a {{psid}} mocha", user_first_name: "Anna", n: 1 },
    },
  });

  assert.equal(answer.status, 200, answer.headers.get("x-error-detail") ?? "");
  assert.equal(answer.text, '{"success":true}');
  assert.match(answer.headers.get("x-send-id") ?? "", /^[0-9]+$/);
  assert.equal(fromPage(await ann.hear(heard(1)))[0]?.text, "Hello Anna, a {{psid}} mocha");
});

test("a fallback in content stands in for what is not known about the visitor", async () => {
  const [ann, nobody] = [await visitor({ first_name: "Ann" }), await visitor()];
  const data = text("Hi {{user_first_name ?? there}}, {{order ?? nothing}} is ready");

  for (const { psid } of [ann, nobody]) await call("/flows/send_content", { json: { psid, data, payload: { n: 1 } } });

  assert.equal(fromPage(await ann.hear(heard(1)))[0]?.text, "Hi Ann, nothing is ready");
  assert.equal(fromPage(await nobody.hear(heard(1)))[0]?.text, "Hi there, nothing is ready");
});

test("a send can be looked up by its id", async () => {
  const ann = await visitor();

  const answer = await call("/flows/send_content", { json: { psid: ann.psid, data: text("Hello") } });
  await ann.hear(heard(1));

  const send = await findSend(node.deps.db, pageId, Number(answer.headers.get("x-send-id")));
  assert.deepEqual([send.isKnown, send.isWaiting, send.messages.map(({ status }) => status)], [true, false, ["sent"]]);
});

test("every kind of content is shown on web chat", async () => {
  const ann = await visitor();
  const flow_id = idOf("Hello");
  const url = "https://example.com/a.png";

  const answer = await call("/flows/send_content", {
    json: {
      psid: ann.psid,
      message_tag: null,
      data: content(
        [
          {
            type: "text",
            text: "Hi",
            buttons: [
              { type: "url", title: "Shop", url },
              { type: "flow", caption: "Go", flow_id },
              { type: "call", title: "Call", phone: "+84901234567" },
            ],
          },
          ...["image", "video", "audio", "file"].map((type) => ({ type, url })),
          {
            type: "cards",
            elements: [
              {
                title: "Card",
                subtitle: "Sub",
                image_url: url,
                action_url: url,
                buttons: [{ type: "flow", title: "Buy", flow_id }],
              },
            ],
            image_aspect_ratio: "square",
          },
        ],
        {
          quick_replies: [
            { type: "flow", caption: "Again", flow_id },
            { type: "phone_number" },
            { type: "email" },
            { type: "text", title: "No" },
          ],
          actions: [],
        },
      ),
    },
  });

  assert.equal(answer.status, 200, answer.headers.get("x-error-detail") ?? "");
  const messages = fromPage(await ann.hear(heard(6)));
  for (const message of messages) WebchatMessage.parse(message);
  assert.deepEqual(
    messages.map(({ type }) => type),
    ["text", "image", "video", "audio", "file", "cards"],
  );
  assert.deepEqual(
    messages[0]?.buttons?.map(({ type }) => type),
    ["url", "reply", "call"],
  );
  assert.deepEqual(
    messages[5]?.quick_replies?.map(({ type }) => type),
    ["reply", "phone_number", "email", "reply"],
  );
  assert.match(messages[5]?.elements?.[0]?.action_url ?? "", /\/l\//);
});

test("a followed link counts as one click and redirects", async () => {
  const ann = await visitor();
  const flow = {
    name: "Links",
    published: true,
    document: {
      version: 1,
      start: "a",
      steps: {
        a: {
          type: "message",
          content: {
            messages: [
              {
                type: "text",
                text: "Look",
                buttons: [{ type: "url", title: "Shop", url: "https://example.com/shop" }],
              },
            ],
          },
        },
      },
    },
  };
  const page = await aPage(node.deps, { flows: [flow] });
  const other = callerOf(node.baseUrl, page);
  const flowId = (await idsOf(other))("Links");
  const bob = await aVisitor(node.baseUrl, page.pageId);
  await other("/flows/send_flow", { json: { psid: bob.psid, flow_id: flowId } });
  const [message] = fromPage(await bob.hear(heard(1)));
  const link = message?.buttons?.[0]?.url ?? "";

  const followed = [await fetch(link, { redirect: "manual" }), await fetch(link, { redirect: "manual" })];
  const forged = await fetch(
    link.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
    { redirect: "manual" },
  );
  await bob.post("/receipts", { delivered_through: message?.id, seen_through: message?.id });

  assert.deepEqual(
    followed.map(({ status, headers }) => [status, headers.get("location")]),
    Array(2).fill([302, "https://example.com/shop"]),
  );
  assert.equal(forged.status, 404);
  const wanted = '{"success":true,"data":{"sent":1,"delivery":1,"seen":1,"is_clicked":1,"total_phone_number":0}}';
  let statistics = "";
  while (statistics !== wanted) {
    statistics = (await other(`/flows/${flowId}/statistics`)).text;
    assert.doesNotMatch(statistics, /"is_clicked":[2-9]/);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.ok(ann.psid !== bob.psid);
});

test("the same idempotency key and body is one send; another body is refused", async () => {
  const ann = await visitor();
  const json = { psid: ann.psid, data: text("Once") };
  const headers = { "idempotency-key": "send-1" };

  const answers = await Promise.all(Array.from({ length: 10 }, () => call("/flows/send_content", { json, headers })));
  const other = await call("/flows/send_content", { json: { ...json, data: text("Twice") }, headers });
  const without = await call("/flows/send_content", { json });

  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(new Set(answers.map(({ headers }) => headers.get("x-send-id"))).size, 1);
  assertFailure(other, 409, "idempotency_conflict");
  assert.equal(without.status, 200);
  assert.deepEqual(
    fromPage(await ann.hear(heard(2))).map(({ text }) => text),
    ["Once", "Once"],
  );
});

test("a dry run checks everything and sends nothing", async () => {
  const ann = await visitor();
  const headers = { prefer: "dry-run" };

  const good = await call("/flows/send_content", { json: { psid: ann.psid, data: text("Hello") }, headers });
  const bad = await call("/flows/send_content", {
    json: { psid: ann.psid, data: text("{{user_last_name}}") },
    headers,
  });

  assert.deepEqual(
    [good.status, good.headers.get("x-send-id"), good.headers.get("preference-applied")],
    [200, null, "dry-run"],
  );
  assertFailure(bad, 422, "unsupported_content");
  const { count } = await node.deps.db.get<{ count: number }>(sql`
    select count(*) from messages where page_id = ${pageId} and psid = ${ann.psid}`);
  assert.equal(count, 0);
});

test("a send that cannot succeed is refused with its reason, and nothing is queued", async () => {
  const { psid } = await visitor();
  const hello = idOf("Hello");
  const template = content([{ type: "whatsapp_message_template", template_id: "t", language: "en", components: [] }]);
  const refusals: [string, object, number, Parameters<typeof assertFailure>[2], string?][] = [
    ["/flows/send_flow", { psid: "web_1", flow_id: hello }, 404, "customer_not_found"],
    ["/flows/send_flow", { psid: 17, flow_id: hello }, 400, "invalid_field", "/psid"],
    ["/flows/send_flow", { psid: "tg_17", flow_id: hello }, 400, "invalid_field", "/psid"],
    ["/flows/send_flow", { psid: "", flow_id: hello }, 400, "invalid_field", "/psid"],
    ["/flows/send_flow", { psid, flow_id: idOf("Draft") }, 409, "flow_not_published"],
    ["/flows/send_flow", { psid, flow_id: idOf("Off") }, 409, "flow_not_published"],
    ["/flows/send_flow", { psid, flow_id: 9_999_999 }, 404, "flow_not_found"],
    ["/flows/send_flow", { psid, flow_id: hello, payload: [] }, 400, "invalid_field", "/payload"],
    ["/flows/send_flow", { psid, flow_id: hello, payload: { a: {} } }, 400, "invalid_field", "/payload/a"],
    ["/flows/send_flow", { psid, flow_id: hello, page_id: 2 }, 400, "invalid_field"],
    ["/flows/send_content", { psid }, 400, "invalid_field", "/data"],
    ["/flows/send_content", { psid, data: { ...text("x"), version: "v1" } }, 400, "invalid_field", "/data/version"],
    ["/flows/send_content", { psid, data: content([]) }, 400, "invalid_field", "/data/content/messages"],
    ["/flows/send_content", { psid, data: content(Array(11).fill({ type: "text", text: "x" })) }, 400, "invalid_field"],
    [
      "/flows/send_content",
      { psid, data: content([{ type: "text", text: "x" }, { type: "sound" }]) },
      400,
      "invalid_field",
      "/data/content/messages/1/type",
    ],
    ["/flows/send_content", { psid, data: text("\u200b") }, 400, "invalid_field", "/data/content/messages/0/text"],
    [
      "/flows/send_content",
      { psid, data: text("x".repeat(2001)) },
      400,
      "invalid_field",
      "/data/content/messages/0/text",
    ],
    [
      "/flows/send_content",
      { psid, data: content([{ type: "image", url: "http://127.0.0.1/a.png" }]) },
      400,
      "invalid_field",
      "/data/content/messages/0/url",
    ],
    [
      "/flows/send_content",
      {
        psid,
        data: content([{ type: "text", text: "x", buttons: [{ type: "flow", title: "x", flow_id: 9_999_999 }] }]),
      },
      404,
      "flow_not_found",
    ],
    [
      "/flows/send_content",
      { psid, data: content([{ type: "text", text: "x" }], { actions: [{ action: "add_tag", tag_id: 9_999_999 }] }) },
      400,
      "invalid_field",
      "/data/content/actions/0/tag_id",
    ],
    [
      "/flows/send_content",
      { psid, data: text("x"), message_tag: "HUMAN_AGENT" },
      400,
      "invalid_field",
      "/message_tag",
    ],
    ["/flows/send_content", { psid, data: template }, 422, "unsupported_content"],
    ["/flows/send_content", { psid, data: text("{{nobody}}") }, 422, "unsupported_content"],
  ];

  for (const [path, json, status, code, pointer] of refusals)
    assertFailure(await call(path, { json }), status, code, pointer);

  const { count } = await node.deps.db.get<{ count: number }>(sql`
    select count(*) from turns where page_id = ${pageId} and psid = ${psid}`);
  assert.equal(count, 0);
});

test("statistics of a flow never sent are zeros; a trashed or unknown flow is not found", async () => {
  const never = await call(`/flows/${idOf("Draft")}/statistics`);
  const trashed = await call(`/flows/${idOf("Trashed")}/statistics`);
  const malformed = await call("/flows/abc/statistics");

  assert.equal(
    never.text,
    '{"success":true,"data":{"sent":0,"delivery":0,"seen":0,"is_clicked":0,"total_phone_number":0}}',
  );
  assertFailure(trashed, 404, "flow_not_found");
  assertFailure(malformed, 400, "invalid_field", "/flow_id");
});
