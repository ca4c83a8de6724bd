import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "@banter/server/store/sql.ts";
import { aFlow, aPage } from "@banter/server/test/builders.ts";
import type { Tab } from "@banter/widget/test/browser.ts";
import { axeFaults, axeFaultsInBothSchemes } from "./console/axe.ts";
import { type Console, openConsole } from "./console/console.ts";

const say = (text: string, more: object = {}) => ({
  type: "message",
  content: { messages: [{ type: "text", text }] },
  ...more,
});
const empty = { name: "Welcome", published: false, document: { version: 1, start: null, steps: {} } };

type Flow = { name: string; published: boolean; document: object };

/** A page with these flows, and where to open the first of them. */
async function aShop({ node: { deps } }: Console, ...flows: Flow[]) {
  const { pageId } = await aPage(deps, { flows: flows as never });
  const rows = await deps.db.many<{ id: number; name: string }>(sql`
    select id, name from flows where page_id = ${pageId} order by id`);
  const pathOf = (name: string) => `/pages/${pageId}/flows/${rows.find((row) => row.name === name)?.id}`;
  return { pageId, pathOf, path: pathOf(flows[0]?.name ?? "") };
}

const step = (tab: Tab, words: string) => tab.locator(".react-flow__node", { hasText: words });
const panel = (tab: Tab) => tab.locator(".side-panel");
const status = (tab: Tab, words: string) => tab.locator(".save-status", { hasText: words }).waitFor();
const saved = (tab: Tab) => tab.locator(".save-status", { hasText: /^Saved/ }).waitFor();

/** Drags from an exit of a step to a place on the screen. */
async function pull(tab: Tab, from: string, exit: string, to: { x: number; y: number }): Promise<void> {
  const row = step(tab, from).locator(".exit-row, .node-button, .node-reply", { hasText: exit });
  const handle = await row.locator(".react-flow__handle").boundingBox();
  assert.ok(handle);
  await tab.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await tab.mouse.down();
  await tab.mouse.move(to.x, to.y, { steps: 8 });
  await tab.mouse.up();
}

async function middleOf(tab: Tab, words: string): Promise<{ x: number; y: number }> {
  const box = await step(tab, words).boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test("a flow is drawn with the mouse, saves itself, and is there after a reload", async (t) => {
  const it = await openConsole(t);
  const { path } = await aShop(it, empty);
  const tab = await it.openAs("owner", path, { viewport: { width: 1600, height: 900 } });
  const palette = tab.getByRole("navigation", { name: "Add a step" });
  const canvas = tab.locator(".react-flow__pane");

  await palette.getByText("Send a message").dragTo(canvas, { targetPosition: { x: 60, y: 200 } });
  await panel(tab).getByRole("textbox", { name: "Text" }).fill("Hello there");
  await palette.getByText("Ask a question").dragTo(canvas, { targetPosition: { x: 420, y: 200 } });
  await panel(tab).getByRole("textbox", { name: "Text" }).fill("Your name?");
  await pull(tab, "Hello there", "Next", await middleOf(tab, "Your name?"));
  await tab.locator(".react-flow__edge").waitFor();

  // Dropped on nothing, it asks what comes next.
  const canvasBox = await canvas.boundingBox();
  assert.ok(canvasBox);
  await pull(tab, "Your name?", "Answered", { x: canvasBox.x + canvasBox.width - 330, y: canvasBox.y + 500 });
  await tab.getByRole("textbox", { name: "Search steps" }).fill("message");
  await tab.keyboard.press("Enter");
  await panel(tab).getByRole("textbox", { name: "Text" }).fill("Thank you");
  await saved(tab);
  assert.equal(await tab.locator(".react-flow__edge").count(), 2);

  await tab.reload();
  await step(tab, "Thank you").waitFor();
  assert.equal(await tab.locator(".react-flow__edge").count(), 2);
  assert.equal(await step(tab, "Hello there").locator(".start-flag").count(), 1);
});

test("a button gets an exit of its own, and a variable is put in where the caret is", async (t) => {
  const it = await openConsole(t);
  const { path } = await aShop(it, {
    name: "Welcome",
    published: false,
    document: {
      version: 1,
      start: "a",
      steps: { a: say("Hello"), b: say("Bought") },
      layout: { a: { x: 0, y: 0 }, b: { x: 380, y: 60 } },
    },
  });
  const tab = await it.openAs("owner", path, { viewport: { width: 1600, height: 900 } });

  await step(tab, "Hello").click();
  await panel(tab).getByRole("textbox", { name: "Text" }).press("End");
  await panel(tab).getByRole("button", { name: "Insert a variable into Text" }).click();
  await tab.getByRole("menuitem", { name: /First name/ }).click();
  await step(tab, "Hello{{user_first_name}}").waitFor();
  await panel(tab)
    .getByRole("button", { name: /^Add a button/ })
    .click();
  await panel(tab).getByRole("textbox", { name: "Title" }).fill("Buy");
  await pull(tab, "Hello", "Buy", await middleOf(tab, "Bought"));

  await tab.locator(".react-flow__edge.exit-button").waitFor();
  await panel(tab).getByText("Preview", { exact: true }).click();
  await panel(tab).locator(".bubble-button", { hasText: "Buy" }).waitFor();
  await saved(tab);
});

test("what was done is undone and done again, typing as one", async (t) => {
  const it = await openConsole(t);
  const { path } = await aShop(it, empty);
  const tab = await it.openAs("owner", path);

  await tab.getByRole("button", { name: "Send a message" }).last().click();
  const text = panel(tab).getByRole("textbox", { name: "Text" });
  await text.pressSequentially("Good morning");
  await tab.keyboard.press("Control+z");
  assert.equal(await text.inputValue(), "");
  await tab.keyboard.press("Control+z");
  await tab.locator(".step-node").waitFor({ state: "detached" });
  await tab.keyboard.press("Control+y");
  await tab.keyboard.press("Control+Shift+z");

  await step(tab, "Good morning").waitFor();
  await saved(tab);
});

test("steps are copied into another flow, with each other and without what is not there", async (t) => {
  const it = await openConsole(t);
  const { path, pathOf } = await aShop(
    it,
    {
      name: "Welcome",
      published: false,
      document: {
        version: 1,
        start: "a",
        steps: { a: say("Alpha", { next: "b" }), b: say("Beta", { next: "c" }), c: say("Gamma") },
      },
    },
    { ...empty, name: "Other" },
  );
  const tab = await it.openAs("owner", path);
  await step(tab, "Alpha").click({ position: { x: 60, y: 20 } });
  await step(tab, "Beta").click({ position: { x: 60, y: 20 }, modifiers: ["Control"] });
  await tab.keyboard.press("Control+c");
  await tab.getByText("2 steps copied.").waitFor();

  await tab.goto(it.baseUrl + pathOf("Other"));
  await tab.getByText("Start with a message").waitFor();
  await tab.keyboard.press("Control+v");

  await step(tab, "Beta").waitFor();
  assert.equal(await tab.locator(".step-node").count(), 2);
  assert.equal(await tab.locator(".react-flow__edge").count(), 1);
  await saved(tab);
});

test("of two editors neither loses anything", async (t) => {
  const it = await openConsole(t);
  const { path, pageId } = await aShop(it, { ...aFlow("Welcome", "Hello"), published: false });
  const [mine, theirs] = [
    await it.openAs("owner", path, { expectErrors: true }),
    await it.openAs("owner", path, { expectErrors: true }),
  ];
  for (const [tab, words] of [
    [theirs, "Theirs"],
    [mine, "Mine"],
  ] as const) {
    await step(tab, "Hello").click({ position: { x: 60, y: 20 } });
    await panel(tab).getByRole("textbox", { name: "Text" }).fill(words);
    if (tab === theirs) await saved(tab);
  }
  const banner = mine.getByRole("alert").filter({ hasText: "Somebody else changed this flow" });
  await banner.waitFor();
  await banner.getByRole("button", { name: "See what differs" }).click();
  await banner.locator("del", { hasText: "Theirs" }).waitFor();
  await banner.locator("ins", { hasText: "Mine" }).waitFor();
  assert.deepEqual(await axeFaults(mine), []);
  await banner.getByRole("button", { name: "Keep mine" }).click();
  await saved(mine);

  const rows = await it.node.deps.db.many<{ name: string; draft: unknown }>(sql`
    select name, draft from flows where page_id = ${pageId} order by id`);
  assert.match(JSON.stringify(rows[0]?.draft), /"Mine"/);
  assert.match(rows[1]?.name ?? "", /^Welcome \(theirs/);
  assert.match(JSON.stringify(rows[1]?.draft), /"Theirs"/);
});

test("publishing shows what changes, and an earlier version is compared and restored", async (t) => {
  const it = await openConsole(t);
  const { path } = await aShop(it, aFlow("Welcome", "Hello"));
  const tab = await it.openAs("owner", path, { viewport: { width: 1600, height: 900 } });

  await step(tab, "Hello").click({ position: { x: 60, y: 20 } });
  await panel(tab).getByRole("textbox", { name: "Text" }).fill("Good evening");
  await tab.getByRole("navigation", { name: "Add a step" }).getByText("Wait").click();
  await status(tab, "unpublished changes");
  await tab.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = tab.getByRole("dialog");
  await dialog.locator("del", { hasText: "Hello" }).waitFor();
  await dialog.locator("ins", { hasText: "Good evening" }).waitFor();
  await dialog.locator(".difference.is-added", { hasText: "Wait" }).waitFor();
  assert.deepEqual(await axeFaults(tab), []);
  await dialog.getByRole("button", { name: "Publish" }).click();
  await status(tab, "Version 2 is live");

  await tab.getByRole("button", { name: "Versions" }).click();
  await panel(tab)
    .getByRole("button", { name: /^Version 1/ })
    .click();
  await tab.locator(".step-node.is-changed").waitFor();
  await tab.locator(".step-node.is-added").waitFor();
  await panel(tab).getByRole("button", { name: "Restore into the draft" }).click();
  await step(tab, "Hello").waitFor();
  assert.equal(await tab.locator(".step-node").count(), 1);
  await tab.reload();
  await step(tab, "Hello").waitFor();
});

test("a flow with errors is not published, and the list of problems leads to the step", async (t) => {
  const it = await openConsole(t);
  const { path } = await aShop(it, {
    name: "Welcome",
    published: false,
    document: {
      version: 1,
      start: "a",
      steps: { a: say("Hi", { next: "b" }), b: { type: "ask", content: { messages: [] } } },
    },
  });
  const tab = await it.openAs("owner", path);

  await tab.getByRole("button", { name: /^Problems: / }).click();
  await panel(tab)
    .getByRole("button", { name: /Accept: is not chosen yet/ })
    .click();
  await panel(tab).getByRole("heading", { name: "Ask a question" }).waitFor();
  await tab.getByRole("button", { name: "Publish", exact: true }).click();
  await tab.getByText(/things must be put right first/).waitFor();
  assert.ok(await tab.getByRole("dialog").getByRole("button", { name: "Publish" }).isDisabled());
});

test("the draft is tried out: it says hello, asks, waits until the wait is skipped, and tells why", async (t) => {
  const it = await openConsole(t);
  const { path } = await aShop(it, {
    name: "Welcome",
    published: false,
    document: {
      version: 1,
      start: "hi",
      steps: {
        hi: say("Hello {{user_first_name}}", { next: "size" }),
        size: {
          type: "ask",
          content: { messages: [{ type: "text", text: "Which size?" }] },
          accept: "choice",
          choices: ["S", "M"],
          save_to: "address",
          next: { answered: "wait" },
        },
        wait: { type: "delay", seconds: 86_400, next: "call" },
        call: { type: "request", method: "GET", url: "https://api.example.com/x", next: { ok: "bye" } },
        bye: say("Size {{address}} it is"),
      },
    },
  });
  const tab = await it.openAs("owner", path);
  await tab.getByRole("button", { name: "Test", exact: true }).click();
  const chat = tab.getByRole("log", { name: "Conversation" });
  await chat.getByText("Hello Ann").waitFor();
  await tab.locator(".step-node.is-active", { hasText: "Which size?" }).waitFor();

  await tab.getByRole("textbox", { name: "Write as the customer" }).fill("huge");
  await tab.keyboard.press("Enter");
  await panel(tab).getByText("So the question was asked again.").waitFor();
  await chat.getByRole("button", { name: "M" }).click();
  await tab.locator(".step-node.is-active", { hasText: "One day" }).waitFor();
  await panel(tab).getByRole("button", { name: "Skip the wait" }).click();
  await panel(tab).getByText("GET https://api.example.com/x", { exact: true }).waitFor();
  await panel(tab).getByRole("button", { name: "Answer", exact: true }).click();
  await chat.getByText("Size M it is").waitFor();
  await panel(tab).getByText("What is known").click();
  await panel(tab).getByRole("row", { name: "Address M" }).waitFor();
  assert.deepEqual(await axeFaults(tab), []);
});

test("everything on the canvas is done with the keyboard alone", async (t) => {
  const it = await openConsole(t);
  const { path } = await aShop(it, empty);
  const tab = await it.openAs("owner", path);
  await tab.getByText("Start with a message").waitFor();

  await tab.keyboard.press("/");
  await tab.keyboard.type("message");
  await tab.keyboard.press("Enter");
  const text = panel(tab).getByRole("textbox", { name: "Text" });
  await text.focus();
  await tab.keyboard.type("First");
  await tab.locator(".react-flow__node").first().focus();
  // What is added while a step is chosen is connected to it.
  await tab.keyboard.press("/");
  await tab.keyboard.type("wait");
  await tab.keyboard.press("Enter");
  await step(tab, "One hour").waitFor();
  assert.equal(await tab.locator(".react-flow__edge").count(), 1);
  // An exit leads elsewhere by a select.
  const select = panel(tab).getByRole("combobox", { name: "Next: go to" });
  await select.focus();
  await tab.keyboard.press("ArrowDown");
  await tab.keyboard.type("First");
  await tab.keyboard.press("ArrowDown");
  await tab.keyboard.press("Enter");
  await tab.waitForFunction(() => document.querySelectorAll(".react-flow__edge").length === 2);

  await step(tab, "One hour").focus();
  const before = await step(tab, "One hour").getAttribute("style");
  await tab.keyboard.press("ArrowDown");
  await tab.waitForFunction(
    (style) => document.querySelector(".react-flow__node.selected")?.getAttribute("style") !== style,
    before,
  );
  await tab.keyboard.press("Control+d");
  await tab.waitForFunction(() => document.querySelectorAll(".step-node").length === 3);
  await tab.keyboard.press("Control+a");
  await tab.keyboard.press("Delete");
  await tab.locator(".step-node").first().waitFor({ state: "detached" });
  await tab.keyboard.press("Control+z");
  await tab.waitForFunction(() => document.querySelectorAll(".step-node").length === 3);
  await saved(tab);
});

test("whoever may only look sees everything and changes nothing", async (t) => {
  const it = await openConsole(t);
  const { path } = await aShop(it, aFlow("Welcome", "Hello"));
  const tab = await it.openAs("viewer", path);

  await step(tab, "Hello").click({ position: { x: 60, y: 20 } });
  const text = panel(tab).getByRole("textbox", { name: "Text" });
  assert.equal(await text.getAttribute("readonly"), "");
  await tab.locator(".react-flow__node").first().focus();
  await tab.keyboard.press("Delete");
  await tab.keyboard.press("/");
  await step(tab, "Hello").waitFor();
  assert.equal(await tab.getByRole("dialog").count(), 0);
  assert.equal(await tab.getByRole("button", { name: "Publish" }).count(), 0);
  assert.deepEqual(await axeFaults(tab), []);
});

test("a draft that cannot be saved while the network is away is saved when it is back", async (t) => {
  const it = await openConsole(t);
  const { path } = await aShop(it, aFlow("Welcome", "Hello"));
  const tab = await it.openAs("owner", path, { expectErrors: true });
  await step(tab, "Hello").click({ position: { x: 60, y: 20 } });

  await tab.context().setOffline(true);
  await panel(tab).getByRole("textbox", { name: "Text" }).fill("Still here");
  await status(tab, "No connection");
  await tab.context().setOffline(false);
  await saved(tab);

  await tab.reload();
  await step(tab, "Still here").waitFor();
});

test("whoever leaves right after typing has saved, and a new name is kept", async (t) => {
  const it = await openConsole(t);
  const { path } = await aShop(it, aFlow("Welcome", "Hello"));
  const tab = await it.openAs("owner", path);
  await step(tab, "Hello").click({ position: { x: 60, y: 20 } });

  const name = tab.getByRole("textbox", { name: "Name of the flow" });
  await name.fill("Greeting");
  await name.press("Enter");
  await panel(tab).getByRole("textbox", { name: "Text" }).fill("Typed and gone");
  await tab.getByRole("link", { name: "All flows" }).click();
  await tab.waitForURL((url) => url.pathname.endsWith("/flows"));
  await tab.goBack();

  await step(tab, "Typed and gone").waitFor();
  assert.equal(await name.inputValue(), "Greeting");
});

test("the builder is readable for everybody, wide and narrow, light and dark, in both languages", async (t) => {
  const it = await openConsole(t);
  const { path } = await aShop(it, {
    name: "Welcome",
    published: false,
    document: {
      version: 1,
      start: "a",
      steps: {
        a: say("Hello", { next: "c" }),
        c: { type: "condition", match: "all", rules: [] },
        n: { type: "note", text: "Mind" },
      },
    },
  });
  for (const [width, locale, words] of [
    [1280, "en-US", "Send a message"],
    [390, "vi-VN", "Gửi tin nhắn"],
  ] as const) {
    const tab = await it.openAs("owner", path, { viewport: { width, height: 844 }, locale });
    await step(tab, "Hello").locator(".step-title", { hasText: words }).waitFor();
    assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
    await step(tab, "Hello").click({ position: { x: 60, y: 20 } });
    await panel(tab).waitFor();
    assert.deepEqual(await axeFaultsInBothSchemes(tab), []);
    assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  }
});
