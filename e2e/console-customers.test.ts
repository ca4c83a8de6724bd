import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { after, test } from "node:test";
import type { Role } from "@banter/core/model/role.ts";
import { json, sql } from "@banter/server/store/db/sql.ts";
import { aFlow, aKeyword, aPage } from "@banter/server/test/builders.ts";
import { type GivenCustomer, someCustomers } from "@banter/server/test/customers.ts";
import { until } from "@banter/server/test/until.ts";
import { aVisitor } from "@banter/server/test/visitor.ts";
import type { Tab } from "@banter/widget/test/browser.ts";
import { axeFaultsInBothSchemes } from "./console/axe.ts";
import { sharedConsole } from "./console/console.ts";
import type { OwnTabOptions } from "./console/team.ts";

const opened = sharedConsole({ after });
const phone = { viewport: { width: 390, height: 844 } };

type Given = OwnTabOptions & { role?: Role; path?: string; customers?: GivenCustomer[] };

/** A page with customers, opened at a screen of theirs. */
async function openCustomers(
  t: TestContext,
  { role = "owner", path = "", customers = people, ...options }: Given = {},
) {
  const { node, openAs } = await opened;
  const setup = { tags: ["vip", "new"], fields: [{ name: "city", type: "text" as const }] };
  const { pageId } = await aPage(node.deps, setup);
  await someCustomers(node.deps, pageId, customers);
  const tab = await openAs(t, role, `/pages/${pageId}/customers${path}`, options);
  const { id: vip } = await node.deps.db.get<{ id: number }>(sql`
    select id from tags where page_id = ${pageId} and name = 'vip'`);
  const tagged = () => node.deps.db.count(sql`select from customers where page_id = ${pageId} and ${vip} = any (tags)`);
  return { tab, pageId, node, tagged };
}

const people: GivenCustomer[] = [
  { psid: "web_11", first_name: "Nguyễn", last_name: "Thị Hoa", phone: "+84901234567" },
  { psid: "web_12", first_name: "Đặng", last_name: "An", email: "an@example.com", fields: { city: "Huế" } },
  { psid: "web_13", first_name: "Ann", last_name: "Baker" },
];

const link = (tab: Tab, name: string) => tab.getByRole("link", { name, exact: true });
const isGone = (tab: Tab, name: string) => link(tab, name).waitFor({ state: "detached" });

test("a search without accents and a filter narrow the list down, and stay in the address", async (t) => {
  const { tab } = await openCustomers(t);
  await link(tab, "Ann Baker").waitFor();
  await tab.getByText("3 customers").waitFor();

  await tab.getByRole("textbox", { name: "Search customers" }).fill("nguyen hoa");
  await isGone(tab, "Ann Baker");
  await link(tab, "Nguyễn Thị Hoa").waitFor();
  await tab.getByRole("textbox", { name: "Search customers" }).fill("");
  await link(tab, "Ann Baker").waitFor();

  await tab.getByRole("button", { name: "Filters" }).click();
  await tab.getByRole("combobox", { name: "Field", exact: true }).click();
  await tab.getByRole("option", { name: "city" }).click();
  await isGone(tab, "Ann Baker");
  await link(tab, "Đặng An").waitFor();
  await tab.reload();
  await link(tab, "Đặng An").waitFor();
  assert.match(tab.url(), /field=city/);
  assert.equal(await link(tab, "Ann Baker").count(), 0);
});

test("chosen columns stay after a reload", async (t) => {
  const { tab } = await openCustomers(t);
  await tab.getByRole("button", { name: "Columns" }).click();
  await tab.getByRole("checkbox", { name: "city" }).check();
  await tab.keyboard.press("Escape");
  await tab.getByRole("columnheader", { name: "city" }).waitFor();
  await tab.reload();
  await tab.getByRole("columnheader", { name: "city" }).waitFor();
  await tab.getByRole("cell", { name: "Huế" }).waitFor();
});

test("a customer is edited, and a value that does not fit is refused at its field", async (t) => {
  const { tab, node, pageId } = await openCustomers(t, { path: "/web_11", expectErrors: true });
  const email = tab.getByRole("textbox", { name: "E-mail" });
  await email.fill("nonsense");
  await tab.getByRole("button", { name: "Save" }).click();
  await tab.getByText("This is not valid.").waitFor();
  await email.fill("hoa@example.com");
  await tab.getByRole("textbox", { name: "city" }).fill("Hà Nội");
  await tab.getByRole("button", { name: "Save" }).click();
  await tab.getByText("Saved.").waitFor();

  const row = await node.deps.db.get(sql`
    select email, fields ->> 'city' as city from customers where page_id = ${pageId} and psid = 'web_11'`);
  assert.deepEqual(row, { email: "hoa@example.com", city: "Hà Nội" });
  await tab.getByText("Edited").first().waitFor();
});

test("all that match are tagged in bulk, and the tag is taken back", async (t) => {
  const { tab, tagged } = await openCustomers(t);
  await tab.getByRole("checkbox", { name: "Select Ann Baker" }).check();
  await tab.getByText("1 selected").waitFor();
  await tab.getByRole("button", { name: "Select all that match" }).click();
  await tab.getByRole("button", { name: "Add a tag" }).click();
  await tab.getByRole("dialog").getByRole("combobox", { name: "Tag" }).click();
  await tab.getByRole("option", { name: "vip" }).click();
  await tab.getByRole("button", { name: "Go on" }).click();
  await tab.getByText("It runs in the background.").waitFor();
  await until(async () => (await tagged()) === 3);

  await tab.getByRole("link", { name: "Recent changes" }).click();
  await tab.getByText("Add the tag “vip”").waitFor();
  await tab.getByRole("listitem").getByRole("button", { name: "Undo", exact: true }).click();
  await until(async () => (await tagged()) === 0);
  await tab.getByText("Undo vip").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
});

test("a job that failed is resumed where others are undone", async (t) => {
  const { tab, node, pageId, tagged } = await openCustomers(t, { path: "/jobs" });
  const { db } = node.deps;
  const { id: tagId } = await db.get<{ id: number }>(sql`
    select id from tags where page_id = ${pageId} and name = 'vip'`);
  const psids = people.map(({ psid }) => psid);
  const spec = { type: "bulk", action: { type: "add_tag", tagId, name: "vip" }, psids };
  await db.count(sql`
    insert into customer_jobs (page_id, kind, state, failed_in, user_id, spec, total, error, finished_at)
    values (${pageId}, 'bulk', 'failed', 'running', 'ann', ${json(spec)}, 3, 'broken row', now())`);
  await tab.reload();
  await tab.getByText("It broke off by a fault.").waitFor();
  assert.equal(await tab.getByText("broken row").count(), 0);

  await tab.getByRole("listitem").getByRole("button", { name: "Resume" }).click();

  await until(async () => (await tagged()) === 3);
  await tab.getByRole("listitem").getByRole("button", { name: "Undo", exact: true }).waitFor();
});

test("a file is imported after its columns and errors were shown", async (t) => {
  const { tab, node, pageId } = await openCustomers(t, { path: "/import" });
  const csv = "psid,City,Tags\nweb_11,Đà Lạt,vip\nweb_99,Huế,\nweb_12,,ghost\n";
  await tab
    .locator('input[type="file"]')
    .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await tab.getByRole("heading", { name: "What is in the columns?" }).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByRole("button", { name: "Check the file" }).click();
  await tab.getByText("change 1 customer").waitFor();
  await tab.getByText("leave out 2 lines with errors").waitFor();
  await tab.getByRole("button", { name: 'The page has no tag "ghost".' }).click();
  await tab.getByText("Line 4").waitFor();
  await tab.getByRole("button", { name: "Import", exact: true }).click();
  await tab.getByText("Imported.").waitFor();

  const row = await node.deps.db.get(sql`
    select fields ->> 'city' as city from customers where page_id = ${pageId} and psid = 'web_11'`);
  assert.deepEqual(row, { city: "Đà Lạt" });
});

test("a file that cannot be read is refused in the reader's language", async (t) => {
  const { tab } = await openCustomers(t, { path: "/import", locale: "vi-VN", expectErrors: true });
  for (const [text, fault] of [
    ["", "Tệp trống."],
    ['psid,city\nweb_11,"a"b\n', "Dòng 2 có dấu ngoặc kép sai chỗ."],
  ] as const) {
    const file = { name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(text) };
    await tab.locator('input[type="file"]').setInputFiles(file);
    await tab.getByRole("alert").getByText(fault).waitFor();
  }
});

test("500 people of a file become contacts of a web chat, and one who writes is joined by a member", async (t) => {
  const { node, openAs, baseUrl } = await opened;
  const { pageId } = await aPage(node.deps, {
    tags: ["vip"],
    fields: [{ name: "city", type: "text" }],
    flows: [aFlow("Hi", "Hi {{user_first_name ?? you}} from {{city ?? somewhere}}")],
    keywords: [aKeyword("hi", "Hi")],
    chat: {
      welcome_on_open: false,
      prechat_form: { fields: [{ field: "email", is_required: true }], may_skip: false },
    },
  });
  const tab = await openAs(t, "owner", `/pages/${pageId}/customers/import`);
  await tab.getByText("New people become contacts").waitFor();
  const [sample] = await Promise.all([
    tab.waitForEvent("download"),
    tab.getByRole("button", { name: "Download a sample file" }).click(),
  ]);
  assert.equal(sample.suggestedFilename(), "customers-sample.csv");
  const line = (index: number) => `Person ${index},+8490${1_000_000 + index},p${index}@example.com,vip,Huế`;
  const good = Array.from({ length: 497 }, (_, index) => line(index));
  const csv = ["name,phone,email,tags,city", ...good, "No,12,,,", "Bad,34,,,", "Odd,,o@example.com,ghost,"].join("\n");
  await tab
    .locator('input[type="file"]')
    .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await tab.getByRole("button", { name: "Check the file" }).click();
  await tab.getByText("create 497 customers").waitFor();
  const faults = tab.getByRole("button", { name: '2 × The value of "Phone" does not fit.' });
  await faults.click();
  await tab.getByText("Line 499").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByRole("button", { name: "Import", exact: true }).click();
  await tab.getByText("Imported.").waitFor();
  await tab.getByRole("link", { name: "Show customers" }).click();
  await tab.getByText("497 customers").waitFor();

  const visitor = await aVisitor(baseUrl, pageId);
  await visitor.post("/form", { answers: { email: "p7@example.com" } });
  await visitor.say("hi");
  const before = await visitor.hear((messages) => messages.length >= 2);
  assert.equal(before.at(-1)?.text, "Hi you from somewhere");
  await tab.goto(`${baseUrl}/pages/${pageId}/conversations/${visitor.psid}`);
  await tab.getByText("Is this the same person?").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByRole("button", { name: "Same person: join" }).click();
  await tab.getByRole("heading", { level: 2, name: "Person 7" }).waitFor();
  await visitor.say("hi");
  const after = await visitor.hear((messages) => messages.length >= 4);
  assert.equal(after.at(-1)?.text, "Hi Person from Huế");

  await tab.getByRole("button", { name: "Take back" }).click();
  await tab.getByRole("heading", { level: 2, name: "p7@example.com" }).waitFor();
  await tab.goto(`${baseUrl}/pages/${pageId}/customers?search=p7%40example.com`);
  await link(tab, "Person 7").click();
  await tab.getByText("A contact without a chat").waitFor();
});

test("a contact is added by hand", async (t) => {
  const { tab } = await openCustomers(t);
  await tab.getByRole("button", { name: "Add a contact" }).click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "First name" }).fill("Lan");
  await dialog.getByRole("textbox", { name: "E-mail" }).fill("lan@example.com");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await tab.getByRole("heading", { level: 1, name: "Lan" }).waitFor();
  await tab.getByText("A contact without a chat").waitFor();
  await tab.getByText("No chat yet").waitFor();
});

test("the filtered list is exported as a file", async (t) => {
  const { tab } = await openCustomers(t, { path: "?search=baker" });
  await link(tab, "Ann Baker").waitFor();
  await link(tab, "Đặng An").waitFor({ state: "detached" });
  const [download] = await Promise.all([
    tab.waitForEvent("download"),
    tab.getByRole("link", { name: "Export" }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString("utf8").trim().split("\r\n");
  assert.equal(lines.length, 2);
  assert.match(lines[1] ?? "", /^web_13,Ann,Baker,/);
});

test("a customer is erased after their name was typed", async (t) => {
  const { tab, node, pageId } = await openCustomers(t, { path: "/web_13" });
  await tab.getByRole("button", { name: "Erase" }).click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByRole("textbox").fill("Ann Baker");
  await dialog.getByRole("button", { name: "Erase" }).click();
  await tab.getByText("The customer is erased.").waitFor();
  await link(tab, "Đặng An").waitFor();
  await isGone(tab, "Ann Baker");
  assert.equal(await node.deps.db.count(sql`select from customers where page_id = ${pageId} and psid = 'web_13'`), 0);
});

test("the list scrolls to the end of many pages, and always shows rows", async (t) => {
  const many = Array.from({ length: 700 }, (_, index) => ({
    psid: `web_${10_000 + index}`,
    first_name: `Person ${String(index).padStart(4, "0")}`,
  }));
  const { tab } = await openCustomers(t, { customers: many, path: "?sort=name", expectErrors: true });
  await link(tab, "Person 0000").waitFor();
  // Rows that were read stay when the next ones cannot be read.
  const next = /\/customers\?.*cursor=/;
  await tab.route(next, (route) => route.fulfill({ status: 500, body: "{}" }));
  await tab.mouse.wheel(0, 3000);
  const again = tab.getByRole("button", { name: "Try again" });
  await again.waitFor({ state: "attached" });
  assert.ok((await tab.locator("[data-index]").count()) > 0);
  await tab.unroute(next);
  await again.click();
  const last = link(tab, "Person 0699");
  await until(async () => {
    await tab.mouse.wheel(0, 8000);
    // Rows follow a scroll within a frame or two: a view without one may only be passing.
    await tab.waitForFunction(() => {
      const rows = [...document.querySelectorAll("[data-index]")].map((row) => row.getBoundingClientRect());
      return rows.some(({ top, bottom }) => top < window.innerHeight && bottom > 0);
    });
    return (await last.count()) > 0;
  });
  await last.scrollIntoViewIfNeeded();
  assert.equal(await link(tab, "Person 0698").count(), 1);
});

test("a viewer sees customers and changes nothing", async (t) => {
  const { tab, pageId } = await openCustomers(t, { role: "viewer" });
  await link(tab, "Ann Baker").waitFor();
  assert.equal(await tab.getByRole("checkbox").count(), 0);
  for (const name of ["Import", "Export"]) assert.equal(await tab.getByRole("link", { name }).count(), 0);
  await link(tab, "Ann Baker").click();
  await tab.getByRole("heading", { name: "What happened" }).waitFor();
  for (const name of ["Save", "Block", "Erase"]) assert.equal(await tab.getByRole("button", { name }).count(), 0);
  const { baseUrl } = await opened;
  const answer = await tab.request.delete(`${baseUrl}/api/v1/pages/${pageId}/customers/web_13`, {
    headers: { origin: baseUrl },
  });
  assert.equal(answer.status(), 403);
});

test("on a phone the customers are cards, and no screen is wider than it", async (t) => {
  const { tab, pageId } = await openCustomers(t, phone);
  await tab
    .getByRole("listitem")
    .filter({ has: link(tab, "Ann Baker") })
    .waitFor();
  const { baseUrl } = await opened;
  for (const path of ["", "/web_11", "/import", "/jobs"]) {
    await tab.goto(`${baseUrl}/pages/${pageId}/customers${path}`);
    await tab.getByRole("heading", { level: 1 }).waitFor();
    if (path === "" || path === "/web_11") await tab.getByText("Nguyễn Thị Hoa").first().waitFor();
    assert.deepEqual(await axeFaultsInBothSchemes(tab), [], path);
    assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true, path);
  }
});

test("everything is there in Vietnamese, in a table that a keyboard reaches", async (t) => {
  const { tab } = await openCustomers(t, { locale: "vi-VN" });
  await tab.getByRole("heading", { level: 1, name: "Khách hàng" }).waitFor();
  await link(tab, "Ann Baker").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await link(tab, "Ann Baker").focus();
  await tab.keyboard.press("Enter");
  await tab.getByRole("heading", { level: 1, name: "Ann Baker" }).waitFor();
});
