import assert from "node:assert/strict";
import { sql } from "@banter/server/store/db/sql.ts";
import { until } from "@banter/server/test/until.ts";
import type { Tab } from "@banter/widget/test/browser.ts";
import { panel, saved, say, step } from "./builder.ts";
import type { Console } from "./console.ts";

/** A draft with two messages, one after the other. */
export const twoSteps = {
  name: "Welcome",
  published: false,
  document: {
    version: 1,
    start: "a",
    steps: { a: say("Hello", { next: "b" }), b: say("Bye") },
    layout: { a: { x: 0, y: 0 }, b: { x: 420, y: 0 } },
  },
};

const isDraftCall = (url: URL) => url.pathname.endsWith("/draft");
export const isTestScript = (url: URL) => /\/assets\/test-drawer.*\.js$/.test(url.pathname);

/** Opens the step and types another text into it. */
export async function write(tab: Tab, from: string, to: string): Promise<void> {
  await step(tab, from).click({ position: { x: 60, y: 20 } });
  await panel(tab).getByRole("textbox", { name: "Text" }).fill(to);
}

/** The texts of the steps that the server has. */
export async function textsOf({ node: { deps } }: Console, path: string): Promise<Record<string, string>> {
  const row = await deps.db.find<{ draft: { steps: Record<string, { content: { messages: [{ text: string }] } }> } }>(
    sql`select draft from flows where id = ${Number(path.split("/").at(-1))}`,
  );
  return Object.fromEntries(
    Object.entries(row?.draft.steps ?? {}).map(([id, { content }]) => [id, content.messages[0].text]),
  );
}

/** Waits until the browser has written this many unsaved drafts down. */
export async function keeps(tab: Tab, count: number): Promise<void> {
  const counted = () =>
    tab.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open("banter", 1);
          opening.onsuccess = () => {
            const counting = opening.result.transaction("drafts").objectStore("drafts").count();
            counting.onsuccess = () => resolve(counting.result);
          };
        }),
    );
  await until(async () => (await counted()) === count);
}

/** Holds the tab's saves back until the returned function is called. */
export async function holdSaves(tab: Tab): Promise<() => void> {
  const release = Promise.withResolvers<void>();
  await tab.route(isDraftCall, async (route) => {
    await release.promise;
    await route.continue();
  });
  return release.resolve;
}

/** Makes the tab's saves fail as if the server were away, until the returned function is called. */
export async function refuseSaves(tab: Tab): Promise<() => Promise<void>> {
  await tab.route(isDraftCall, (route) => route.abort());
  return () => tab.unroute(isDraftCall);
}

/** Two tabs that change the same step: the first saves, the second is told of the conflict. */
export async function makeConflict(first: Tab, second: Tab): Promise<void> {
  const release = await holdSaves(second);
  await write(second, "Hello", "Mine");
  await write(first, "Hello", "Theirs");
  await saved(first);
  release();
}

export async function isInView(tab: Tab, name: string): Promise<void> {
  const box = await tab.getByRole("button", { name, exact: true }).boundingBox();
  const height = tab.viewportSize()?.height ?? 0;
  assert.ok(box && box.y >= 0 && box.y + box.height <= height, `${name} is at ${JSON.stringify(box)}`);
}
