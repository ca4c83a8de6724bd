import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "@banter/server/store/db/sql.ts";
import { aFlow, aKeyword, aPage } from "@banter/server/test/builders.ts";
import { aVisitor } from "@banter/server/test/visitor.ts";
import type { Tab } from "@banter/widget/test/browser.ts";
import { eventually } from "@banter/widget/test/chat-page.ts";
import { axeFaultsInBothSchemes } from "../console/axe.ts";
import { aDraft, panel, say, status, step } from "../console/builder.ts";
import { sharedConsole } from "../console/console.ts";

const it = await sharedConsole({ after });
const { deps } = it.node;

type Setup = Parameters<typeof aPage>[1];

/** A page, and the path of its flow "Prices" in the console. */
async function aShop(setup: Setup) {
  const { pageId } = await aPage(deps, setup);
  const rows = await deps.db.many<{ id: number; name: string }>(sql`
    select id, name from flows where page_id = ${pageId}`);
  const idOf = (name: string) => rows.find((row) => row.name === name)?.id ?? 0;
  return { pageId, idOf, root: `/pages/${pageId}`, path: `/pages/${pageId}/flows/${idOf("Prices")}` };
}

const wide = { viewport: { width: 1600, height: 900 } };
const flag = (tab: Tab) => tab.locator(".start-flag");
const question = (tab: Tab) => tab.getByRole("dialog");

/** Opens the list of ways to start the flow, and chooses one. */
async function addWay(tab: Tab, name: string): Promise<void> {
  await panel(tab).getByRole("button", { name: "Add a way to start" }).click();
  await tab.getByRole("menuitem", { name }).click();
}

const welcomeOf = async (pageId: string) =>
  (
    await deps.db.get<{ id: number | null }>(sql`
      select welcome_flow_id as id from pages where id = ${pageId}`)
  ).id;

test("the start shows what starts the flow, and a keyword made there works at once", async (t) => {
  const { pageId, path } = await aShop({ flows: [aFlow("Prices", "A cake is 5")] });
  const tab = await it.openAs(t, "owner", path, wide);

  await flag(tab).getByText("Nothing starts it yet").waitFor();
  await flag(tab).focus();
  await tab.keyboard.press("Enter");
  await panel(tab).getByRole("heading", { name: "What starts this flow" }).waitFor();
  await addWay(tab, "A keyword");
  const editor = question(tab).filter({ hasText: "New keyword" });
  await editor.getByLabel("Phrases").fill("price");
  await tab.keyboard.press("Enter");
  await editor.getByRole("button", { name: "Create" }).click();
  await flag(tab).getByText("Keyword: price").waitFor();

  const visitor = await aVisitor(it.baseUrl, pageId);
  await visitor.say("price");
  await visitor.hear((messages) => messages.some(({ text }) => text === "A cake is 5"));
  await tab.goto(`${it.baseUrl}/pages/${pageId}/flows`);
  await tab.getByRole("listitem").filter({ hasText: "Prices" }).getByText("Keyword: price").waitFor();
});

test("greeting, default reply, ice breaker, menu item and tool are added and removed at the start", async (t) => {
  const { pageId, path, idOf } = await aShop({
    flows: [aFlow("Prices"), aFlow("Hello")],
    page: { name: "Shop", timezone: "UTC", welcome: "Hello", default_reply: null },
  });
  const tab = await it.openAs(t, "owner", path, wide);
  await tab.getByRole("button", { name: "What starts this flow", exact: true }).click();

  await addWay(tab, "Greet newcomers with it");
  await question(tab).getByText("“Hello” greets newcomers now.").waitFor();
  await question(tab).getByRole("button", { name: "Use this flow" }).click();
  await panel(tab).getByText("Greeting of newcomers").waitFor();
  await addWay(tab, "Answer with it when nothing else fits");
  await panel(tab).getByText("Default reply").waitFor();
  for (const [way, title] of [
    ["An ice breaker", "How much?"],
    ["A menu item", "Prices"],
  ] as const) {
    await addWay(tab, way);
    await question(tab).getByRole("textbox").fill(title);
    await question(tab).getByRole("button", { name: "Add", exact: true }).click();
    await panel(tab).getByText(title).waitFor();
  }
  await addWay(tab, "A link, QR code or other tool");
  await question(tab).getByRole("textbox", { name: "Name" }).fill("Door");
  await question(tab).getByRole("button", { name: "Create" }).click();
  await panel(tab).getByText("Growth tool: Door").waitFor();
  await question(tab).waitFor({ state: "detached" });
  assert.equal(await welcomeOf(pageId), idOf("Prices"));
  await flag(tab).getByText("and 2 more").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);

  await panel(tab).getByRole("button", { name: "Remove Ice breaker: How much?" }).click();
  await panel(tab).getByText("Ice breaker: How much?").waitFor({ state: "detached" });
  await tab.getByRole("button", { name: "Undo", exact: true }).click();
  await panel(tab).getByText("Ice breaker: How much?").waitFor();
  await panel(tab).getByRole("button", { name: "Remove Greeting of newcomers" }).click();
  await panel(tab).getByText("Greeting of newcomers").waitFor({ state: "detached" });
  assert.equal(await welcomeOf(pageId), null);
});

test("a step of another flow is shown with a link to it", async (t) => {
  const { path } = await aShop({
    flows: [
      aFlow("Prices"),
      {
        name: "Menu",
        published: true,
        document: { version: 1, start: "go", steps: { go: { type: "goto", flow: "Prices" } } },
      },
    ],
  });
  const tab = await it.openAs(t, "owner", path, wide);

  await flag(tab).getByText("Flow: Menu").click();
  await panel(tab).getByRole("link", { name: "Flow: Menu" }).click();

  await tab.getByRole("heading", { name: "Flow: Menu" }).waitFor({ state: "attached" });
});

test("publishing a flow that nothing starts says so, and offers to greet newcomers with it", async (t) => {
  const { pageId, path, idOf } = await aShop({ flows: [{ ...aFlow("Prices"), published: false }] });
  const tab = await it.openAs(t, "owner", path, wide);

  await tab.getByRole("button", { name: "Publish", exact: true }).click();
  await question(tab).getByText("Nothing starts this flow").waitFor();
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await question(tab).getByRole("button", { name: "Publish and greet newcomers with it" }).click();
  await status(tab, "Version 1 is live");
  await flag(tab).getByText("Greeting of newcomers").waitFor();

  assert.equal(await welcomeOf(pageId), idOf("Prices"));
  await eventually(async () => assert.ok(await tab.getByRole("button", { name: "Publish", exact: true }).isDisabled()));
});

test("a flow that is published though nothing starts it opens the list of ways", async (t) => {
  const { path } = await aShop({ flows: [{ ...aFlow("Prices"), published: false }] });
  const tab = await it.openAs(t, "owner", path, wide);

  await tab.getByRole("button", { name: "Publish", exact: true }).click();
  await question(tab).getByRole("button", { name: "Publish", exact: true }).click();

  await panel(tab).getByText("Nothing starts this flow yet.").waitFor();
});

test("publish is offered only while the draft differs from what is live", async (t) => {
  const { path } = await aShop({ flows: [aFlow("Prices", "A cake is 5")], keywords: [aKeyword("price", "Prices")] });
  const tab = await it.openAs(t, "owner", path, wide);
  const publish = tab.getByRole("button", { name: "Publish", exact: true });

  await status(tab, "Version 1 is live");
  assert.ok(await publish.isDisabled());
  await step(tab, "A cake is 5").click({ position: { x: 60, y: 20 } });
  await panel(tab).getByRole("textbox", { name: "Text" }).fill("A cake is 6");
  await publish.click();
  await question(tab).getByText("Nothing starts this flow").waitFor({ state: "detached" });
  await question(tab).getByRole("button", { name: "Publish" }).click();

  await status(tab, "Version 2 is live");
  await eventually(async () => assert.ok(await publish.isDisabled()));
});

test("a flow is switched off and on in the builder", async (t) => {
  const { pageId, path, idOf } = await aShop({ flows: [aFlow("Prices")], keywords: [aKeyword("price", "Prices")] });
  const tab = await it.openAs(t, "owner", path, wide);
  const switchTo = async (entry: string) => {
    await tab.getByRole("button", { name: "More for this flow" }).click();
    await tab.getByRole("menuitem", { name: entry }).click();
  };
  const isOn = async () =>
    (
      await deps.db.get<{ isOn: boolean }>(sql`
      select is_on from flows where page_id = ${pageId} and id = ${idOf("Prices")}`)
    ).isOn;

  await switchTo("Switch the flow off");
  await tab.locator(".save-status").getByText("Off", { exact: true }).waitFor();
  assert.equal(await isOn(), false);
  await switchTo("Switch the flow on");
  await tab.locator(".save-status").getByText("Off", { exact: true }).waitFor({ state: "detached" });

  assert.equal(await isOn(), true);
});

test("publishing is scheduled in the page's time zone, changed and cancelled", async (t) => {
  const { pageId, path } = await aShop({ flows: [{ ...aFlow("Prices"), published: false }] });
  const tab = await it.openAs(t, "owner", path, wide);
  const publishAt = async () =>
    (
      await deps.db.get<{ at: Date | null }>(sql`
      select publish_at as at from flows where page_id = ${pageId}`)
    ).at?.toISOString() ?? null;
  const open = async (entry: string) => {
    await tab.getByRole("button", { name: "More for this flow" }).click();
    await tab.getByRole("menuitem", { name: entry }).click();
  };
  const year = new Date().getFullYear() + 1;
  const soon = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);

  await open("Schedule publishing…");
  const at = question(tab).getByLabel("Date and time");
  await at.fill(`${year - 2}-01-01T09:00`);
  await question(tab).getByText("Choose a time in the future, within a year.").waitFor();
  assert.ok(await question(tab).getByRole("button", { name: "Schedule" }).isDisabled());
  await at.fill(`${soon}T09:00`);
  assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
  await question(tab).getByRole("button", { name: "Schedule" }).click();
  await tab
    .locator(".save-status")
    .getByText(/^Publishes /)
    .waitFor();
  // Nine o'clock in Ho Chi Minh City.
  assert.equal(await publishAt(), `${soon}T02:00:00.000Z`);

  await open("Change the schedule…");
  assert.equal(await at.inputValue(), `${soon}T09:00`);
  await question(tab).getByRole("button", { name: "Do not publish then" }).click();
  await tab
    .locator(".save-status")
    .getByText(/^Publishes /)
    .waitFor({ state: "detached" });
  assert.equal(await publishAt(), null);
});

test("on a phone every button of the header is whole, and the publish dialog fits", async (t) => {
  const { path } = await aShop({ flows: [{ ...aFlow("Prices"), published: false }] });
  const tab = await it.openAs(t, "owner", path, { viewport: { width: 390, height: 844 } });
  await flag(tab).getByText("Nothing starts it yet").waitFor();

  for (const button of await tab.locator(".header-tools button").all()) {
    const box = await button.boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 390, (await button.getAttribute("aria-label")) ?? "");
    assert.ok(await button.evaluate((element) => element.scrollWidth <= element.clientWidth + 1));
  }
  await tab.getByRole("button", { name: "Publish", exact: true }).click();
  const welcome = question(tab).getByRole("button", { name: "Publish and greet newcomers with it" });
  const box = await welcome.boundingBox();
  assert.ok(box && box.x + box.width <= 371);
});

test("problems are counted only when the page's tags are known", async (t) => {
  const { path } = await aShop({
    tags: ["vip"],
    flows: [
      {
        ...aDraft("a", {
          steps: {
            a: { type: "action", actions: [{ action: "add_tag", tag: "vip" }] },
            alone: say("Nobody comes here"),
          },
        }),
        name: "Prices",
      } as never,
    ],
  });
  const tab = await it.openAs(t, "owner", "/settings/profile", wide);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await tab.route("**/tags", async (route) => {
    await held;
    await route.continue();
  });
  await tab.clock.install();

  await tab.goto(it.baseUrl + path);
  await step(tab, "Nobody comes here").waitFor();
  await tab.clock.runFor(2000);
  await tab.getByRole("button", { name: "Problems", exact: true }).waitFor();
  release();

  await tab.getByRole("button", { name: "Problems: one" }).waitFor();
});
