import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Tab } from "@banter/widget/test/browser.ts";

const script = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** WCAG 2.2 AA and good practice. */
const everyRule = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules whose result depends on the colours. */
const rulesOfColours = ["color-contrast", "link-in-text-block"];

/** Violations that axe finds, each with its element. */
export async function axeFaults(tab: Tab, rules: string[] = everyRule): Promise<string[]> {
  // Elements that are still fading do not have their final colours. A fade starts a frame or two after its cause.
  await tab.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const fades = () =>
      document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    do {
      await Promise.all(fades().map((fade) => fade.finished.catch(() => undefined)));
      await frame();
      await frame();
    } while (fades().length > 0);
  });
  if (!(await tab.evaluate(() => "axe" in window))) await tab.evaluate(script);
  return tab.evaluate(async (runOnly) => {
    const { axe } = window as unknown as { axe: Axe };
    const { violations } = await axe.run(document, { runOnly, resultTypes: ["violations"] });
    // A press beside an open list closes it: buttons of which it leaves a strip in view are no targets now.
    const isListOpen = document.querySelector('[role="listbox"]') !== null;
    const isCovered = (id: string, summary: string) =>
      isListOpen && id === "target-size" && summary.includes("partially obscured");
    return violations.flatMap(({ id, nodes }) =>
      nodes
        .filter(({ failureSummary }) => !isCovered(id, failureSummary))
        .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 300)} ${failureSummary}`),
    );
  }, rules);
}

const rulesIn = { light: everyRule, dark: rulesOfColours };

/** The same in a colour scheme. The dark one differs from the light one in colours only. */
export async function axeFaultsIn(tab: Tab, colorScheme: keyof typeof rulesIn): Promise<string[]> {
  await tab.emulateMedia({ colorScheme });
  await tab.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
  return (await axeFaults(tab, rulesIn[colorScheme])).map((fault) => `${colorScheme} ${fault}`);
}

export const axeFaultsInBothSchemes = async (tab: Tab): Promise<string[]> => [
  ...(await axeFaultsIn(tab, "light")),
  ...(await axeFaultsIn(tab, "dark")),
];

type Axe = {
  run(
    root: Document,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
};
