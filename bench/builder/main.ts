import { parseArgs } from "node:util";
import { openConsole } from "../../e2e/console/console.ts";
import { aPage } from "../../server/test/builders.ts";

// npm run bench -- builder: opens a flow of 200 steps in the builder, drags a step and pulls a line, and prints the times
// between frames, which need a quiet machine, and the processor time of the page per frame, which does not.
const { values } = parseArgs({ options: { steps: { type: "string", default: "200" } } });
const undo: (() => Promise<unknown>)[] = [];
const run = { after: (work: () => Promise<unknown>) => void undo.push(work) };
const viewport = { width: 1600, height: 900 };

type Console = Awaited<ReturnType<typeof openConsole>>;
type Tab = Awaited<ReturnType<Console["openAs"]>>;

try {
  await measure(await openConsole(run), Number(values.steps));
} finally {
  for (const work of undo.reverse()) await work();
}

async function measure(it: Console, count: number): Promise<void> {
  const { pageId } = await aPage(it.node.deps, { flows: [aLargeFlow(count)] as never });
  const tab = await it.openAs(run, "owner", `/pages/${pageId}/flows`, { viewport });
  await tab.getByRole("link", { name: "Large" }).click();
  await tab.locator(".step-node").first().waitFor();
  const meter = await openMeter(tab);
  await meter("one step dragged, part of the flow in view", () => moveStep(tab));
  await tab.getByRole("button", { name: "Show the whole flow" }).click();
  await tab.waitForFunction((all) => document.querySelectorAll(".step-node").length >= all, count);
  await meter("one step dragged, the whole flow in view", () => moveStep(tab));
  await meter("a line pulled over the steps", () => pullLine(tab));
}

/** Rows of steps that lead to the next one; every tenth leads back to the start of its row. */
function aLargeFlow(count: number): object {
  const idOf = (at: number) => `step-${at}`;
  const numbers = Array.from({ length: count }, (_, at) => at);
  const steps = numbers.map((at) => {
    const target = at % 10 === 9 ? at - 9 : Math.min(at + 1, count - 1);
    const content = { messages: [{ type: "text", text: `Step ${at}: how can we help you today?` }] };
    return [idOf(at), { type: "message", content, next: target === at ? null : idOf(target) }];
  });
  const layout = numbers.map((at) => [idOf(at), { x: (at % 10) * 360, y: Math.floor(at / 10) * 220 }]);
  const document = {
    version: 1,
    start: idOf(0),
    steps: Object.fromEntries(steps),
    layout: Object.fromEntries(layout),
  };
  return { name: "Large", published: false, document };
}

async function moveStep(tab: Tab): Promise<void> {
  const box = await tab.locator(".step-header").nth(3).boundingBox();
  if (box) await dragAround(tab, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
}

async function pullLine(tab: Tab): Promise<void> {
  const box = await tab.locator(".react-flow__handle.exit").nth(3).boundingBox();
  if (box) await dragAround(tab, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
}

/** Two circles in four seconds. */
async function dragAround(tab: Tab, { x, y }: { x: number; y: number }): Promise<void> {
  await tab.mouse.move(x, y);
  await tab.mouse.down();
  const begin = performance.now();
  for (let part = 0; part < 1; part = (performance.now() - begin) / 4000) {
    const angle = part * 4 * Math.PI;
    await tab.mouse.move(x + 120 * Math.sin(angle), y + 80 * (1 - Math.cos(angle)));
    await tab.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  await tab.mouse.up();
  await tab.keyboard.press("Escape");
}

/** The times between the frames that the browser draws meanwhile, in milliseconds. */
async function framesWhile(tab: Tab, act: () => Promise<void>): Promise<number[]> {
  await tab.evaluate(() => {
    const held = window as unknown as { frames: number[] | null };
    const times: number[] = [];
    held.frames = times;
    const take = (at: number) => {
      times.push(at);
      if (held.frames === times) requestAnimationFrame(take);
    };
    requestAnimationFrame(take);
  });
  await act();
  const times = await tab.evaluate(() => {
    const held = window as unknown as { frames: number[] | null };
    const taken = held.frames ?? [];
    held.frames = null;
    return taken;
  });
  return times.slice(1).map((at, index) => at - (times[index] ?? at));
}

/** Measures what the page does while something is done to it. */
async function openMeter(tab: Tab) {
  const session = await tab.context().newCDPSession(tab);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const taskSeconds = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
  };
  return async (what: string, act: () => Promise<void>): Promise<void> => {
    const before = await taskSeconds();
    const frames = await framesWhile(tab, act);
    const used = ((await taskSeconds()) - before) * 1000;
    report(what, frames, used / Math.max(1, frames.length));
  };
}

function report(what: string, frames: readonly number[], taskMs: number): void {
  const sorted = frames.toSorted((one, other) => one - other);
  const under = (part: number) => (sorted[Math.ceil(part * sorted.length) - 1] ?? 0).toFixed(1);
  const [median, high, worst] = [under(0.5), under(0.95), under(1)];
  const times = `median ${median} ms, 95 % under ${high} ms, worst ${worst} ms`;
  console.log(`${what}: ${frames.length} frames, ${times}; ${taskMs.toFixed(1)} ms of processor time each`);
}
