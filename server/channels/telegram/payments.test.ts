import assert from "node:assert/strict";
import { test } from "node:test";
import { FileTool, type PageFile } from "@banter/core/page-file/schema.ts";
import type { Test } from "@banter/core/test/at-end.ts";
import { sql } from "../../store/db/sql.ts";
import { aFlow, aKeyword } from "../../test/builders.ts";
import { aConversation } from "../../test/platforms/scenario.ts";
import { tooMany } from "../../test/platforms/telegram/faults.ts";
import { startTelegram } from "../../test/platforms/telegram/telegram.ts";
import { until } from "../../test/until.ts";
import { telegram } from "./index.ts";
import { Settings } from "./settings.ts";

const invoice = {
  type: "invoice",
  title: "House coffee",
  description: "250 g, whole beans",
  currency: "EUR",
  prices: [
    { label: "Coffee", amount: "12.50" },
    { label: "Delivery", amount: "3" },
  ],
  name: "coffee",
};
const thanks = "Thank you for {{payment_amount}} {{payment_currency}}, {{payment_invoice}} {{payment_charge_id}}";

function aShop(content: object = { messages: [invoice] }): Partial<PageFile> {
  const document = { version: 1, start: "bill", steps: { bill: { type: "message", content, next: null } } };
  return {
    page: { name: "Corner shop", timezone: "Asia/Ho_Chi_Minh", welcome: null, default_reply: "default" },
    flows: [{ name: "Buy", published: true, document }, aFlow("paid", thanks), aFlow("default", "What?")],
    keywords: [aKeyword("buy", "Buy")],
    main_menu: [],
    tools: [
      FileTool.parse({
        ...{ type: "payment", name: "Paid", flow: "paid", is_published: true, settings: { invoices: ["coffee"] } },
      }),
    ],
  };
}

async function converse(t: Test, { providerToken = "284685063:TEST:NzE4", file = aShop() } = {}) {
  const standIn = await startTelegram(t);
  const { bot, origin } = standIn;
  const settings = {
    botToken: bot.token,
    botName: bot.username,
    apiUrl: origin,
    ...(providerToken && { providerToken }),
  };
  const platform = {
    pageId: `tg_${bot.id}`,
    settings,
    connect: async (baseUrl: string) =>
      telegram.account?.connect(Settings.parse(settings), `${baseUrl}/webhooks/tg_${bot.id}`),
  };
  return { standIn, ...(await aConversation(t, "telegram", platform, { file })) };
}

test("a customer pays an invoice once, which starts the flow of its tool, and then the next one", async (t) => {
  const { standIn, node, pageId } = await converse(t);
  const ann = standIn.person(1);
  await ann.say("buy");
  await standIn.until(() => standIn.sent.length >= 1);

  await ann.pay();
  await standIn.until(() => ann.heard().length >= 2);
  await assert.rejects(ann.pay(), /This invoice is already paid\./);
  await ann.say("buy");
  await standIn.until(() => ann.heard().length >= 3);
  await ann.pay();
  await standIn.until(() => ann.heard().length >= 4);

  assert.deepEqual(standIn.sent[0]?.body, {
    chat_id: 1,
    title: "House coffee",
    description: "250 g, whole beans",
    payload: standIn.sent[0]?.body.payload,
    currency: "EUR",
    prices: [
      { label: "Coffee", amount: 1250 },
      { label: "Delivery", amount: 300 },
    ],
    start_parameter: "coffee",
    provider_token: "284685063:TEST:NzE4",
  });
  const [, first, , second] = ann.heard();
  assert.match(first ?? "", /^Thank you for 15\.50 EUR, coffee tg /);
  assert.match(second ?? "", /^Thank you for 15\.50 EUR, coffee tg /);
  assert.notEqual(first, second);
  const paid = await node.deps.db.many(sql`
    select event->'attachments'->0->'payment'->>'amount' as amount from turns
     where page_id = ${pageId} and event->'attachments'->0->>'type' = 'payment'`);
  assert.deepEqual(paid, [{ amount: "15.50" }, { amount: "15.50" }]);
});

test("the question before a payment is answered although Telegram throttles, and once", async (t) => {
  const { standIn } = await converse(t);
  const ann = standIn.person(1);
  await ann.say("buy");
  await standIn.until(() => standIn.sent.length >= 1);
  let refusals = 2;
  standIn.trouble = ({ method }) =>
    method === "answerPreCheckoutQuery" && refusals-- > 0 ? { refuse: tooMany(1) } : undefined;

  await ann.pay();

  await standIn.until(() => ann.heard().length >= 2);
  assert.equal(standIn.calls.filter(({ method }) => method === "answerPreCheckoutQuery").length, 1);
});

test("a payment that no tool waits for is kept, and is no reason for the default reply", async (t) => {
  const { standIn, node, pageId } = await converse(t, { file: aShop({ messages: [{ ...invoice, name: "tea" }] }) });
  const ann = standIn.person(1);
  await ann.say("buy");
  await standIn.until(() => standIn.sent.length >= 1);

  await ann.pay();
  await ann.say("hello");

  await standIn.until(() => ann.heard().length >= 2);
  assert.equal(ann.heard()[1], "What?");
  const { count } = await node.deps.db.get<{ count: number }>(sql`
    select count(*)::int as count from turns
     where page_id = ${pageId} and event->'attachments'->0->>'type' = 'payment'`);
  assert.equal(count, 1);
});

test("without a payment provider an invoice in euros fails with a reason, and one in Stars is sent", async (t) => {
  const stars = { ...invoice, currency: "XTR", prices: [{ label: "Coffee", amount: "50" }] };
  const { standIn, node, pageId } = await converse(t, {
    providerToken: "",
    file: aShop({ messages: [invoice, stars] }),
  });

  await standIn.person(1).say("buy");

  const messages = () =>
    node.deps.db.many<{ status: string }>(sql`
      select status, reason, error_code from messages where page_id = ${pageId} order by id`);
  await until(async () => (await messages()).at(1)?.status === "sent");
  assert.deepEqual(await messages(), [
    { status: "failed", reason: "rejected", errorCode: "provider_missing" },
    { status: "sent", reason: null, errorCode: null },
  ]);
  assert.equal(standIn.sent[0]?.body.currency, "XTR");
});

test("an invoice of another tool cannot be paid", async (t) => {
  const { standIn } = await converse(t);
  const ann = standIn.person(1);
  await ann.say("buy");
  await standIn.until(() => standIn.sent.length >= 1);
  const [sent] = standIn.sent;
  if (sent) sent.body.payload = "order-5";

  await assert.rejects(ann.pay(), /This invoice is not known here/);

  assert.deepEqual(standIn.calls.findLast(({ method }) => method === "answerPreCheckoutQuery")?.body.ok, false);
});

test("an invoice cannot be paid by somebody else, and they are told so in their language", async (t) => {
  const { standIn } = await converse(t);
  await standIn.person(1).say("buy");
  await standIn.until(() => standIn.sent.length >= 1);
  const [invoice] = standIn.sent;

  await assert.rejects(standIn.person(2).pay(invoice), /This invoice is for somebody else/);
  await assert.rejects(standIn.person(3, { language_code: "vi" }).pay(invoice), /Hóa đơn này dành cho người khác/);

  await standIn.person(1).pay(invoice);
});

test("an invoice cannot be paid with another amount, in another currency, or after a month", async (t) => {
  const { standIn, node, pageId } = await converse(t);
  const ann = standIn.person(1);
  await ann.say("buy");
  await standIn.until(() => standIn.sent.length >= 1);
  const [sent] = standIn.sent;
  assert.ok(sent);
  const changed = (change: object) => ({ ...sent, body: { ...sent.body, ...change } });

  await assert.rejects(ann.pay(changed({ prices: [{ label: "Coffee", amount: 1 }] })), /amount .* is not right/);
  await assert.rejects(ann.pay(changed({ currency: "VND" })), /amount .* is not right/);
  const payload = String(sent.body.payload).replace(/[0-9]+/, "1");
  await assert.rejects(ann.pay(changed({ payload })), /is not known here/);
  await node.deps.db.count(sql`
    update messages set created_at = created_at - interval '31 days' where page_id = ${pageId}`);
  await assert.rejects(ann.pay(), /no longer valid/);
});
