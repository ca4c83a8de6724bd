import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import { sql } from "@banter/server/store/db/sql.ts";
import { idsByName } from "@banter/server/test/page-state.ts";
import { until } from "@banter/server/test/until.ts";
import type { Tab } from "@banter/widget/test/browser.ts";
import { axeFaultsInBothSchemes } from "./console/axe.ts";
import { sharedConsole } from "./console/console.ts";
import { aNumbersWorkspace, digested, numberOn } from "./console/numbers.ts";

const it = await sharedConsole({ after });
const { deps } = it.node;
const narrow = { viewport: { width: 390, height: 844 } };

/** True if the page scrolls sideways. */
const isTooWide = (tab: Tab) =>
  tab.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test("the statistics show what was made through the chat, by period, with tables as CSV", async (t) => {
  const { pageId, openAs } = await aNumbersWorkspace(it);
  const tab = await openAs(t, "viewer", `/pages/${pageId}/statistics?period=7`);

  await tab.getByRole("heading", { name: "Statistics", level: 1 }).waitFor();
  assert.equal(await numberOn(tab, "received"), 6);
  assert.equal(await numberOn(tab, "new_customers"), 2);
  assert.equal(await numberOn(tab, "unmatched"), 2);
  // All of it is new: without a past, no figure is better or worse.
  await tab.getByText("none before").first().waitFor();
  assert.equal(await tab.locator('[style*="green-text"], [style*="red-text"]').count(), 0);
  await tab.locator("[data-plot=received] svg").first().waitFor();
  await tab.getByRole("button", { name: /New customers/ }).click();
  await tab.locator("[data-plot=new_customers]").waitFor();
  await tab.getByRole("cell", { name: /Bao giờ giao\?/ }).waitFor();

  const downloading = tab.waitForEvent("download");
  await tab.getByRole("button", { name: "Keywords by hits: download as CSV" }).click();
  const file = await readFile(await (await downloading).path(), "utf8");
  assert.match(file, /^\ufeffKeyword,Hits,Change\r\nSays name,2,0\r\nSays hello,1,0\r\n/);

  await tab.getByText("Today", { exact: true }).click();
  await tab.waitForURL(/period=today/);
  await tab.getByText("Numbers by hour").waitFor();
  await tab.getByText("Custom", { exact: true }).click();
  await tab.getByLabel("From", { exact: true }).fill("2026-01-01");
  await tab.waitForURL(/from=/);
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
});

test("an unmatched message becomes a keyword, tried on real messages before it is saved", async (t) => {
  const { pageId, openAs } = await aNumbersWorkspace(it);
  const tab = await openAs(t, "owner", `/pages/${pageId}/statistics`);

  await tab.getByRole("link", { name: /Make a keyword of “bao gio giao”/ }).click();
  const editor = tab.getByRole("dialog", { name: "New keyword" });
  await editor.getByText("bao gio giao", { exact: true }).waitFor();
  await editor.getByRole("combobox", { name: "Flow to start" }).click();
  await tab.getByRole("option", { name: "Hello" }).click();
  await editor.getByRole("button", { name: "Try on real messages" }).first().click();
  await editor.getByRole("region", { name: "On real messages" }).getByRole("button").click();
  await editor.getByText("What the edit changes").waitFor();
  await editor.getByRole("cell", { name: "No keyword" }).first().waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await editor.getByRole("button", { name: "Create keyword" }).click();
  await editor.waitFor({ state: "hidden" });

  await tab.getByRole("button", { name: "Try on real messages" }).click();
  const lab = tab.getByRole("dialog", { name: "Try on real messages" });
  await lab.getByRole("button", { name: "Run the lab" }).click();
  await lab.getByRole("row", { name: "bao gio giao 2 –" }).waitFor();
});

test("the builder shows a period's numbers on its nodes, and the funnel where customers are lost", async (t) => {
  const { pageId, openAs } = await aNumbersWorkspace(it);
  const flowId = (await idsByName(deps, pageId)).get("flow Name");
  const tab = await openAs(t, "viewer", `/pages/${pageId}/flows/${flowId}`, { viewport: { width: 1400, height: 900 } });

  await tab.getByRole("button", { name: "Numbers" }).click();
  await tab.getByText("2 started, 1 finished", { exact: true }).waitFor();
  await tab.getByText("30 days: 2 started, 1 finished").waitFor();
  await tab.locator("[data-funnel=ask]").getByText("2 came, 1 went on, 50% lost").waitFor();
  await tab.locator("[data-step=ask] .exit-row").getByText("1 · 50%").waitFor();
  // The button's tooltip is outside of the landmarks.
  await tab.mouse.move(700, 600);
  await tab.getByRole("tooltip").waitFor({ state: "hidden" });
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);

  await tab.goto(`${it.baseUrl}/pages/${pageId}/flows`);
  await tab.getByText("2 started, 1 finished", { exact: true }).waitFor();
});

test("the home of a page shows what needs its owner, and parked mail is retried there", async (t) => {
  const { pageId, openAs } = await aNumbersWorkspace(it);
  const { db } = deps;
  await db.count(sql`
    insert into parked_mail (page_id, id, psid, event, error)
    select page_id, nextval('conversation_ids'), psid, '{"type":"message","text":"hello"}', 'It broke.'
      from customers where page_id = ${pageId} limit 1`);
  const tab = await openAs(t, "owner", `/pages/${pageId}`);

  await tab.getByText("1 thing that a customer did could not be handled.").waitFor();
  assert.equal(await numberOn(tab, "received"), 6);
  await tab.getByRole("button", { name: "Show" }).click();
  await tab.getByText(/It broke\./).waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await tab.getByRole("button", { name: "Retry" }).click();
  await tab.getByText("Nothing needs you. Everything works.").waitFor();
  await digested(deps, pageId);
  await until(async () => {
    await tab.reload();
    await tab.locator("[data-number=received]").waitFor();
    return (await numberOn(tab, "received")) === 7;
  });

  await db.count(sql`update pages set disconnected_reason = 'The token was refused.' where id = ${pageId}`);
  db.pageChanged(pageId);
  await tab.reload();
  await tab.getByText("The platform has cut this page off.", { exact: true }).waitFor();
  await tab.getByRole("link", { name: "Connect", exact: true }).click();
  await tab.waitForURL(/settings\?tab=channel/);
});

test("both screens work on a phone, in Vietnamese and in the dark", async (t) => {
  const { pageId, openAs } = await aNumbersWorkspace(it);
  for (const [path, heading] of [
    ["", "Tổng quan"],
    ["/statistics", "Thống kê"],
  ] as const) {
    const tab = await openAs(t, "viewer", `/pages/${pageId}${path}`, {
      ...narrow,
      locale: "vi-VN",
      colorScheme: "dark",
    });
    await tab.getByRole("heading", { name: heading, level: 1 }).waitFor();
    await tab.locator("[data-number=received]").waitFor();
    assert.equal(await isTooWide(tab), false, path);
    const controls = await tab.locator(".mantine-SegmentedControl-control").all();
    const boxes = await Promise.all(controls.map((each) => each.boundingBox()));
    assert.ok(
      boxes.every((box) => box && box.x >= 0 && box.x + box.width <= narrow.viewport.width),
      path,
    );
    assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  }
});

test("a tool's counted link is shown beside the direct one, with its opens and starts", async (t) => {
  const { pageId, openAs } = await aNumbersWorkspace(it);
  const tab = await openAs(t, "owner", `/pages/${pageId}/tools`);
  const link = (await tab.getByText(/\/tools\/.*\/open/).textContent()) ?? "";

  await fetch(link, { redirect: "manual" });
  await tab.reload();
  await tab.getByText("Last 28 days: 1 opens, 1 starts").waitFor();
});
