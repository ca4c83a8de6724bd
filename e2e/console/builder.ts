import assert from "node:assert/strict";
import { sql } from "@banter/server/store/db/sql.ts";
import { aPage } from "@banter/server/test/builders.ts";
import type { Tab } from "@banter/widget/test/browser.ts";
import { eventually } from "@banter/widget/test/chat-page.ts";
import type { Console } from "./console.ts";

export const say = (text: string, more: object = {}) => ({
  type: "message",
  content: { messages: [{ type: "text", text }] },
  ...more,
});

type Flow = { name: string; published: boolean; document: object };

/** An unpublished flow. */
export const aDraft = (start: string | null, document: { steps: object; layout?: object }): Flow => ({
  name: "Welcome",
  published: false,
  document: { version: 1, start, ...document },
});

export const empty = aDraft(null, { steps: {} });

/** A page with these flows, and their paths in the console. */
export async function aShop({ node: { deps } }: Console, ...flows: Flow[]) {
  const { pageId } = await aPage(deps, { flows: flows as never });
  const rows = await deps.db.many<{ id: number; name: string }>(sql`
    select id, name from flows where page_id = ${pageId} order by id`);
  const pathOf = (name: string) => `/pages/${pageId}/flows/${rows.find((row) => row.name === name)?.id}`;
  return { pageId, pathOf, path: pathOf(flows[0]?.name ?? "") };
}

export const step = (tab: Tab, words: string) => tab.locator(".react-flow__node", { hasText: words });
export const panel = (tab: Tab) => tab.locator(".side-panel");
export const status = (tab: Tab, words: string) => tab.locator(".save-status", { hasText: words }).waitFor();
export const saved = (tab: Tab) => tab.locator(".save-status", { hasText: /^Saved/ }).waitFor();

/** Waits for exactly this many steps and connections. Connections are drawn after the steps have been measured. */
export const draws = (tab: Tab, { steps, edges }: { steps?: number; edges?: number }) =>
  eventually(async () => {
    if (steps !== undefined) assert.equal(await tab.locator(".step-node").count(), steps);
    if (edges !== undefined) assert.equal(await tab.locator(".react-flow__edge").count(), edges);
  });

/** Drags from an exit of a step to a point on the screen. */
export async function pull(tab: Tab, from: string, exit: string, to: { x: number; y: number }): Promise<void> {
  const row = step(tab, from).locator(".exit-row, .node-button, .node-reply", { hasText: exit });
  const handle = await row.locator(".react-flow__handle").boundingBox();
  assert.ok(handle);
  await tab.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await tab.mouse.down();
  await tab.mouse.move(to.x, to.y, { steps: 8 });
  await tab.mouse.up();
}

export async function middleOf(tab: Tab, words: string): Promise<{ x: number; y: number }> {
  const box = await step(tab, words).boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
