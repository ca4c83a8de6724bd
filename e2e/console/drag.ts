import assert from "node:assert/strict";
import type { Tab } from "@banter/widget/test/browser.ts";
import type { Locator } from "playwright-core";

/**
 * Drags with the mouse. Before the drop it waits until the page has announced the target to screen readers
 * (`announced`). `part` is the height within the target at which it drops, from 0 to 1.
 */
export async function drag(
  tab: Tab,
  grip: Locator,
  target: Locator,
  { announced = "", part = 0.5, zone }: Drop = {},
): Promise<void> {
  const [from, to] = [await grip.boundingBox(), await target.boundingBox()];
  assert.ok(from && to, "the grip and the target must both be in view");
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  await tab.mouse.move(x, y);
  await tab.mouse.down();
  await tab.mouse.move(x + 4, y + 8, { steps: 3 });
  await tab.mouse.move(to.x + Math.min(80, to.width / 2), to.y + to.height * part, { steps: 12 });
  await isAnnounced(tab, announced);
  if (zone) await tab.locator(`[data-zone="${zone}"]`).first().waitFor();
  await tab.mouse.up();
}

type Drop = {
  announced?: string;
  part?: number;
  /** The drop zone that the page must show. */
  zone?: "before" | "into" | "after";
};

type KeyPress = { key: string; announced: string };

/**
 * Moves an item by its grip with the keyboard, one key at a time, and waits for each announcement. The page reacts to
 * arrow keys only some time after the item was picked up, so a key without an announcement is pressed again.
 */
export async function dragByKeyboard(tab: Tab, grip: Locator, presses: KeyPress[]): Promise<void> {
  await grip.press("Space");
  await isAnnounced(tab, / is (at|over) /);
  for (const { key, announced } of presses) {
    let hasMoved = false;
    for (let attempt = 0; attempt < 3 && !hasMoved; attempt++) {
      await tab.keyboard.press(key);
      hasMoved = await isAnnounced(tab, announced).then(
        () => true,
        () => false,
      );
    }
    assert.ok(hasMoved, `after ${key} the page announced "${await liveRegion(tab).first().textContent()}"`);
  }
  await tab.keyboard.press("Space");
}

const liveRegion = (tab: Tab) => tab.locator('[id^="DndLiveRegion"]');

const isAnnounced = (tab: Tab, announced: string | RegExp) =>
  liveRegion(tab)
    .filter({ hasText: announced || /./ })
    .first()
    .waitFor({ state: "attached", timeout: 10_000 });
