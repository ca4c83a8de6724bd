import type { Tab } from "@banter/widget/test/browser.ts";

/** Counts the presses of the mouse in this tab, and in the tabs that it opens. */
export async function countClicks(tab: Tab): Promise<() => number> {
  let clicks = 0;
  const context = tab.context();
  await context.exposeFunction("reportClick", () => clicks++);
  const listen = () =>
    addEventListener("pointerdown", () => (window as unknown as { reportClick: () => void }).reportClick(), true);
  await context.addInitScript(listen);
  await tab.evaluate(listen);
  return () => clicks;
}
