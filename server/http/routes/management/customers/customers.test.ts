import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "../../../../store/db/sql.ts";
import { someCustomers } from "../../../../test/customers.ts";
import { testNode } from "../../../../test/node.ts";
import { aMember, aPageOf, signedIn } from "../../../../test/people.ts";
import { until } from "../../../../test/until.ts";
import { aVisitor } from "../../../../test/visitor.ts";

const { baseUrl, deps } = await testNode({ after });
const owner = await aMember(deps);
const { api, fetch: fetching } = await signedIn(baseUrl, owner);

async function aShop() {
  const page_id = await aPageOf(deps, owner);
  const params = { page_id };
  const vip = await api("POST /pages/:page_id/tags", { params, body: { name: "vip" } });
  await api("POST /pages/:page_id/fields", { params, body: { name: "city", type: "text" } });
  type Query = Parameters<typeof api<"GET /pages/:page_id/customers">>[1]["query"];
  const list = (query: Query = {}) => api("GET /pages/:page_id/customers", { params, query });
  const psids = async (query: Query = {}) => (await list(query)).customers.map(({ psid }) => psid);
  return { page_id, params, vip: vip.id, list, psids };
}

async function aFullShop() {
  const shop = await aShop();
  await someCustomers(deps, shop.page_id, [
    { psid: "web_1", first_name: "Nguyễn", last_name: "Thị Hoa", email: "hoa@example.com", phone: "+84901234567" },
    { psid: "web_2", first_name: "Đặng", last_name: "Văn An", tags: [shop.vip], fields: { city: "Hà Nội" } },
    { psid: "web_3", first_name: "Ann", last_name: "O'Neil", tags: [shop.vip], fields: { city: "Huế" } },
    { psid: "web_4" },
  ]);
  return shop;
}

test("a search finds beginnings of words without accents, in name, e-mail, phone and psid", async () => {
  const { psids } = await aFullShop();

  assert.deepEqual(await psids({ search: "nguyen" }), ["web_1"]);
  assert.deepEqual(await psids({ search: "Đặng van" }), ["web_2"]);
  assert.deepEqual(await psids({ search: "dang hoa" }), []);
  assert.deepEqual(await psids({ search: "hoa@exam" }), ["web_1"]);
  for (const phone of ["0901234567", "+84 901 234", "901234567"])
    assert.deepEqual(await psids({ search: phone }), ["web_1"], phone);
  assert.deepEqual(await psids({ search: "web_3" }), ["web_3"]);
  assert.deepEqual(await psids({ search: "web" }), []);
  assert.deepEqual(await psids({ search: "o'neil" }), ["web_3"]);
  assert.deepEqual(await psids({ search: "' \\ :* & !" }), await psids());
});

test("a psid of several words is found by its beginning, with and without the channel's prefix", async () => {
  const { page_id, psids } = await aShop();
  await someCustomers(deps, page_id, [{ psid: "wa_US.13491208655302741918" }, { psid: "wa_84901234567" }]);

  for (const search of ["wa_US.13491208655302741918", "wa_us.1349", "US.1349", "1349120"])
    assert.deepEqual(await psids({ search }), ["wa_US.13491208655302741918"], search);
});

test("filters narrow the list down together", async () => {
  const { psids, vip, list } = await aFullShop();

  assert.deepEqual((await psids({ tag: vip })).sort(), ["web_2", "web_3"]);
  assert.deepEqual(await psids({ tag: vip, field: "city", value: "ha noi" }), ["web_2"]);
  assert.deepEqual((await psids({ field: "city" })).sort(), ["web_2", "web_3"]);
  assert.deepEqual(await psids({ tag: vip, search: "ann" }), ["web_3"]);
  assert.deepEqual(await psids({ tag: 999_999 }), []);
  assert.deepEqual((await list({ tag: vip })).total, { count: 2, is_more: false });
  assert.deepEqual((await list()).total, { count: 4, is_more: false });
});

test("another page's tags, words and customers stay out of the list", async () => {
  const [mine, other] = [await aFullShop(), await aFullShop()];

  assert.deepEqual(await mine.psids({ tag: other.vip }), []);
  assert.equal((await mine.list({ search: "nguyen" })).customers.length, 1);
  assert.deepEqual((await mine.list({ search: "nguyen" })).total, { count: 1, is_more: false });
});

test("each order goes through all customers, page by page, once", async () => {
  const { page_id, list } = await aShop();
  const given = Array.from({ length: 25 }, (_, index) => ({
    psid: `web_${100 + index}`,
    first_name: ["Ánh", "bình", "Chi", "dung"][index % 4] ?? "",
  }));
  await someCustomers(deps, page_id, given);
  const all = given.map(({ psid }) => psid).sort();
  for (const sort of ["activity", "newest", "name"] as const) {
    for (const filter of [{}, { search: "bi" }]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await list({ sort, limit: 7, ...filter, ...(cursor && { cursor }) });
        seen.push(...page.customers.map(({ psid }) => psid));
        cursor = page.next ?? undefined;
      } while (cursor);
      const expected = "search" in filter ? all.filter((_, index) => index % 4 === 1) : all;
      assert.deepEqual(seen.toSorted(), expected, `${sort} ${JSON.stringify(filter)}`);
    }
  }
  const names = (await list({ sort: "name", limit: 100 })).customers.map(({ first_name }) => first_name);
  assert.deepEqual([names[0], names[7], names.at(-1)], ["Ánh", "bình", "dung"]);
  await assert.rejects(list({ cursor: "nonsense" }), { status: 400 });
});

test("a visitor who writes is listed first by activity, with their source", async () => {
  const { page_id, psids, list, params } = await aFullShop();
  const tool = { type: "qr_code" as const, name: "Door", ref: "door", flow_id: null, is_published: true };
  await api("POST /pages/:page_id/tools", { params, body: tool });
  const visitor = await aVisitor(baseUrl, page_id, { ref: "door", first_name: "Zoë" });
  await visitor.say("hello");

  await until(async () => {
    const [first] = (await list()).customers;
    return first?.psid === visitor.psid && first.active_at !== null;
  });
  await until(async () => (await psids({ source: "ref", ref: "door" })).includes(visitor.psid));
  assert.deepEqual(await psids({ active_days: 1 }), [visitor.psid]);
  const [first] = (await list()).customers;
  assert.deepEqual(first?.source, { type: "ref", value: "door" });
});

test("an edit is made at once, and found a moment later", async () => {
  const { page_id, psids, vip } = await aFullShop();
  const params = { page_id, psid: "web_1" };
  const edited = await api("PATCH /pages/:page_id/customers/:psid", {
    params,
    body: { first_name: "Lê", phone: null, add_tags: [vip], fields: { city: "Đà Lạt" } },
  });

  assert.deepEqual(
    [edited.name, edited.phone, edited.email, edited.tags, edited.fields],
    ["Lê Thị Hoa", null, "hoa@example.com", [vip], { city: "Đà Lạt" }],
  );
  await until(async () => (await psids({ search: "le", field: "city", value: "da lat" })).length === 1);
  assert.deepEqual(await psids({ search: "nguyen" }), []);
  const bad = api("PATCH /pages/:page_id/customers/:psid", { params, body: { email: "no", fields: { shoe: "1" } } });
  await assert.rejects(bad, {
    status: 400,
    faults: [
      { path: "/email", message: "does not fit the field" },
      { path: "/fields/shoe", message: "must be a custom field of the page" },
    ],
  });
  const nobody = api("PATCH /pages/:page_id/customers/:psid", { params: { ...params, psid: "web_9" }, body: {} });
  await assert.rejects(nobody, { status: 404, code: "customer_not_found" });
});

test("a blocked customer is found as such, until unblocked", async () => {
  const { page_id, psids } = await aFullShop();
  const params = { page_id, psid: "web_2" };
  await api("POST /pages/:page_id/customers/:psid/block", { params });
  assert.deepEqual(await psids({ reach: "blocked" }), ["web_2"]);
  assert.equal((await api("GET /pages/:page_id/customers/:psid", { params })).is_blocked, true);
  assert.equal((await psids({ reach: "open" })).includes("web_2"), false);

  await api("POST /pages/:page_id/customers/:psid/unblock", { params });
  assert.deepEqual(await psids({ reach: "blocked" }), []);
});

test("the timeline tells what happened, newest first", async () => {
  const { page_id } = await aShop();
  const visitor = await aVisitor(baseUrl, page_id);
  await visitor.say("hello there");
  const params = { page_id, psid: visitor.psid };
  await until(async () => (await api("GET /pages/:page_id/customers/:psid/timeline", { params })).entries.length === 1);
  await api("PATCH /pages/:page_id/customers/:psid", { params, body: { first_name: "Ann" } });
  await api("POST /pages/:page_id/conversations/:psid/notes", { params, body: { text: "Likes tea" } });
  const { entries, next } = await api("GET /pages/:page_id/customers/:psid/timeline", { params });

  assert.deepEqual(
    entries.map(({ kind, text, user }) => [kind, text, user]),
    [
      ["note", "Likes tea", "Ann"],
      ["edited", "user_first_name", "Ann"],
      ["wrote", "hello there", null],
    ],
  );
  assert.equal(next, null);
});

test("an erased customer leaves no row, and comes back as a new one", async () => {
  const { page_id, psids } = await aShop();
  const visitor = await aVisitor(baseUrl, page_id, { first_name: "Gone" });
  await visitor.say("remember me");
  await until(async () => (await psids({ search: "gone" })).length === 1);
  await api("DELETE /pages/:page_id/customers/:psid", { params: { page_id, psid: visitor.psid } });

  assert.deepEqual(await rowsOf(page_id, visitor.psid), {});
  assert.deepEqual(await psids(), []);
  const again = api("DELETE /pages/:page_id/customers/:psid", { params: { page_id, psid: visitor.psid } });
  await assert.rejects(again, { status: 404 });
  const back = await aVisitor(baseUrl, page_id);
  await back.say("me again");
  await until(async () => (await psids()).length === 1);
  assert.equal((await api("GET /pages/:page_id/customers/:psid", { params: { page_id, psid: back.psid } })).name, null);
});

test("a customer's data is a file with everything that is stored about them", async () => {
  const { page_id } = await aShop();
  const visitor = await aVisitor(baseUrl, page_id, { first_name: "Ann" });
  await visitor.say("keep this");
  const params = { page_id, psid: visitor.psid };
  await until(async () => (await api("GET /pages/:page_id/customers/:psid/timeline", { params })).entries.length === 1);
  const url = `${baseUrl}/api/v1/pages/${page_id}/customers/${visitor.psid}/data`;
  const response = await fetching(url);
  const data = (await response.json()) as { customers: { first_name: string }[]; turns: { event: { text: string } }[] };

  assert.match(response.headers.get("content-disposition") ?? "", /attachment/);
  assert.deepEqual([data.customers[0]?.first_name, data.turns[0]?.event.text], ["Ann", "keep this"]);
  assert.equal((await fetching(url.replace(visitor.psid, "web_9"))).status, 404);
});

/** How many rows each table has of the customer, without those that have none. */
async function rowsOf(pageId: string, psid: string): Promise<Record<string, number>> {
  const tables = await deps.db.many<{ name: string; rows: string }>(sql`
    select table_name as name,
           query_to_xml(format('select 1 from %I where page_id = %L and psid = %L', table_name, ${pageId}::text, ${psid}::text),
                        true, false, '')::text as rows
      from information_schema.columns where table_schema = 'public' and column_name = 'psid'`);
  const counts = tables.map(({ name, rows }) => [name, rows.match(/<row /g)?.length ?? 0] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
