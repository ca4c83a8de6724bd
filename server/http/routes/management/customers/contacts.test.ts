import assert from "node:assert/strict";
import { after, test } from "node:test";
import { isContact } from "@banter/core/channels/contact.ts";
import { ChannelType } from "@banter/core/channels/index.ts";
import { isPsidOf } from "@banter/core/channels/psid.ts";
import { contactPsidOf } from "../../../../domain/customers/contacts.ts";
import { indexChanges } from "../../../../domain/customers/indexing.ts";
import { applyPageFile } from "../../../../domain/page-file/apply.ts";
import { createPageToken } from "../../../../domain/pages/page-tokens.ts";
import { findCustomer } from "../../../../store/customers/customer-rows.ts";
import { identifier, sql } from "../../../../store/db/sql.ts";
import { aFlow, aKeyword, aPageFile } from "../../../../test/builders.ts";
import { callerOf } from "../../../../test/call.ts";
import { testNode } from "../../../../test/node.ts";
import { aMember, aPageOf, signedIn } from "../../../../test/people.ts";
import { until } from "../../../../test/until.ts";
import { aVisitor } from "../../../../test/visitor.ts";

const { baseUrl, deps } = await testNode({ after });
const { db } = deps;
const owner = await aMember(deps);
const { api, fetch: fetching } = await signedIn(baseUrl, owner);

/** A shop whose bot greets by what it knows, with a contact of Ann. */
async function aShop() {
  const page_id = await aPageOf(deps, owner);
  const file = aPageFile({
    tags: ["vip", "new"],
    fields: [
      { name: "city", type: "text" },
      { name: "size", type: "text" },
    ],
    flows: [aFlow("Hi", "Hi {{user_first_name ?? you}} from {{city ?? somewhere}}")],
    keywords: [aKeyword("hi", "Hi")],
    chat: { welcome_on_open: false, prechat_form: { fields: [{ field: "email", is_required: true }], may_skip: true } },
  });
  await applyPageFile(deps, page_id, file, { prune: true });
  const tags = new Map(
    (await db.many<{ id: number; name: string }>(sql`select id, name from tags where page_id = ${page_id}`)).map(
      ({ id, name }) => [name, id],
    ),
  );
  const params = { page_id };
  const make = (body: Parameters<typeof api<"POST /pages/:page_id/customers">>[1]["body"]) =>
    api("POST /pages/:page_id/customers", { params, body });
  const get = (psid: string) => api("GET /pages/:page_id/customers/:psid", { params: { page_id, psid } });
  const joins = (psid: string) => api("GET /pages/:page_id/customers/:psid/joins", { params: { page_id, psid } });
  const pair = (psid: string, contact_psid: string) => ({ params: { page_id, psid, contact_psid } });
  const join = (psid: string, contact: string) =>
    api("PUT /pages/:page_id/customers/:psid/joins/:contact_psid", pair(psid, contact));
  const part = (psid: string, contact: string) =>
    api("DELETE /pages/:page_id/customers/:psid/joins/:contact_psid", pair(psid, contact));
  const decline = (psid: string, contact: string) =>
    api("POST /pages/:page_id/customers/:psid/joins/:contact_psid/decline", pair(psid, contact));
  const erase = (psid: string) => api("DELETE /pages/:page_id/customers/:psid", { params: { page_id, psid } });
  const listed = async (search = "") => {
    await whenIndexed(page_id);
    const { customers } = await api("GET /pages/:page_id/customers", { params, query: { search } });
    return customers.map(({ psid }) => psid);
  };
  const tag = (name: string) => tags.get(name) ?? assert.fail();
  return { page_id, params, make, get, joins, join, part, decline, erase, listed, tag };
}

async function whenIndexed(pageId: string) {
  await until(async () => {
    await indexChanges({ db });
    return (await db.count(sql`select from customer_changes where page_id = ${pageId}`)) === 0;
  });
}

const ann = { first_name: "Ann", last_name: "Baker", email: "ann@example.com", phone: "+84901234567" };

/** A visitor who has typed Ann's address into the form before the chat. */
async function aClaimant(shop: Awaited<ReturnType<typeof aShop>>) {
  const visitor = await aVisitor(baseUrl, shop.page_id);
  const answer = await visitor.post("/form", { answers: { email: "Ann@example.com" } });
  assert.ok(answer.ok, String(answer.status));
  await until(async () => (await shop.get(visitor.psid)).email !== null);
  await shop.listed();
  return visitor;
}

test("no platform has ids like those of contacts", () => {
  const psid = contactPsidOf("web_1", { phone: "+84901234567" });
  assert.ok(isContact(psid));
  assert.deepEqual(
    ChannelType.options.filter((channel) => isPsidOf(channel, psid)),
    [],
  );
});

test("a contact is a customer in the list, and not in the inbox", async () => {
  const { page_id, params, make, get, listed, tag } = await aShop();
  const made = await make({ ...ann, phone: "0901 234 567", tags: [tag("vip")], fields: { city: "Huế" } });

  assert.deepEqual(
    [made.is_contact, made.unreachable, made.name, made.phone, made.fields, made.tags],
    [true, "no_chat", "Ann Baker", ann.phone, { city: "Huế" }, [tag("vip")]],
  );
  assert.deepEqual(await listed("baker"), [made.psid]);
  const { source } = await get(made.psid);
  assert.deepEqual(source, { type: "contact", value: null });
  const bySource = await api("GET /pages/:page_id/customers", { params, query: { source: "contact" } });
  assert.deepEqual(
    bySource.customers.map(({ psid }) => psid),
    [made.psid],
  );
  const reachable = await api("GET /pages/:page_id/customers", { params, query: { reach: "open" } });
  assert.deepEqual(reachable.customers, []);
  const { conversations } = await api("GET /pages/:page_id/conversations", { params, query: {} });
  assert.deepEqual(conversations, []);
  assert.equal(await db.count(sql`select from conversations where page_id = ${page_id}`), 0);
});

test("a contact needs something to know it by, and no other contact may have its number", async () => {
  const { make } = await aShop();
  await make(ann);
  await until(async () => (await make({ phone: ann.phone }).catch(({ status }) => status)) === 409);
  await assert.rejects(make({ first_name: " " }), { status: 400 });
  await assert.rejects(make({ phone: "12" }), { status: 400 });
  await assert.rejects(make({ first_name: "Ann", fields: { nothing: "x" } }), { status: 400 });
  assert.equal((await make({ first_name: "Bo" })).is_contact, true);
});

test("nothing can be sent to a contact, by programs or by members", async () => {
  const { page_id, make } = await aShop();
  const { psid } = await make(ann);
  const token = await createPageToken(deps, page_id);
  const call = callerOf(baseUrl, { pageId: page_id, token });
  const { id: flow_id } = await db.get<{ id: number }>(sql`select id from flows where page_id = ${page_id}`);
  const content = { version: "v2", content: { messages: [{ type: "text", text: "Hello" }] } };

  for (const [path, body] of [
    ["/flows/send_flow", { psid, flow_id }],
    ["/flows/send_content", { psid, data: content }],
  ] as const) {
    const { status, headers } = await call(path, { json: body });
    assert.deepEqual([status, headers.get("x-error-code")], [422, "customer_unreachable"], path);
  }
  const unknown = await call("/flows/send_flow", { json: { psid: "contact_0", flow_id } });
  assert.deepEqual([unknown.status, unknown.headers.get("x-error-code")], [400, "invalid_field"]);
  const written = api("POST /pages/:page_id/conversations/:psid/messages", {
    params: { page_id, psid },
    body: { content: content.content as never },
  });
  await assert.rejects(written, { status: 422, code: "customer_unreachable" });
  assert.equal(await db.count(sql`select from messages where page_id = ${page_id}`), 0);
});

test("a typed address proposes a join, and opens nothing of the contact before a member accepts", async () => {
  const shop = await aShop();
  const { make, get, joins, listed, tag } = shop;
  const contact = await make({ ...ann, tags: [tag("vip")], fields: { city: "Huế" } });
  await listed();
  const visitor = await aClaimant(shop);

  const { proposals } = await joins(visitor.psid);
  assert.deepEqual(
    proposals.map(({ customer, by }) => [customer.psid, by]),
    [[contact.psid, ["email"]]],
  );
  assert.deepEqual(
    (await joins(contact.psid)).proposals.map(({ customer }) => customer.psid),
    [visitor.psid],
  );
  await visitor.say("hi");
  const heard = await visitor.hear((messages) => messages.length >= 2);
  assert.equal(heard.at(-1)?.text, "Hi you from somewhere");
  const { name, phone, tags, fields } = await get(visitor.psid);
  assert.deepEqual([name, phone, tags, fields], [null, null, [], {}]);
});

test("an accepted join fills what is empty, says so, and can be taken back", async () => {
  const shop = await aShop();
  const { page_id, make, get, joins, join, part, listed, tag } = shop;
  const contact = await make({ ...ann, tags: [tag("vip")], fields: { city: "Huế", size: "M" } });
  await listed();
  const visitor = await aClaimant(shop);
  const { psid } = visitor;
  const edit = (body: object) => api("PATCH /pages/:page_id/customers/:psid", { params: { page_id, psid }, body });
  await edit({ add_tags: [tag("new")], fields: { size: "L" } });

  await join(psid, contact.psid);

  const joined = await get(psid);
  assert.deepEqual(
    [joined.name, joined.phone, joined.fields, new Set(joined.tags)],
    ["Ann Baker", ann.phone, { size: "L", city: "Huế" }, new Set([tag("new"), tag("vip")])],
  );
  assert.deepEqual(await listed(), [psid], "the contact is in no list");
  assert.deepEqual([(await joins(psid)).proposals, (await joins(psid)).joined.length], [[], 1]);
  assert.equal((await get(contact.psid)).joined_to, psid);
  await assert.rejects(join(psid, contact.psid), { status: 409 });
  const editedAway = api("PATCH /pages/:page_id/customers/:psid", {
    params: { page_id, psid: contact.psid },
    body: { first_name: "X" },
  });
  await assert.rejects(editedAway, { status: 409 });
  await visitor.say("hi");
  assert.equal((await visitor.hear((all) => all.length >= 2)).at(-1)?.text, "Hi Ann from Huế");
  const timeline = await api("GET /pages/:page_id/customers/:psid/timeline", { params: { page_id, psid } });
  const told = timeline.entries.find(({ kind }) => kind === "joined");
  assert.deepEqual([told?.text, typeof told?.user], ["Ann Baker", "string"]);
  const { entries } = await api("GET /workspaces/:workspace_id/audit", { params: { workspace_id: owner.workspaceId } });
  assert.ok(entries.some(({ action, subject }) => action === "contact_joined" && subject === psid));

  await edit({ fields: { city: "Vinh" } });
  await part(psid, contact.psid);

  const back = await get(psid);
  assert.deepEqual(
    [back.name, back.phone, back.email, back.fields, back.tags],
    [null, null, "Ann@example.com", { size: "L", city: "Vinh" }, [tag("new")]],
    "a value that was changed since stays",
  );
  assert.deepEqual(new Set(await listed()), new Set([psid, contact.psid]));
  const again = await get(contact.psid);
  assert.deepEqual(
    [again.name, again.fields, again.tags, again.unreachable, again.joined_to],
    ["Ann Baker", { city: "Huế", size: "M" }, [tag("vip")], "no_chat", null],
  );
  assert.deepEqual((await joins(psid)).proposals, [], "it is not proposed again");
  await assert.rejects(part(psid, contact.psid), { status: 409 });
});

test("a declined join is not proposed again, and only customers and contacts can be joined", async () => {
  const shop = await aShop();
  const { make, joins, join, decline, listed } = shop;
  const contact = await make(ann);
  await listed();
  const { psid } = await aClaimant(shop);

  await decline(psid, contact.psid);

  assert.deepEqual((await joins(psid)).proposals, []);
  assert.deepEqual((await joins(contact.psid)).proposals, []);
  await assert.rejects(join(contact.psid, contact.psid), { status: 400 });
  await assert.rejects(join(psid, psid), { status: 400 });
  await assert.rejects(join(psid, "contact_0"), { status: 404 });
});

test("edits of a contact on its way go along, and two joins at once are one", async () => {
  const shop = await aShop();
  const { page_id, make, get, join, listed } = shop;
  const contact = await make(ann);
  await listed();
  const { psid } = await aClaimant(shop);
  const edits = Array.from({ length: 5 }, (_, index) =>
    deps.accept({
      ...{ pageId: page_id, psid: contact.psid },
      event: {
        ...{ type: "edit_customer", fields: { city: `City ${index}` }, addTags: [], removeTags: [] },
        userId: owner.userId,
      },
    }),
  );
  await Promise.all(edits);

  const results = await Promise.allSettled([join(psid, contact.psid), join(psid, contact.psid)]);

  assert.ok(results.some(({ status }) => status === "fulfilled"));
  assert.match((await get(psid)).fields.city ?? "", /^City \d$/);
  assert.equal((await get(psid)).fields.city, (await get(contact.psid)).fields.city);
});

test("an erased customer takes the contacts that were joined to them along", async () => {
  const shop = await aShop();
  const { page_id, make, join, erase, listed } = shop;
  const contact = await make(ann);
  await listed();
  const { psid } = await aClaimant(shop);
  await join(psid, contact.psid);
  const file = await fetching(`${baseUrl}/api/v1/pages/${page_id}/customers/${psid}/data`);
  const data = (await file.json()) as { customers: { psid: string }[] };
  assert.deepEqual(
    data.customers.map((row) => row.psid),
    [psid, contact.psid],
  );

  await erase(psid);

  for (const gone of [psid, contact.psid]) {
    assert.equal(await findCustomer(db, page_id, gone), undefined);
    for (const table of ["turns", "customer_index", "customer_changes"])
      assert.equal(
        await db.count(sql`select from ${identifier(table)} where page_id = ${page_id} and psid = ${gone}`),
        0,
      );
  }
});

test("a contact that is erased leaves its customer alone, who can still be parted from it", async () => {
  const shop = await aShop();
  const { make, get, join, part, erase, listed } = shop;
  const contact = await make(ann);
  await listed();
  const { psid } = await aClaimant(shop);
  await join(psid, contact.psid);

  await erase(contact.psid);

  assert.equal((await get(psid)).name, "Ann Baker");
  await part(psid, contact.psid);
  assert.equal((await get(psid)).name, "Ann Baker", "nobody knows what came from the contact");
});

test("a contact whose customer is erased before the data arrive is shown again", async () => {
  const shop = await aShop();
  const { page_id, make, get, erase, listed } = shop;
  const contact = await make(ann);
  await listed();
  const { psid } = await aClaimant(shop);
  await erase(psid);

  await deps.accept({ pageId: page_id, psid: contact.psid, event: { type: "join", to: psid } });

  await until(async () => {
    const { joined_to, unreachable } = await get(contact.psid);
    return joined_to === null && unreachable === "no_chat";
  });
  assert.deepEqual(await listed(), [contact.psid]);
  assert.equal(await findCustomer(db, page_id, psid), undefined);
});

test("a deleted page takes its contacts along", async () => {
  const { page_id, params, make } = await aShop();
  await make(ann);
  const { name } = await db.get<{ name: string }>(sql`select name from pages where id = ${page_id}`);

  await api("DELETE /pages/:page_id", { params, body: { name } });

  await until(async () => (await db.count(sql`select from customers where page_id = ${page_id}`)) === 0);
});

test("a guest is found by the number that stands for their name", async () => {
  const { page_id, listed } = await aShop();
  const visitor = await aVisitor(baseUrl, page_id);
  await visitor.say("hello");
  const number = visitor.psid.slice("web_".length, "web_".length + 6);

  for (const search of [`Khách ${number}`, `guest ${number.slice(0, 4)}`, number])
    assert.deepEqual(await listed(search), [visitor.psid], search);
  const inbox = async (search: string) =>
    (await api("GET /pages/:page_id/conversations", { params: { page_id }, query: { search } })).conversations.map(
      ({ psid }) => psid,
    );
  await until(async () => (await inbox(`khách ${number}`)).includes(visitor.psid));
  const { last, active_at } = await api("GET /pages/:page_id/customers/:psid", {
    params: { page_id, psid: visitor.psid },
  });
  assert.deepEqual([last?.from, last?.text, active_at !== null], ["customer", "hello", true]);
  const file = await fetching(`${baseUrl}/api/v1/pages/${page_id}/customers.csv?columns=psid,display_name&language=vi`);
  assert.match(await file.text(), new RegExp(`${visitor.psid},Khách ${number}`));
});
