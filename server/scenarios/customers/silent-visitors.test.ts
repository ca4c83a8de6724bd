import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultRetention } from "@banter/core/model/limits/retention.ts";
import type { Deps } from "../../deps.ts";
import { createContact } from "../../domain/customers/contacts.ts";
import { joinContact, partContact } from "../../domain/customers/joins.ts";
import { changePageSettings } from "../../domain/pages/page-settings.ts";
import { cleanPage } from "../../domain/retention/clean-page.ts";
import { findCustomer } from "../../store/customers/customer-rows.ts";
import { sql } from "../../store/db/sql.ts";
import { saveRetention } from "../../store/retention/retention-settings.ts";
import { aFlow, aKeyword, aPage } from "../../test/builders.ts";
import { testNode } from "../../test/node.ts";
import { until } from "../../test/until.ts";
import { aVisitor } from "../../test/visitor.ts";

const pace = { goesOn: () => true, rest: async () => undefined };

async function aShop(t: Parameters<typeof testNode>[0]) {
  const { deps, baseUrl } = await testNode(t);
  const { pageId } = await aPage(deps, {
    flows: [aFlow("Hello", "Hi there")],
    keywords: [aKeyword("hi", "Hello")],
    tools: [{ type: "chat_ref_url", name: "Poster", ref: "poster", flow: "Hello", is_published: true }],
  });
  const psids = async () => {
    const rows = await deps.db.many<{ psid: string }>(sql`select psid from customers where page_id = ${pageId}`);
    return new Set(rows.map(({ psid }) => psid));
  };
  return { deps, pageId, psids, visit: (body = {}) => aVisitor(baseUrl, pageId, body) };
}

/** Moves everything of the page's customers into the past. */
async function age({ db }: Deps, pageId: string): Promise<void> {
  const past = sql`now() - interval '40 days'`;
  await db.count(sql`update customers set created_at = ${past} where page_id = ${pageId}`);
  await db.count(sql`
    update customers set last_input_at = ${past} where page_id = ${pageId} and last_input_at is not null`);
  await db.count(sql`update turns set at = ${past} where page_id = ${pageId}`);
  await db.count(sql`update messages set created_at = ${past} where page_id = ${pageId}`);
}

test("visitors who came long ago and never wrote are removed, and may come back as new ones", async (t) => {
  const { deps, pageId, psids, visit } = await aShop(t);
  const [silent, writer, tagged, named] = [await visit(), await visit(), await visit(), await visit()];
  await writer.say("hi");
  await writer.hear((messages) => messages.length >= 2);
  await deps.db.count(sql`update customers set tags = '{1}' where psid = ${tagged.psid}`);
  await deps.db.count(sql`update customers set fields = '{"size":"42"}' where psid = ${named.psid}`);
  await until(async () => (await deps.db.count(sql`select from customer_index where page_id = ${pageId}`)) === 4);
  await age(deps, pageId);
  const late = await visit();

  await cleanPage(deps, pageId, pace);

  await until(async () => !(await psids()).has(silent.psid));
  assert.deepEqual(await psids(), new Set([writer.psid, tagged.psid, named.psid, late.psid]));
  assert.equal(await deps.db.count(sql`select from customer_index where psid = ${silent.psid}`), 0);
  assert.equal((await silent.say("hi")).status, 401);
});

test("a visitor who was only greeted is erased with the greeting", async (t) => {
  const { deps, pageId, psids, visit } = await aShop(t);
  const greeted = await visit({ ref: "poster" });
  await greeted.hear((messages) => messages.length >= 1);
  await age(deps, pageId);

  await cleanPage(deps, pageId, pace);

  await until(async () => !(await psids()).has(greeted.psid));
  await until(async () => (await deps.db.count(sql`select from messages where psid = ${greeted.psid}`)) === 0);
});

test("contacts stay however long they have not written, and can still be taken out of their customer", async (t) => {
  const { deps, pageId, psids, visit } = await aShop(t);
  const userId = "1";
  const add = (email: string) => createContact(deps, pageId, { contact: { fields: { email }, tags: [] }, userId });
  const [alone, joined] = [await add("alone@shop.example"), await add("joined@shop.example")];
  const [silent, writer] = [await visit(), await visit()];
  await writer.say("hi");
  await writer.hear((messages) => messages.length >= 2);
  await joinContact(deps, { pageId, psid: writer.psid, contact: joined, userId });
  await saveRetention(deps.db, pageId, { ...defaultRetention, messages_days: 30, turns_days: 30 });
  await age(deps, pageId);

  await cleanPage(deps, pageId, pace);

  await until(async () => !(await psids()).has(silent.psid));
  assert.deepEqual(await psids(), new Set([alone, joined, writer.psid]));
  const emailOf = async (psid: string) => (await findCustomer(deps.db, pageId, psid))?.email;
  assert.equal(await emailOf(writer.psid), "joined@shop.example");
  await partContact(deps, { pageId, psid: writer.psid, contact: joined, userId });
  assert.deepEqual([await emailOf(writer.psid), await emailOf(joined)], [null, "joined@shop.example"]);
});

test("a visitor who has answered the form before the chat stays, one who has skipped it does not", async (t) => {
  const { deps, pageId, psids, visit } = await aShop(t);
  const prechatForm = { fields: [{ field: "email", is_required: false }], may_skip: true };
  await changePageSettings(deps, pageId, { prechatForm });
  const [lead, skipper] = [await visit(), await visit()];
  await until(async () => {
    await lead.post("/form", { answers: { email: "lan@shop.example" } });
    return (await deps.db.count(sql`select from customers where email is not null`)) === 1;
  });
  await skipper.post("/form", { skipped: true });
  await age(deps, pageId);

  await cleanPage(deps, pageId, pace);

  await until(async () => !(await psids()).has(skipper.psid));
  assert.ok((await psids()).has(lead.psid));
});
