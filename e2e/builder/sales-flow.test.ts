import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Tab } from "@banter/widget/test/browser.ts";
import type { Locator } from "playwright-core";
import { aShop, draws, empty, panel, saved, status, step } from "../console/builder.ts";
import { sharedConsole } from "../console/console.ts";
import { caretIn, draftOf, field } from "../console/forms.ts";

const it = await sharedConsole({ after });

/** Everything else is typed: texts, searches in menus, Enter. */
const maxClicks = 32;

test("a sales flow of twelve steps is built from nothing and published in at most 32 clicks", async (t) => {
  const { path, pageId } = await aShop(it, empty);
  const tab = await it.openAs(t, "owner", path, { viewport: { width: 1600, height: 1000 } });
  await tab.getByText("Start with a message").waitFor();
  await countClicks(tab);
  const start = performance.now();

  await tab.getByRole("button", { name: "Send a message" }).last().click();
  await build(tab, mouse);

  await draws(tab, { steps: 12 });
  await publish(tab, mouse);
  const clicks = await clicksIn(tab);
  t.diagnostic(`${clicks} clicks, ${since(start)}`);
  assert.equal(Object.keys((await draftOf(it, pageId)).steps).length, 12);
  assert.ok(clicks <= maxClicks, `${clicks} clicks`);
});

test("the same flow is built and published by keyboard alone", async (t) => {
  const { path, pageId } = await aShop(it, empty);
  const tab = await it.openAs(t, "owner", path, { viewport: { width: 1600, height: 1000 } });
  await tab.getByText("Start with a message").waitFor();
  await countClicks(tab);
  const start = performance.now();

  await tab.keyboard.press("/");
  await tab.keyboard.type("message");
  await tab.keyboard.press("Enter");
  await build(tab, keyboard);

  assert.equal(Object.keys((await draftOf(it, pageId)).steps).length, 12);
  await publish(tab, keyboard);
  const clicks = await clicksIn(tab);
  t.diagnostic(`${clicks} clicks, ${since(start)}`);
  assert.equal(clicks, 0);
});

/** How long it took on this machine: only told, since machines differ. */
const since = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** The flow behind its first step, which is open. */
async function build(tab: Tab, hands: Hands): Promise<void> {
  const { press, open } = hands;
  await write(tab, "Chào bạn! Shop có áo dài mới về.");
  await hands.zoomOut(tab);
  for (const [index, [title, target]] of (
    [
      ["Xem mẫu", "New: Send a message"],
      ["Đặt hàng", "New: Ask a question"],
      ["Gặp nhân viên", "New: Do something"],
    ] as const
  ).entries()) {
    await press(tab, panel(tab).getByRole("button", { name: /^Add a button/ }));
    await field(tab, "Title").nth(index).waitFor();
    await tab.keyboard.type(title);
    await lead(tab, hands, `What it does: Button ${index + 1}`, target);
    // A new step is open at once: the next button is that of the first.
    await open(tab, "Send a message", index === 2 ? 1 : 0);
  }

  await write(tab, "Áo dài lụa 890.000 đ, áo dài gấm 1.190.000 đ.");
  await lead(tab, hands, "Next: go to", "Ask a question");

  await open(tab, "Ask a question");
  await write(tab, "Bạn mặc cỡ nào?");
  await press(tab, panel(tab).getByRole("button", { name: "Choices" }));
  await caretIn(tab, "Choice 1");
  await tab.keyboard.type("S");
  await tab.keyboard.press("Enter");
  await tab.keyboard.type("M");
  await tab.keyboard.press("Enter");
  await caretIn(tab, "Choice 3");
  await tab.keyboard.type("L");
  await lead(tab, hands, "Other choices: go to", "New: Ask a question");

  await write(tab, "Số điện thoại của bạn?");
  await hands.choose(tab, panel(tab).getByRole("combobox", { name: "Accept" }), "A phone number");
  await lead(tab, hands, "Answered: go to", "New: Ask a question");

  await write(tab, "Địa chỉ giao hàng?");
  await lead(tab, hands, "Answered: go to", "New: Check a condition");

  await hands.unfold(tab, panel(tab).getByRole("combobox", { name: "Tag", exact: true }));
  await makeTag(tab, "VIP");
  await lead(tab, hands, "Yes: go to", "New: Send a message");
  await write(tab, "Bạn được giảm 10% và miễn phí giao hàng.");
  await lead(tab, hands, "Next: go to", "New: Do something");
  await open(tab, "Check a condition");
  await lead(tab, hands, "No: go to", "New: Send a message");
  await write(tab, "Phí giao hàng là 30.000 đ.");
  await lead(tab, hands, "Next: go to", "Do something", 1);

  await open(tab, "Do something", 1);
  await press(tab, panel(tab).getByRole("button", { name: "Add a tag" }));
  await panel(tab).getByRole("combobox", { name: "Tag" }).and(tab.locator(":focus")).waitFor();
  await makeTag(tab, "Khách mới");
  await lead(tab, hands, "Next: go to", "New: Wait");
  await lead(tab, hands, "Next: go to", "New: Send a message");
  await write(tab, "Bạn đã nhận được hàng chưa?");

  await open(tab, "Do something", 0);
  await press(tab, panel(tab).getByRole("button", { name: "Hand over to a person" }));
  await saved(tab);
}

async function publish(tab: Tab, { press }: Hands): Promise<void> {
  const button = { name: "Publish", exact: true };
  await press(tab, tab.getByRole("button", button));
  await tab.getByRole("dialog").getByRole("button", button).waitFor();
  await press(tab, tab.getByRole("dialog").getByRole("button", button));
  await status(tab, "Version 1 is live");
}

/** The ways in which a person works the builder. */
type Hands = {
  press(tab: Tab, button: Locator): Promise<void>;
  /** Unfolds a list, into which one can type. */
  unfold(tab: Tab, list: Locator): Promise<void>;
  choose(tab: Tab, list: Locator, option: string): Promise<void>;
  /** Opens a step, by its number among those of its title in the order in which they were made. */
  open(tab: Tab, title: string, index?: number): Promise<void>;
  /** Makes room, so that later steps are in view: steps out of view are not drawn. */
  zoomOut(tab: Tab): Promise<void>;
};

const mouse: Hands = {
  press: (_, button) => button.click(),
  unfold: (_, list) => list.click(),
  async choose(tab, list, option) {
    await list.click();
    await tab.getByRole("option", { name: option }).click();
  },
  open: (tab, title, index) => nodeOf(tab, title, index).click({ position: { x: 30, y: 8 } }),
  async zoomOut(tab) {
    await tab.mouse.move(400, 500);
    for (let turn = 0; turn < 6; turn++) await tab.mouse.wheel(0, 200);
  },
};

const keyboard: Hands = {
  async press(tab, button) {
    await tabTo(tab, button);
    await tab.keyboard.press("Enter");
  },
  async unfold(tab, list) {
    await tabTo(tab, list);
    await tab.keyboard.press("ArrowDown");
    await tab.locator('[aria-expanded="true"]:focus').waitFor();
  },
  async choose(tab, list, option) {
    await keyboard.unfold(tab, list);
    const isActive = () => tab.locator("[data-combobox-selected]", { hasText: option }).count();
    for (let presses = 0; (await isActive()) === 0 && presses < 30; presses++) await tab.keyboard.press("ArrowDown");
    await tab.keyboard.press("Enter");
  },
  async open(tab, title, index) {
    await leaveStep(tab);
    await tabTo(tab, nodeOf(tab, title, index));
    await tab.keyboard.press("Enter");
    await panel(tab).locator(":focus").waitFor();
  },
  async zoomOut(tab) {
    // While a step is chosen, the key leads into its settings.
    await leaveStep(tab);
    await tabTo(tab, tab.getByRole("button", { name: "Zoom out" }));
    for (let turn = 0; turn < 3; turn++) await tab.keyboard.press("Enter");
    await tabTo(tab, nodeOf(tab, "Send a message"));
    await tab.keyboard.press("Enter");
    await caretIn(tab, "Text");
  },
};

const nodeOf = (tab: Tab, title: string, index = 0) =>
  step(tab, title)
    .filter({ has: tab.locator(".step-title", { hasText: title }) })
    .nth(index);

/** From the settings back to their step, which is then no longer chosen. A new step comes into view first. */
async function leaveStep(tab: Tab): Promise<void> {
  await tab.locator(".react-flow__node.selected").waitFor();
  await panel(tab).locator(":focus").waitFor();
  await tab.keyboard.press("Escape");
  await tab.locator(".react-flow__node:focus").waitFor();
  await tab.keyboard.press("Escape");
  await tab.locator(".react-flow__node.selected").waitFor({ state: "detached" });
}

/** Goes to an element with the tabulator, as often as it takes; backwards if it is not among what follows. */
async function tabTo(tab: Tab, target: Locator): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (const key of ["Tab", "Shift+Tab"])
    for (let presses = 0; presses < 80; presses++) {
      if (await isThere()) return;
      await tab.keyboard.press(key);
    }
  assert.fail(`the keyboard does not reach ${target}`);
}

/** Counts presses of the mouse, not the clicks that a browser makes of keys. */
function countClicks(tab: Tab): Promise<void> {
  return tab.evaluate(() => {
    const counter = globalThis as unknown as { clicks: number };
    counter.clicks = 0;
    addEventListener("pointerdown", ({ isTrusted }) => isTrusted && counter.clicks++, true);
  });
}

const clicksIn = (tab: Tab) => tab.evaluate(() => (globalThis as unknown as { clicks: number }).clicks);

async function write(tab: Tab, words: string): Promise<void> {
  await caretIn(tab, "Text");
  await tab.keyboard.type(words);
}

/** Chooses where an exit leads by typing the beginning of its name. A new step is then open, with the focus in it. */
async function lead(tab: Tab, hands: Hands, exit: string, target: string, place = 0): Promise<void> {
  const list = panel(tab).getByRole("combobox", { name: exit });
  const before = await list.elementHandle();
  await hands.unfold(tab, list);
  await tab.keyboard.type(target);
  await tab.locator("[data-combobox-selected]", { hasText: target }).waitFor();
  for (let index = 0; index < place; index++) await tab.keyboard.press("ArrowDown");
  await tab.keyboard.press("Enter");
  // A key that comes sooner belongs to the list, or to the step before.
  await tab.getByRole("option").first().waitFor({ state: "detached" });
  if (!target.startsWith("New: ")) return;
  await tab.waitForFunction((element) => document.activeElement !== element, before);
  await panel(tab).locator(":focus").waitFor();
}

/** Makes a tag in the menu of tags. */
async function makeTag(tab: Tab, name: string): Promise<void> {
  await tab.keyboard.type(name);
  await tab.getByRole("option", { name: `Create “${name}”` }).waitFor();
  await tab.keyboard.press("ArrowDown");
  await tab.keyboard.press("Enter");
  await tab.getByRole("option").first().waitFor({ state: "detached" });
}
