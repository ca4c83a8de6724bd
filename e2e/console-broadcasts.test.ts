import assert from "node:assert/strict";
import { after, test } from "node:test";
import { defaultAudience } from "@banter/core/audience/settings.ts";
import { changePageSettings } from "@banter/server/domain/pages/page-settings.ts";
import { ensureWorkspace } from "@banter/server/domain/pages/pages.ts";
import { insertPage } from "@banter/server/store/catalog/pages.ts";
import { sql } from "@banter/server/store/db/sql.ts";
import { aFlow, aKeyword, aPage } from "@banter/server/test/builders.ts";
import { someCustomers } from "@banter/server/test/customers.ts";
import { startTelegram } from "@banter/server/test/platforms/telegram/telegram.ts";
import { until } from "@banter/server/test/until.ts";
import { aVisitor } from "@banter/server/test/visitor.ts";
import type { Tab } from "@banter/widget/test/browser.ts";
import { axeFaultsInBothSchemes } from "./console/axe.ts";
import { countClicks } from "./console/clicks.ts";
import { sharedConsole } from "./console/console.ts";

const { node, openAs, baseUrl } = await sharedConsole({ after });
const { db } = node.deps;

/** The texts that the page has sent, each with its customer, in order. */
const sentBy = async (pageId: string) =>
  (
    await db.many<{ psid: string; text: string }>(sql`
      select psid, content ->> 'text' as text from messages
       where page_id = ${pageId} and content ->> 'text' is not null order by id`)
  ).map(({ psid, text }) => `${psid} ${text}`);

/** Waits until the forecast for all customers leaves so many out, since lists are a moment behind. */
const refuses = (tab: Tab, pageId: string, reason: string, count: number) =>
  until(async () => {
    const content = { messages: [{ type: "text", text: "News" }] };
    const answer = await tab.request.post(`${baseUrl}/api/v1/pages/${pageId}/broadcasts/forecast`, {
      data: { spec: { audience: { type: "all" }, variants: [{ type: "content", content }] } },
      headers: { origin: baseUrl },
    });
    return (await answer.json()).refused[reason] === count;
  });

/** Fills the field that has the caret, as somebody does who has not touched the mouse. */
async function typeInto(tab: Tab, label: string, text: string): Promise<void> {
  const field = tab.getByLabel(label).and(tab.locator(":focus"));
  await field.waitFor();
  await field.fill(text);
}

test("a broadcast to those who bought in October and not since takes at most twelve clicks, with forecast and test", async (t) => {
  const { pageId } = await aPage(node.deps, {
    fields: [{ name: "last_order", type: "date", label: "Last order" }],
  });
  await changePageSettings(node.deps, pageId, { audience: { ...defaultAudience, quiet_hours: null } });
  await someCustomers(node.deps, pageId, [
    { psid: "web_21", first_name: "Lan", fields: { last_order: "2026-10-01" } },
    { psid: "web_22", first_name: "Mai", fields: { last_order: "2026-11-01" } },
    { psid: "web_23", first_name: "Huy", fields: { last_order: "2026-09-30" } },
    { psid: "web_24", first_name: "Bob", fields: { last_order: "2026-10-31" } },
    { psid: "web_25", first_name: "Eve" },
    { psid: "web_26", first_name: "Ann", fields: { last_order: "2026-10-12" } },
  ]);
  const tab = await openAs(t, "owner", `/pages/${pageId}/audience`);
  await tab.getByText("No broadcasts yet").waitFor();
  await tab.request.put(`${baseUrl}/api/v1/pages/${pageId}/customers/web_26/subscription`, {
    data: { is_wanted: false, words: "On the phone" },
    headers: { origin: baseUrl },
  });
  await refuses(tab, pageId, "unsubscribed", 1);
  const clicks = await countClicks(tab);

  await tab.getByRole("link", { name: "New broadcast" }).first().click();
  await tab.getByText("A condition", { exact: true }).click();
  for (const day of ["2026-09-30", "2026-11-01"]) {
    await tab.getByRole("button", { name: "Add a condition" }).click();
    await tab.getByRole("menuitem", { name: "Last order" }).click();
    await typeInto(tab, "Value of Last order", day);
  }
  await tab.getByRole("textbox", { name: "Text" }).click();
  await tab.keyboard.type("We miss you!");
  await tab.getByText("2 of 3 customers get it now.").waitFor();
  await tab.getByText("1 does not: has unsubscribed.").waitFor();
  await tab.getByRole("button", { name: "Test", exact: true }).click();
  // Nobody is chosen before the owner has named somebody: it may be a stranger.
  await tab.getByRole("option", { name: "Lan" }).waitFor();
  assert.equal(await tab.getByRole("button", { name: "Send test" }).isDisabled(), true);
  await tab.keyboard.type("Huy");
  await tab.getByRole("option", { name: "Lan" }).waitFor({ state: "detached" });
  await tab.getByRole("option", { name: "Huy" }).click();
  await tab.getByRole("button", { name: "Send test" }).click();
  await until(async () => (await sentBy(pageId)).length === 1);
  await tab.getByRole("button", { name: "Send now" }).click();
  const question = tab.getByRole("dialog");
  await question.getByText("2 of 3 customers get it now.").waitFor();
  await question.getByRole("button", { name: "Send now" }).click();
  await tab.getByText("Done", { exact: true }).waitFor();

  assert.ok(clicks() > 8 && clicks() <= 12, `${clicks()} clicks`);
  const [toMyself, ...others] = await sentBy(pageId);
  assert.equal(toMyself, "web_23 We miss you!");
  assert.deepEqual(others.toSorted(), ["web_21 We miss you!", "web_24 We miss you!"]);
  await tab.getByRole("heading", { name: "Report" }).waitFor();
  await tab.getByText("Not sent: has unsubscribed").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);

  // This browser remembers the page's tester.
  await tab.goto(`${baseUrl}/pages/${pageId}/audience/new`);
  await tab.getByRole("textbox", { name: "Text" }).click();
  await tab.keyboard.type("More news");
  await tab.getByRole("button", { name: "Test", exact: true }).click();
  await tab.getByRole("button", { name: "Send test" }).click();
  await until(async () => (await sentBy(pageId)).includes("web_23 More news"));
});

test("the page's limits are set, two variants are tried by a goal on a segment, and the rest gets the better one", async (t) => {
  const { pageId } = await aPage(node.deps, {
    tags: ["guest"],
    flows: [aFlow("Hours", "We open at nine")],
    keywords: [aKeyword("hours", "Hours")],
  });
  const { id: guest } = await db.get<{ id: number }>(sql`select id from tags where page_id = ${pageId}`);
  const guests = Array.from({ length: 60 }, (_, index) => ({ psid: `web_${1001 + index}`, tags: [guest] }));
  await someCustomers(node.deps, pageId, [...guests, { psid: "web_2001" }]);
  const tab = await openAs(t, "owner", `/pages/${pageId}/audience?tab=settings`);

  await tab.getByRole("switch", { name: "Quiet hours" }).click();
  await tab.getByLabel("At most per customer and week").fill("1");
  await tab.getByRole("combobox", { name: "Words that unsubscribe" }).fill("no more mail");
  await tab.keyboard.press("Enter");
  await tab.getByLabel("Answer to those who unsubscribe").fill("As you wish.");
  await tab.getByRole("button", { name: "Save" }).click();
  await tab.getByText("Quiet hours and consent are saved.").waitFor();
  await tab.reload();
  await tab.getByText("no more mail").waitFor();
  assert.equal(await tab.getByLabel("At most per customer and week").inputValue(), "1");
  const visitor = await aVisitor(baseUrl, pageId);
  await visitor.say("hours");
  await visitor.say("No more mail");
  const heard = await visitor.hear((messages) => messages.some(({ text }) => text === "As you wish."));
  assert.ok(heard.some(({ text }) => text === "We open at nine"));
  await refuses(tab, pageId, "unsubscribed", 1);

  await tab.getByRole("tab", { name: "Segments" }).click();
  await tab.getByRole("button", { name: "New segment" }).click();
  await tab.getByRole("textbox", { name: "Name" }).fill("Guests");
  await tab.getByRole("button", { name: "Add a condition" }).click();
  await tab.getByRole("menuitem", { name: "Tag" }).click();
  await tab.getByRole("combobox", { name: "Which tag" }).click();
  await tab.getByRole("option", { name: "guest" }).click();
  await tab.getByText("60 customers now").waitFor();
  await tab.getByRole("button", { name: "Save segment" }).click();
  await tab.getByRole("tab", { name: "Broadcasts" }).click();
  await tab.getByRole("link", { name: "New broadcast" }).first().click();
  await tab.getByText("61 of 62 customers get it now.").waitFor();
  await tab.getByText("A segment", { exact: true }).click();
  await tab.getByRole("combobox", { name: "Segment" }).click();
  await tab.getByRole("option", { name: "Guests" }).click();
  await tab.getByText("60 of 60 customers get it now.").waitFor();
  await tab.getByRole("button", { name: "Try another variant" }).click();
  for (const letter of ["A", "B"])
    await tab
      .getByRole("region", { name: `Variant ${letter}` })
      .getByRole("textbox", { name: "Text" })
      .fill(`Offer ${letter}`);
  await tab.getByText("Try them, then send the better one").click();
  await tab.getByLabel("Try on").fill("50");
  await tab.getByText("leads to a goal").click();
  assert.equal(await tab.getByRole("button", { name: "Send now" }).isDisabled(), true);
  await tab.getByRole("textbox", { name: "Goal" }).fill("Purchase");
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByRole("button", { name: "Send now" }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Send now" }).click();
  await tab.getByText(/ of 60 customers · goes on /).waitFor();

  const tried = await sentBy(pageId);
  const buyer = tried.find((line) => line.endsWith("Offer B"))?.split(" ")[0] ?? assert.fail();
  const answer = await tab.request.post(`${baseUrl}/api/v1/pages/${pageId}/customers/${buyer}/goals`, {
    data: { name: "Purchase", value: 120_000, currency: "VND" },
    headers: { origin: baseUrl },
  });
  assert.ok(answer.ok(), await answer.text());
  const reportOfB = tab.locator("section").filter({ has: tab.getByRole("heading", { name: "Variant B" }) });
  await reportOfB.getByText("Purchase").waitFor();
  await db.count(sql`update broadcasts set due_at = now() where page_id = ${pageId}`);
  await tab.getByText("The rest gets B").waitFor();
  await tab.getByText("Done", { exact: true }).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  const all = (await sentBy(pageId)).filter((line) => line.includes("Offer"));
  const count = (lines: string[], offer: string) => lines.filter((line) => line.endsWith(offer)).length;
  assert.equal(new Set(all.map((line) => line.split(" ")[0])).size, 60);
  assert.deepEqual([all.length, count(all, "Offer A")], [60, count(tried, "Offer A")]);

  await refuses(tab, pageId, "too_many", 60);
  await tab.getByRole("link", { name: "All broadcasts" }).click();
  await tab.getByRole("link", { name: "New broadcast" }).first().click();
  await tab.getByText("1 of 62 customers get it now.").waitFor();
  await tab.getByText("60 do not: had enough this week.").waitFor();
});

test("a broadcast to a list is paced, paused, resumed and stopped, and what failed is sent again", async (t) => {
  const telegram = await startTelegram(t, { botId: 61 });
  const pageId = "tg_61";
  await insertPage(db, {
    id: pageId,
    workspaceId: await ensureWorkspace(db),
    channel: "telegram",
    name: "Corner shop",
  });
  await changePageSettings(node.deps, pageId, { audience: { ...defaultAudience, quiet_hours: null } });
  const tab = await openAs(t, "owner", `/pages/${pageId}/audience/new`);
  const connected = await tab.request.put(`${baseUrl}/api/v1/pages/${pageId}/channel`, {
    data: { settings: { botToken: telegram.bot.token, botName: telegram.bot.username, apiUrl: telegram.origin } },
    headers: { origin: baseUrl },
  });
  assert.ok(connected.ok(), await connected.text());
  for (const id of [1, 2, 3]) await telegram.person(id).start();
  await until(async () => (await db.count(sql`select from customers where page_id = ${pageId}`)) === 3);
  telegram.trouble = ({ method }) =>
    method === "sendMessage" ? { refuse: { code: 400, description: "Bad Request: not today" } } : undefined;
  await tab.getByText("A list", { exact: true }).click();
  const list = { name: "people.csv", mimeType: "text/csv", buffer: Buffer.from("psid,name\ntg_1,Ann\ntg_2,Bo\n") };
  await tab.locator('input[type="file"]').setInputFiles(list);
  await tab.getByText("2 ids", { exact: true }).waitFor();
  const ids = tab.getByLabel("Customers' ids");
  await ids.press("Control+End");
  await ids.pressSequentially("tg_3\ntg_4");
  await tab.getByText("4 ids", { exact: true }).waitFor();
  await tab.getByRole("textbox", { name: "Text", exact: true }).fill("Half price");
  await tab.getByText("3 of 4 customers get it now.").waitFor();
  await tab.getByText("1 id is not a customer of this page.").waitFor();
  await tab.getByLabel("At most per minute").fill("1");
  await tab.getByRole("button", { name: "Send now" }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Send now" }).click();

  await tab.getByText("Failed: The platform refused the message").waitFor();
  const press = (name: string) => tab.getByRole("button", { name, exact: true }).click();
  await press("Pause");
  await tab.getByText("Paused", { exact: true }).waitFor();
  await press("Go on");
  await tab.getByText("Under way", { exact: true }).waitFor();
  await press("Stop");
  await tab.getByRole("dialog").getByRole("button", { name: "Stop" }).click();
  await tab.getByText("Stopped", { exact: true }).waitFor();
  telegram.trouble = () => undefined;
  await press("Retry failed");
  await telegram.waitFor(1);
  await tab.getByText("Failed: The platform refused the message").waitFor({ state: "detached" });
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  assert.ok(telegram.sent.length < 3, "the pace holds, and nobody gets anything after the stop");
});
