import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@banter/core/model/json.ts";
import type { Test } from "@banter/core/test/at-end.ts";
import { sql } from "../../store/db/sql.ts";
import { aKeyword } from "../../test/builders.ts";
import { aConversation } from "../../test/platforms/scenario.ts";
import { platformOf, wordsOf } from "../../test/platforms/whatsapp/page.ts";
import { startWhatsapp } from "../../test/platforms/whatsapp/whatsapp.ts";
import { until } from "../../test/until.ts";

const form = { type: "form", text: "Tell us about you", form_id: "1042", button: "Fill in", screen: "WELCOME" };

test("a form is sent, and its answers are saved in fields", async (t) => {
  const { whatsapp, ann, fields } = await converse(t, {
    q: ask([form], { accept: "form", save_parts: [{ part: "colour", field: "shade" }] }),
  });
  whatsapp.forms.push({ id: "1042", name: "About you", status: "PUBLISHED" });

  await ann.says("start");
  const [sent] = await whatsapp.waitFor(1);
  assert.ok(sent);
  await ann.fillsIn(sent, { colour: "red", sizes: ["S", "M"] });

  await whatsapp.waitFor(2);
  assert.deepEqual(contentOf(sent.request), {
    type: "flow",
    body: { text: "Tell us about you" },
    action: {
      name: "flow",
      parameters: {
        flow_message_version: "3",
        flow_token: "1042",
        flow_id: "1042",
        flow_cta: "Fill in",
        flow_action: "navigate",
        flow_action_payload: { screen: "WELCOME" },
      },
    },
  });
  assert.deepEqual([wordsOf(whatsapp.sent[1]?.request as never), await fields()], ["Thanks", { shade: "red" }]);
});

test("a form that is not published is refused with a reason", async (t) => {
  const { whatsapp, ann, failures } = await converse(t, { q: ask([form], { accept: "form" }) });
  whatsapp.forms.push({ id: "1042", name: "About you", status: "DEPRECATED" });

  await ann.says("start");

  await until(async () => (await failures()).length === 1);
  assert.deepEqual(await failures(), ["rejected"]);
  assert.equal(whatsapp.refused.at(-1)?.code, 131009);
});

test("a form that is filled in too late is kept and saved nowhere", async (t) => {
  const { whatsapp, ann, fields } = await converse(t, {
    q: ask([form], { accept: "form", save_to: "shade", no_reply_seconds: 1, next: { no_reply: "late" } }),
    late: { type: "message", content: { messages: [{ type: "text", text: "Too late" }] } },
  });
  whatsapp.forms.push({ id: "1042", name: "About you", status: "PUBLISHED" });

  await ann.says("start");
  const [sent] = await whatsapp.waitFor(2);
  assert.ok(sent);
  await ann.fillsIn(sent, { colour: "red" });
  await ann.says("start");

  await whatsapp.waitFor(3);
  assert.deepEqual([wordsOf(whatsapp.sent[1]?.request as never), await fields()], ["Too late", {}]);
});

test("a place is asked for by a button, and answers the question", async (t) => {
  const { whatsapp, ann, fields } = await converse(t, {
    q: ask([{ type: "text", text: "Where are you?" }], {
      accept: "location",
      save_to: "place",
      save_parts: [{ part: "address", field: "shade" }],
      replies: [{ type: "location" }],
    }),
  });

  await ann.says("start");
  const [sent] = await whatsapp.waitFor(1);
  assert.ok(sent);
  const location = { latitude: 21.02, longitude: 105.83, name: "Shop", address: "1 Main St" };
  await ann.sends({ type: "location", location, context: { id: sent.id } });

  await whatsapp.waitFor(2);
  const { type, action } = contentOf(sent.request);
  assert.deepEqual([type, action], ["location_request_message", { name: "send_location" }]);
  assert.deepEqual(await fields(), { place: "21.02,105.83", shade: "1 Main St" });
});

test("a person who hides the number is asked for it by a button; others are asked in words", async (t) => {
  const { whatsapp, ann, fields, customers } = await converse(t, {
    q: ask([{ type: "text", text: "May we call you?" }], {
      accept: "phone",
      save_to: "phone",
      replies: [{ type: "phone_number" }],
    }),
  });
  const hidden = whatsapp.person({ userId: "US.13491208655302741918" });

  await hidden.says("start");
  const [asked] = await whatsapp.waitFor(1);
  const phones = [{ phone: "+84901234567", wa_id: "84901234567", type: "CELL" }];
  await hidden.sends({ type: "contacts", contacts: [{ origin: "contact_request", phones }] });
  await whatsapp.waitFor(2);
  await ann.says("start");
  await whatsapp.waitFor(3);

  assert.equal(contentOf(asked?.request).type, "request_contact_info");
  assert.match(wordsOf(whatsapp.sent[2]?.request as never), /What is your phone number/);
  const known = (await customers()).find(({ psid }) => psid === "wa_US.13491208655302741918");
  assert.deepEqual([known?.phone, await fields()], ["+84901234567", {}]);
});

test("one product, several and the whole catalog are shown, and an order is saved", async (t) => {
  const products = (ids: string[]) => ({
    type: "products",
    text: "Our bags",
    products: ids,
    ...(ids.length > 0 && { catalog_id: "55", title: "Bags" }),
  });
  const { whatsapp, ann, fields } = await converse(t, {
    q: ask([products(["bag-red"]), products(["bag-red", "bag-blue"]), products([])], {
      accept: "order",
      save_to: "shade",
      save_parts: [{ part: "total", field: "total" }],
    }),
  });
  whatsapp.products.push("bag-red", "bag-blue");

  await ann.says("start");
  await whatsapp.waitFor(3);
  const item = (product_retailer_id: string, quantity: number) => ({
    ...{ product_retailer_id, quantity, item_price: 10.5, currency: "USD" },
  });
  const order = { catalog_id: "55", product_items: [item("bag-red", 2), item("bag-blue", 1)] };
  await ann.sends({ type: "order", order });

  await whatsapp.waitFor(4);
  assert.deepEqual(
    whatsapp.sent.slice(0, 3).map(({ request }) => [contentOf(request).type, contentOf(request).action]),
    [
      ["product", { catalog_id: "55", product_retailer_id: "bag-red" }],
      [
        "product_list",
        {
          catalog_id: "55",
          sections: [
            {
              title: "Bags",
              product_items: [{ product_retailer_id: "bag-red" }, { product_retailer_id: "bag-blue" }],
            },
          ],
        },
      ],
      ["catalog_message", { name: "catalog_message" }],
    ],
  );
  assert.deepEqual(await fields(), { shade: "2 × bag-red, 1 × bag-blue", total: "31.5" });
});

type Asked = { replies?: object[]; next?: object } & Record<string, unknown>;

const ask = (messages: object[], { replies, next, ...more }: Asked): JsonObject => ({
  type: "ask",
  content: { messages, ...(replies && { quick_replies: replies }) } as never,
  next: { answered: "thanks", ...next } as never,
  ...(more as JsonObject),
});

function contentOf(request: unknown): { type?: string; action?: unknown } {
  return (request as { interactive?: object }).interactive ?? {};
}

async function converse(t: Test, steps: Record<string, JsonObject>) {
  const whatsapp = await startWhatsapp(t);
  const thanks = { type: "message", content: { messages: [{ type: "text", text: "Thanks" }] } };
  const document = { version: 1, start: "q", steps: { ...steps, thanks } };
  const { node, pageId } = await aConversation(t, "whatsapp", platformOf(whatsapp), {
    file: {
      flows: [{ name: "Start", published: true, document: document as never }],
      keywords: [aKeyword("start", "Start")],
      fields: [
        { name: "shade", type: "text" },
        { name: "place", type: "text" },
        { name: "total", type: "number" },
      ],
      main_menu: [],
      tools: [],
    },
  });
  const { db } = node.deps;
  const customers = () =>
    db.many<{ psid: string; phone: string | null; fields: Record<string, string> }>(sql`
      select psid, phone, fields from customers where page_id = ${pageId}`);
  return {
    whatsapp,
    ann: whatsapp.person({ phone: "84901000001" }),
    customers,
    fields: async () => (await customers()).find(({ psid }) => psid === "wa_84901000001")?.fields ?? {},
    failures: async () => {
      const rows = await db.many<{ reason: string }>(sql`
        select reason from messages where page_id = ${pageId} and status = 'failed'`);
      return rows.map(({ reason }) => reason);
    },
  };
}
