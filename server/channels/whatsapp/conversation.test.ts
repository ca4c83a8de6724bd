import assert from "node:assert/strict";
import { test } from "node:test";
import type { PageFile } from "@banter/core/page-file/schema.ts";
import type { Test } from "@banter/core/test/at-end.ts";
import { createContact } from "../../domain/customers/contacts.ts";
import { findCustomer } from "../../store/customers/customer-rows.ts";
import { sql } from "../../store/db/sql.ts";
import { getFlowStatistics } from "../../store/runtime/step-statistics.ts";
import { aFlow, aKeyword } from "../../test/builders.ts";
import { aMember, signedIn } from "../../test/people.ts";
import { testConversations } from "../../test/platforms/conversation-tests.ts";
import { aConversation } from "../../test/platforms/scenario.ts";
import { platformOf, wordsOf } from "../../test/platforms/whatsapp/page.ts";
import { startWhatsapp } from "../../test/platforms/whatsapp/whatsapp.ts";
import { until } from "../../test/until.ts";

testConversations("whatsapp", async (t) => platformOf(await startWhatsapp(t)));

test("WhatsApp's reports reach the flow's statistics, in any order and once", async (t) => {
  const { whatsapp, customer, statistics } = await converse(t);
  const ann = customer(1);
  await ann.say("hello");
  const [one, two] = await whatsapp.waitFor(2);
  assert.ok(one && two);

  await whatsapp.report(one, "read");
  await whatsapp.report(one, "delivered");
  await whatsapp.report(one, "sent");
  await whatsapp.report(two, "delivered");
  await whatsapp.report(two, "delivered");

  await until(async () => (await statistics("Hello")).delivery === 2);
  const { sent, delivery, seen } = await statistics("Hello");
  assert.deepEqual({ sent, delivery, seen }, { sent: 2, delivery: 2, seen: 1 });
});

test("a contact is joined when its number writes, and when it is made after the number has written", async (t) => {
  const { customer, node, pageId } = await converse(t);
  const { deps } = node;
  const make = (psid: string, address: string) => {
    const contact = { fields: { phone: psid.replace("wa_", "+"), address }, tags: [] };
    return createContact(deps, pageId, { contact, userId: "ann" });
  };
  const [ann, bo] = [customer(1), customer(2)];
  await make(ann.psid, "12 Hàng Bạc");
  await ann.say("hello");
  await bo.say("hello");
  const addressOf = async (psid: string) => (await findCustomer(deps.db, pageId, psid))?.address;
  await until(async () => (await addressOf(ann.psid)) === "12 Hàng Bạc");

  const later = await make(bo.psid, "7 Hàng Gai");

  await until(async () => (await addressOf(bo.psid)) === "7 Hàng Gai");
  assert.equal((await findCustomer(deps.db, pageId, later))?.state?.joinedTo, bo.psid);
});

test("a message in several parts is read with its last part", async (t) => {
  const card = (title: string) => ({ title, image_url: `https://cdn.example/${title}.jpg` });
  const content = { messages: [{ type: "cards", elements: [card("Red"), card("Blue")] }] };
  const document = { version: 1, start: "a", steps: { a: { type: "message", content, next: null } } };
  const { whatsapp, customer, statistics } = await converse(t, {
    flows: [{ name: "Shoes", published: true, document }],
    keywords: [aKeyword("shoes", "Shoes")],
  });
  await customer(1).say("shoes");
  const [red, blue] = await whatsapp.waitFor(2);
  assert.ok(red && blue);

  await whatsapp.report(red, "read");
  await whatsapp.report(blue, "delivered");

  await until(async () => (await statistics("Shoes")).delivery === 1);
  assert.equal((await statistics("Shoes")).seen, 0);
});

test("a message that fails later is stored as failed with its reason, and the customer as unreachable", async (t) => {
  const { whatsapp, customer, messages, send } = await converse(t);
  const ann = customer(1);
  await ann.say("sizes");
  const [sent] = await whatsapp.waitFor(1);
  assert.ok(sent);

  await whatsapp.report(sent, "failed", 131026);

  await until(async () => (await messages())[0]?.status === "failed");
  assert.deepEqual(await messages(), [{ status: "failed", reason: "blocked_by_customer", possibleDuplicate: false }]);
  await until(async () => (await send(ann.psid, text("Hello?"))) === 422);
  await ann.say("sizes");
  await whatsapp.waitFor(2);
});

test("a customer whom WhatsApp throttles waits alone", async (t) => {
  const { whatsapp, customer, messages } = await converse(t);
  const [ann, bob] = [customer(1), customer(2)];
  let refusals = 1;
  whatsapp.trouble = ({ to }) =>
    ann.psid === `wa_${to}` && refusals-- > 0 ? { refuse: { code: 131056, retryAfter: 2 } } : undefined;

  await ann.say("hello");
  await whatsapp.until(() => whatsapp.refused.length === 1);
  await bob.say("hello");
  await whatsapp.until(() => bob.heard().length === 2);
  const heardMeanwhile = ann.heard();
  await whatsapp.until(() => ann.heard().length === 2);

  assert.deepEqual([heardMeanwhile, ann.heard()], [[], ["One", "Two"]]);
  await until(async () => (await messages()).every(({ status }) => status === "sent"));
});

test("no customer is sent more than WhatsApp allows for one person", async (t) => {
  const { whatsapp, customer, send } = await converse(t);
  const ann = customer(1);
  await ann.say("nothing in particular");

  for (let number = 0; number < 41; number++) assert.equal(await send(ann.psid, text(`Number ${number}`)), 200);

  await whatsapp.waitFor(41);
  assert.deepEqual(whatsapp.refused, []);
  assert.deepEqual(
    ann.heard(),
    Array.from({ length: 41 }, (_, number) => `Number ${number}`),
  );
});

test("a message whose response was lost is not sent again after WhatsApp reports it", async (t) => {
  const { whatsapp, customer, messages, failNext } = await converse(t);
  whatsapp.reports = ["sent"];
  const ann = customer(1);
  failNext("lost_answer");

  await ann.say("hello");

  await whatsapp.until(() => ann.heard().length === 2);
  await until(async () => (await messages()).every(({ status }) => status === "sent"));
  assert.deepEqual(ann.heard(), ["One", "Two"]);
  assert.deepEqual(
    (await messages()).map(({ possibleDuplicate }) => possibleDuplicate),
    [false, false],
  );
});

test("outside the window the API refuses texts and accepts templates, alone or in a flow", async (t) => {
  const { whatsapp, customer, send, sendFlow, closeWindow } = await converse(t, {
    flows: [aFlow("Hello"), templateFlow],
    keywords: [aKeyword("hello", "Hello")],
  });
  whatsapp.templates.push(orderReady);
  const ann = customer(1);
  await ann.say("hello");
  await whatsapp.waitFor(1);

  await closeWindow(ann.psid);
  const answers = [
    await send(ann.psid, text("Hello?")),
    await send(ann.psid, { messages: [template, { type: "text", text: "Hello?" }] }),
    await sendFlow(ann.psid, "Hello"),
    await send(ann.psid, { messages: [template] }),
    await sendFlow(ann.psid, "Reminder"),
  ];

  assert.deepEqual(answers, [422, 422, 422, 200, 200]);
  await whatsapp.waitFor(3);
  assert.deepEqual(ann.heard(), ["Hello", "order_ready", "order_ready"]);
  assert.deepEqual(whatsapp.refused, []);
});

test("outside the window a flow's texts fail with the same reason, here and at WhatsApp", async (t) => {
  const { whatsapp, customer, messages, closeWindow } = await converse(t, {
    flows: [laterFlow, aFlow("Hello")],
    keywords: [aKeyword("later", "Later"), aKeyword("hello", "Hello")],
  });
  const [ann, bob, cid] = [customer(1), customer(2), customer(3)];
  await ann.say("later");
  await closeWindow(ann.psid);
  await until(async () => (await messages(ann.psid)).length === 1);

  // WhatsApp uses its own clock, which may be ahead of ours. It refuses at once, or later.
  whatsapp.now = () => Date.now() - 25 * 60 * 60 * 1000;
  const [late, later] = [bob, cid].map((each) => each.say("hello"));
  whatsapp.now = () => Date.now();
  await late;
  await whatsapp.until(() => whatsapp.refused.length >= 1);
  await later;

  await until(
    async () => (await messages()).length === 3 && (await messages()).every((each) => each.status === "failed"),
  );
  const reasons = new Set((await messages()).map(({ reason }) => reason));
  assert.deepEqual([...reasons], ["outside_messaging_window"]);
  assert.deepEqual(whatsapp.sent, []);
});

test("a closed window that is reported later is the same failure", async (t) => {
  const { whatsapp, customer, messages } = await converse(t);
  whatsapp.refusesLate = true;
  whatsapp.now = () => Date.now() - 25 * 60 * 60 * 1000;
  const saying = customer(1).say("sizes");
  whatsapp.now = () => Date.now();

  await saying;

  await until(async () => (await messages())[0]?.status === "failed");
  assert.equal((await messages())[0]?.reason, "outside_messaging_window");
});

test("a customer without a number is reached by their id, from flows and by the API", async (t) => {
  const { whatsapp, send, node, pageId } = await converse(t);
  const ann = whatsapp.person({ userId: "US.13491208655302741918", name: "Lan Nguyen" });

  await ann.says("choose");
  const [choose] = await whatsapp.waitFor(1);
  assert.ok(choose);
  await ann.presses(choose, "Sizes");
  await whatsapp.waitFor(2);
  const status = await send("wa_US.13491208655302741918", text("Hello {{user_first_name}}"));
  await whatsapp.waitFor(3);

  assert.equal(status, 200);
  assert.deepEqual(
    whatsapp.sent.map(({ request }) => [request.recipient, wordsOf(request)]),
    ["Choose", "From S to XL", "Hello Lan"].map((words) => ["US.13491208655302741918", words]),
  );
  const customers = await node.deps.db.many(sql`
    select psid, first_name, last_name, phone from customers where page_id = ${pageId}`);
  const names = { firstName: "Lan", lastName: "Nguyen", phone: null };
  assert.deepEqual(customers, [{ psid: "wa_US.13491208655302741918", ...names }]);
});

test("the newest user name of a customer is part of their profile", async (t) => {
  const { whatsapp, node, pageId } = await converse(t);
  const { workspaceId } = await node.deps.db.get<{ workspaceId: number }>(
    sql`select workspace_id from pages where id = ${pageId}`,
  );
  const { api } = await signedIn(node.baseUrl, await aMember(node.deps, { workspaceId }));
  const profile = () =>
    api("GET /pages/:page_id/customers/:psid", { params: { page_id: pageId, psid: "wa_84901000001" } });
  await whatsapp.person({ phone: "84901000001", username: "lan.n" }).says("sizes");
  await whatsapp.waitFor(1);
  assert.equal((await profile()).user_name, "lan.n");

  await whatsapp.person({ phone: "84901000001", username: "lan.nguyen" }).says("sizes");
  await whatsapp.person({ phone: "84901000001" }).says("sizes");

  await whatsapp.waitFor(3);
  assert.equal((await profile()).user_name, "lan.nguyen");
});

test("prompts and commands lead to their flows", async (t) => {
  const { whatsapp, customer } = await converse(t, { ice_breakers: [{ title: "Which sizes?", flow: "Sizes" }] });
  // The number may be told of the page before it has a set-up, too.
  await whatsapp.until(() => (whatsapp.automation?.prompts ?? []).length > 0);
  const { prompts = [], commands = [] } = whatsapp.automation ?? {};
  const ann = customer(1);

  await ann.say(prompts[0] ?? "");
  await whatsapp.until(() => ann.heard().length === 1);
  await ann.say(`/${commands[0]?.command_name}`);
  await whatsapp.until(() => ann.heard().length === 2);

  assert.deepEqual(prompts, ["Which sizes?"]);
  assert.match(commands[0]?.command_name ?? "", /^our_sizes_m[0-9]+$/);
  assert.deepEqual(ann.heard(), ["From S to XL", "From S to XL"]);
});

test("text that equals a prompt whose flow is not published is text", async (t) => {
  const { whatsapp, customer } = await converse(t, {
    flows: [{ ...aFlow("Draft"), published: false }, aFlow("Sizes", "From S to XL")],
    keywords: [aKeyword("sizes", "Sizes")],
    ice_breakers: [{ title: "sizes", flow: "Draft" }],
    main_menu: [],
    tools: [],
  });
  const ann = customer(1);

  await ann.say("sizes");

  await whatsapp.until(() => ann.heard().length === 1);
  assert.deepEqual(ann.heard(), ["From S to XL"]);
});

test("webhooks of an app with several numbers find their page by the number", async (t) => {
  const { whatsapp, node, customer } = await converse(t);
  whatsapp.webhookUrl = `${node.baseUrl}/webhooks/app/whatsapp`;
  const ann = customer(1);

  await ann.say("sizes");

  await whatsapp.until(() => ann.heard().length === 1);
});

test("staff who answer in the app silence the bot, and reactions start nothing", async (t) => {
  const { whatsapp, customer } = await converse(t);
  const ann = whatsapp.person({ phone: "84901000001" });
  const bob = customer(2);
  await ann.sends({ type: "reaction", reaction: { message_id: "wamid.0", emoji: "👍" } });
  await whatsapp.post(staffWrites(whatsapp, "84901000001"));

  await ann.says("sizes");
  await bob.say("sizes");

  await whatsapp.until(() => bob.heard().length === 1);
  assert.deepEqual(
    whatsapp.sent.map(({ request }) => request.to),
    ["84901000002"],
  );
});

const template = {
  type: "whatsapp_message_template",
  template_id: "594425479261596",
  language: "en_US",
  category: "UTILITY",
  components: [{ type: "BODY", params: [{ key: "{{1}}", value: "{{user_first_name}}" }] }],
};

const orderReady = {
  id: "594425479261596",
  name: "order_ready",
  language: "en_US",
  status: "APPROVED" as const,
  components: [{ type: "BODY" as const, text: "{{1}}, your order is ready." }],
};

const templateFlow = {
  name: "Reminder",
  published: true,
  document: {
    version: 1,
    start: "a",
    steps: { a: { type: "message", content: { messages: [template] }, next: null } },
  },
};

const laterFlow = {
  name: "Later",
  published: true,
  document: {
    version: 1,
    start: "wait",
    steps: {
      wait: { type: "delay", seconds: 2, next: "say" },
      say: { type: "message", content: { messages: [{ type: "text", text: "Are you there?" }] }, next: null },
    },
  },
};

const text = (words: string) => ({ messages: [{ type: "text", text: words }] });

function staffWrites({ number }: Awaited<ReturnType<typeof startWhatsapp>>, to: string): object {
  const metadata = { display_phone_number: number.display, phone_number_id: number.id };
  const echo = { from: number.display, to, id: "wamid.staff", timestamp: "1794700802", type: "text" };
  const value = { metadata, message_echoes: [{ ...echo, text: { body: "I'll look into it" } }] };
  const changes = [{ field: "smb_message_echoes", value }];
  return { object: "whatsapp_business_account", entry: [{ id: "1", changes }] };
}

async function converse(t: Test, file: Partial<PageFile> = {}) {
  const whatsapp = await startWhatsapp(t);
  const parts = file.flows ? { main_menu: [], tools: [], ...file } : file;
  const conversation = await aConversation(t, "whatsapp", platformOf(whatsapp), { file: parts });
  const { node, pageId, token } = conversation;
  const { db } = node.deps;
  const flowId = async (name: string) =>
    (await db.get<{ id: number }>(sql`select id from flows where page_id = ${pageId} and name = ${name}`)).id;
  const post = async (call: string, body: object) => {
    const headers = { "content-type": "application/json", "access-token": token };
    const url = `${node.baseUrl}/api/public_api/v1/pages/${pageId}/flows/${call}`;
    return (await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).status;
  };
  return {
    whatsapp,
    ...conversation,
    messages: (psid?: string) =>
      db.many<{ status: string; reason: string | null; possibleDuplicate: boolean }>(sql`
        select status, reason, possible_duplicate from messages
         where page_id = ${pageId} and psid = coalesce(${psid ?? null}, psid) order by id`),
    statistics: async (name: string) => getFlowStatistics(db, pageId, await flowId(name)),
    send: (psid: string, content: object) => post("send_content", { psid, data: { version: "v2", content } }),
    sendFlow: async (psid: string, name: string) => post("send_flow", { psid, flow_id: await flowId(name) }),
    /** Makes the person's last message more than a day old. */
    async closeWindow(psid: string) {
      whatsapp.lastWords.delete(psid.replace("wa_", ""));
      await until(
        async () =>
          (await db.count(sql`
        update customers set last_input_at = now() - interval '25 hours' where page_id = ${pageId} and psid = ${psid}`)) ===
          1,
      );
    },
  };
}
