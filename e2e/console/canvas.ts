import assert from "node:assert/strict";
import type { Tab } from "@banter/widget/test/browser.ts";
import { eventually } from "@banter/widget/test/chat-page.ts";
import { step } from "./builder.ts";

type Rectangle = { x: number; y: number; width: number; height: number };

/**
 * Points at a line and presses one of its tools.
 * The canvas may still move under the mouse, which hides the tools again: pointing and pressing are repeated together.
 */
export async function pressLineTool(tab: Tab, name: string): Promise<void> {
  const line = tab.locator(".react-flow__edge-interaction").first();
  await eventually(async () => {
    await tab.mouse.move(0, 0);
    await line.hover({ force: true, timeout: 5000 });
    await tab.locator(".line-tools").getByRole("button", { name }).click({ timeout: 5000 });
  });
}

/** Pairs of steps that lie on each other. */
export function overlaps(tab: Tab): Promise<string[]> {
  return tab.locator(".step-node").evaluateAll((all) => {
    const boxes = all.map((each) => ({ words: each.textContent ?? "", box: each.getBoundingClientRect() }));
    return boxes.flatMap(({ words, box }, index) =>
      boxes
        .slice(index + 1)
        .filter((other) => {
          const { left, right, top, bottom } = other.box;
          return box.left < right && left < box.right && box.top < bottom && top < box.bottom;
        })
        .map((other) => `${words} and ${other.words}`),
    );
  });
}

/** The points of a line that lie inside a rectangle of the screen, without the room that its ends need. */
export async function pathOfLine(tab: Tab, index: number, rectangle: Rectangle | null): Promise<string[]> {
  assert.ok(rectangle);
  const path = tab.locator(".react-flow__edge-path").nth(index);
  return path.evaluate((element, { x, y, width, height }) => {
    const line = element as SVGPathElement;
    const toScreen = line.getScreenCTM();
    const length = line.getTotalLength();
    const points = Array.from({ length: 200 }, (_, at) => line.getPointAtLength((length * at) / 199));
    const edge = 4;
    return points
      .map((point) => point.matrixTransform(toScreen ?? undefined))
      .filter((at) => at.x > x + edge && at.x < x + width - edge && at.y > y + edge && at.y < y + height - edge)
      .map((at) => `${Math.round(at.x)} ${Math.round(at.y)}`);
  }, rectangle);
}

/** Presses the mouse on an exit of a step. */
export async function startPull(tab: Tab, from: string, exit: string): Promise<void> {
  const row = step(tab, from).locator(".exit-row, .node-button, .node-reply", { hasText: exit });
  // Waits until the canvas stands still, unlike a move of the mouse.
  await row.locator(".react-flow__handle").hover();
  await tab.mouse.down();
}
