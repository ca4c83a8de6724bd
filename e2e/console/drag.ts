import assert from "node:assert/strict";
import type { Tab } from "@banter/widget/test/browser.ts";
import type { Locator } from "playwright-core";

/**
 * Drags with the mouse, as a hand does: down, away, there, up. What screen readers are told while it hovers, `told`, says
 * that the page has seen it there. `part` is how far down the target it is dropped.
 */
export async function drag(
  tab: Tab,
  grip: Locator,
  target: Locator,
  { told = "", part = 0.5, zone }: Drop = {},
): Promise<void> {
  const [from, to] = [await grip.boundingBox(), await target.boundingBox()];
  assert.ok(from && to, "what is dragged and where to must both be in view");
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  await tab.mouse.move(x, y);
  await tab.mouse.down();
  await tab.mouse.move(x + 4, y + 8, { steps: 3 });
  await tab.mouse.move(to.x + Math.min(80, to.width / 2), to.y + to.height * part, { steps: 12 });
  await isTold(tab, told);
  if (zone) await tab.locator(`[data-zone="${zone}"]`).first().waitFor();
  await tab.mouse.up();
}

type Drop = {
  told?: string;
  part?: number;
  /** Where the page must show that it would go. */
  zone?: "before" | "into" | "after";
};

/**
 * Moves a thing by its grip with the keyboard: one key at a time, each heard before the next. The page listens for
 * arrows only a moment after the thing was taken; like a hand, this presses again what was not heard.
 */
export async function dragByKeyboard(tab: Tab, grip: Locator, steps: { key: string; told: string }[]): Promise<void> {
  await grip.press("Space");
  await isTold(tab, / is (at|over) /);
  for (const { key, told } of steps) {
    let heard = false;
    for (let presses = 0; presses < 3 && !heard; presses++) {
      await tab.keyboard.press(key);
      heard = await isTold(tab, told).then(
        () => true,
        () => false,
      );
    }
    assert.ok(heard, `${key} was not heard: told was "${await live(tab).first().textContent()}"`);
  }
  await tab.keyboard.press("Space");
}

const live = (tab: Tab) => tab.locator('[id^="DndLiveRegion"]');

const isTold = (tab: Tab, told: string | RegExp) =>
  live(tab)
    .filter({ hasText: told || /./ })
    .first()
    .waitFor({ state: "attached", timeout: 10_000 });
