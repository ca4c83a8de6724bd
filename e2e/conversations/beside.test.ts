import assert from "node:assert/strict";
import { after, test } from "node:test";
import { contactPsidOf } from "@banter/server/domain/customers/contacts.ts";
import { saveCustomFields } from "@banter/server/store/catalog/custom-fields.ts";
import { json, sql } from "@banter/server/store/db/sql.ts";
import { aPage, aPageFile } from "@banter/server/test/builders.ts";
import { someCustomers } from "@banter/server/test/customers.ts";
import { until } from "@banter/server/test/until.ts";
import { aVisitor } from "@banter/server/test/visitor.ts";
import { axeFaultsInBothSchemes } from "../console/axe.ts";
import { sharedConsole } from "../console/console.ts";
import { aDesk, bubble, desk } from "../console/conversations.ts";

const it = await sharedConsole({ after });

test("a contact who may be the same person is named above the conversation, where the panel is closed", async (t) => {
  const { db } = it.node.deps;
  const email = "ann@example.com";
  const prechat_form = { fields: [{ field: "email", is_required: true }], may_skip: true };
  const { pageId } = await aPage(it.node.deps, {
    ...aPageFile(desk as never),
    chat: { welcome_on_open: false, prechat_form },
  } as never);
  const visitor = await aVisitor(it.baseUrl, pageId);
  assert.ok((await visitor.post("/form", { answers: { email } })).ok);
  await visitor.say("hello");
  const isKnown = sql`select from customers where page_id = ${pageId} and psid = ${visitor.psid} and email = ${email}`;
  await until(async () => (await db.count(isKnown)) > 0);
  const contact = { psid: contactPsidOf(pageId, { email }), first_name: "Ann", last_name: "Lee", email };
  await someCustomers(it.node.deps, pageId, [contact]);
  const path = `/pages/${pageId}/conversations/${visitor.psid}`;
  const tab = await it.openAs(t, "agent", path, { viewport: { width: 1100, height: 800 } });

  await tab.getByText("May be the same as Ann Lee").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByRole("button", { name: "Look" }).click();
  await tab.getByRole("dialog", { name: "Customer" }).getByRole("button", { name: "Somebody else" }).click();
  await tab.getByText("May be the same as Ann Lee").waitFor({ state: "detached" });
});

test("beside a conversation, orders are seen without scrolling, however much is known of the customer", async (t) => {
  const { db } = it.node.deps;
  const { pageId, path, visitor } = await aDesk(it);
  const ann = await visitor("Ann");
  await ann.say("hello");
  const names = Array.from({ length: 9 }, (_, index) => `field_${index + 1}`);
  await saveCustomFields(
    db,
    pageId,
    names.map((name, index) => ({ id: index + 1, name, type: "text", label: null })),
  );
  const values = Object.fromEntries(names.map((name) => [name, `value of ${name}`]));
  const item = { productId: "sku-1", quantity: 2, price: 9, currency: "USD" };
  const event = { type: "message", text: "", attachments: [{ type: "order", order: { items: [item] } }] };
  await until(async () => (await db.count(sql`select from conversations where page_id = ${pageId}`)) > 0);
  await db.count(sql`update customers set fields = ${json(values)} where page_id = ${pageId} and psid = ${ann.psid}`);
  for (let count = 0; count < 3; count++)
    await db.count(sql`
      insert into turns (page_id, id, psid, at, event)
      select ${pageId}, nextval('conversation_ids'), ${ann.psid}, now(), ${json(event)}`);
  const tab = await it.openAs(t, "agent", `${path}/${ann.psid}`, { viewport: { width: 1440, height: 900 } });
  await bubble(tab, "Hello there").waitFor();
  const beside = tab.locator(".beside-column");
  const endOf = async (name: string) => {
    const box = await beside.getByText(name, { exact: true }).first().boundingBox();
    return (box?.y ?? 10_000) + (box?.height ?? 0);
  };

  const orders = beside.locator("section", { has: tab.getByRole("heading", { name: "Last orders" }) });
  await orders.getByRole("listitem").nth(2).waitFor();
  const box = await orders.boundingBox();
  assert.ok(box && box.y + box.height < 500, JSON.stringify(box));
  await beside.getByText("value of field_4").waitFor();
  assert.equal(await beside.getByText("value of field_5").count(), 0);
  assert.ok((await endOf("Block")) > (await endOf("Start a flow")));
  assert.ok((await endOf("Block")) < 900, String(await endOf("Block")));
  await beside.getByRole("button", { name: "Show 5 more" }).click();
  await beside.getByText("value of field_9").waitFor();
});
