import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Tab } from "@banter/widget/test/browser.ts";
import { aShop, draws, empty, panel, saved, status, step } from "../console/builder.ts";
import { sharedConsole } from "../console/console.ts";
import { caretIn, draftOf, field } from "../console/forms.ts";

const it = await sharedConsole({ after });

/** Everything else is typed: texts, searches in menus, Enter. */
const maxClicks = 45;

test("a sales flow of twelve steps is built from nothing in at most 45 clicks, and can be published", async (t) => {
  const { path, pageId } = await aShop(it, empty);
  const tab = await it.openAs(t, "owner", path, { viewport: { width: 1600, height: 1000 } });
  await tab.getByText("Start with a message").waitFor();
  await countClicks(tab);

  await tab.getByRole("button", { name: "Send a message" }).last().click();
  await write(tab, "Chào bạn! Shop có áo dài mới về.");
  await zoomOut(tab);
  for (const [index, [title, target]] of (
    [
      ["Xem mẫu", "New: Send a message"],
      ["Đặt hàng", "New: Ask a question"],
      ["Gặp nhân viên", "New: Do something"],
    ] as const
  ).entries()) {
    await panel(tab)
      .getByRole("button", { name: /^Add a button/ })
      .click();
    await field(tab, "Title").nth(index).waitFor();
    await tab.keyboard.type(title);
    await lead(tab, `What it does: Button ${index + 1}`, target);
  }

  await open(tab, "Send a message", 1);
  await write(tab, "Áo dài lụa 890.000 đ, áo dài gấm 1.190.000 đ.");
  await lead(tab, "Next: go to", "Ask a question");

  await open(tab, "Ask a question");
  await write(tab, "Bạn mặc cỡ nào?");
  await accept(tab, "One of the choices");
  await field(tab, "Choice 1").click();
  await tab.keyboard.type("S");
  await tab.keyboard.press("Enter");
  await tab.keyboard.type("M");
  await tab.keyboard.press("Enter");
  await caretIn(tab, "Choice 3");
  await tab.keyboard.type("L");
  await lead(tab, "Other choices: go to", "New: Ask a question");

  await open(tab, "Ask a question", 1);
  await write(tab, "Số điện thoại của bạn?");
  await accept(tab, "A phone number");
  await lead(tab, "Answered: go to", "New: Ask a question");

  await open(tab, "Ask a question", 2);
  await write(tab, "Địa chỉ giao hàng?");
  await lead(tab, "Answered: go to", "New: Check a condition");

  await open(tab, "Check a condition");
  await create(tab, "Tag", "VIP");
  await lead(tab, "Yes: go to", "New: Send a message");
  await lead(tab, "No: go to", "New: Send a message");

  await open(tab, "Send a message", 2);
  await write(tab, "Bạn được giảm 10% và miễn phí giao hàng.");
  await lead(tab, "Next: go to", "New: Do something");
  await open(tab, "Send a message", 3);
  await write(tab, "Phí giao hàng là 30.000 đ.");
  await lead(tab, "Next: go to", "Do something", 1);

  await open(tab, "Do something", 1);
  await create(tab, "Tag", "Khách mới");
  await lead(tab, "Next: go to", "New: Wait");
  await open(tab, "Wait");
  await lead(tab, "Next: go to", "New: Send a message");
  await open(tab, "Send a message", 4);
  await write(tab, "Bạn đã nhận được hàng chưa?");

  await open(tab, "Do something", 0);
  await panel(tab).getByRole("combobox", { name: "Action 1: what is done" }).click();
  await tab.getByRole("option", { name: "Hand over to a person" }).click();
  await saved(tab);

  const clicks = await tab.evaluate(() => (globalThis as unknown as { clicks: number }).clicks);
  t.diagnostic(`${clicks} clicks`);
  assert.ok(clicks <= maxClicks, `${clicks} clicks`);
  assert.equal(Object.keys((await draftOf(it, pageId)).steps).length, 12);
  await draws(tab, { steps: 12 });
  await tab.getByRole("button", { name: "Publish", exact: true }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  await status(tab, "Version 1 is live");
});

/** Counts presses of the mouse, not the clicks that a browser makes of keys. */
function countClicks(tab: Tab): Promise<void> {
  return tab.evaluate(() => {
    const counter = globalThis as unknown as { clicks: number };
    counter.clicks = 0;
    addEventListener("pointerdown", ({ isTrusted }) => isTrusted && counter.clicks++, true);
  });
}

/** Opens a step, by its number among those of its title in the order in which they were made. */
async function open(tab: Tab, title: string, index = 0): Promise<void> {
  await step(tab, title)
    .filter({ has: tab.locator(".step-title", { hasText: title }) })
    .nth(index)
    .click({ position: { x: 30, y: 8 } });
}

/** Zooms out with the wheel, so that later steps are in view: steps out of view are not drawn. */
async function zoomOut(tab: Tab): Promise<void> {
  await tab.mouse.move(400, 500);
  for (let turn = 0; turn < 6; turn++) await tab.mouse.wheel(0, 200);
}

async function write(tab: Tab, words: string): Promise<void> {
  await caretIn(tab, "Text");
  await tab.keyboard.type(words);
}

async function accept(tab: Tab, answers: string): Promise<void> {
  await panel(tab).getByRole("combobox", { name: "Accept" }).click();
  await tab.getByRole("option", { name: answers }).click();
}

/** Chooses where an exit leads by typing the beginning of its name. */
async function lead(tab: Tab, exit: string, target: string, place = 0): Promise<void> {
  await panel(tab).getByRole("combobox", { name: exit }).click();
  await tab.keyboard.type(target);
  await tab.getByRole("option", { name: target }).first().waitFor();
  for (let index = 0; index < place; index++) await tab.keyboard.press("ArrowDown");
  await tab.keyboard.press("Enter");
}

/** Makes a tag in the menu of tags. */
async function create(tab: Tab, select: string, name: string): Promise<void> {
  await panel(tab).getByRole("combobox", { name: select, exact: true }).click();
  await tab.keyboard.type(name);
  await tab.getByRole("option", { name: `Create “${name}”` }).waitFor();
  await tab.keyboard.press("ArrowDown");
  await tab.keyboard.press("Enter");
  await tab.getByRole("option").first().waitFor({ state: "detached" });
}
