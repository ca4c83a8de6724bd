import assert from "node:assert/strict";
import { test } from "node:test";
import type { Test } from "@banter/core/test/at-end.ts";
import { sql } from "../../../store/db/sql.ts";
import { aConversation } from "../../../test/platforms/scenario.ts";
import { platformOf } from "../../../test/platforms/whatsapp/page.ts";
import { startWhatsapp } from "../../../test/platforms/whatsapp/whatsapp.ts";
import { until } from "../../../test/until.ts";

const phone = "84901000001";
const userId = "VN.13491208655302741918";

test("a customer who hides their number later is the same customer, and their question goes on", async (t) => {
  const { whatsapp, psids, colour } = await converse(t);
  await whatsapp.person({ phone, userId }).says("order");
  await whatsapp.waitFor(1);

  await whatsapp.person({ userId }).says("Green");

  await whatsapp.waitFor(2);
  assert.deepEqual(await psids(), [`wa_${phone}`]);
  assert.equal(await colour(), "Green");
});

test("a customer whose user id changes while they hide their number is the same customer", async (t) => {
  const { whatsapp, psids, others } = await converse(t);
  const next = "VN.99991208655302741918";
  await whatsapp.person({ phone, userId }).says("sizes");
  await whatsapp.waitFor(1);

  const system = { body: "User changed", type: "user_changed_user_id", user_id: next, previous_user_id: userId };
  await whatsapp.person({ userId: next }).sends({ type: "system", system });
  await until(async () => (await others())[0] === `wa_${next}`);
  await whatsapp.person({ userId: next }).says("sizes");

  await whatsapp.waitFor(2);
  assert.deepEqual(await psids(), [`wa_${phone}`]);
});

test("people who never told their number are customers by their user ids", async (t) => {
  const { whatsapp, psids } = await converse(t);
  await whatsapp.person({ userId }).says("sizes");

  await whatsapp.waitFor(1);
  assert.deepEqual(await psids(), [`wa_${userId}`]);
});

async function converse(t: Test) {
  const whatsapp = await startWhatsapp(t);
  const { node, pageId } = await aConversation(t, "whatsapp", platformOf(whatsapp));
  type Row = { psid: string; otherPsid: string | null; fields: Record<string, string> };
  const rows = () =>
    node.deps.db.many<Row>(sql`select psid, other_psid, fields from customers where page_id = ${pageId} order by psid`);
  return {
    whatsapp,
    psids: async () => (await rows()).map(({ psid }) => psid),
    others: async () => (await rows()).map(({ otherPsid }) => otherPsid),
    colour: async () => (await rows())[0]?.fields.colour,
  };
}
