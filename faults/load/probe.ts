import { setTimeout as sleep } from "node:timers/promises";
import type { World } from "../world/open.ts";
import type { FaultPage } from "../world/pages.ts";
import { aCustomer, write } from "./offer.ts";

/** A page that does not answer within this time counts as dead. */
const usualPatienceMs = 30_000;

let lastProbe = 500_000;

/**
 * A new customer writes to each page and must be answered in time. Only a full run judges the time,
 * because it means nothing on a machine that is busy with other tests.
 */
export async function expectAnswers(
  world: World,
  { withinMs, after }: { withinMs: number; after: string },
): Promise<void> {
  const { stage } = world;
  const times = await Promise.all(world.pages.map((page) => timeToAnswer(world, page)));
  const answered = times.filter((time) => time !== undefined);
  const slowest = Math.max(0, ...answered);
  const name = `slowest answer after ${after}, ms`;
  stage.note(name, Math.max(stage.notes[name] ?? 0, Math.round(slowest)));
  const patienceMs = usualPatienceMs * stage.patience;
  const dead = times.length - answered.length;
  if (dead > 0)
    stage.fail("slow", `${dead} of ${times.length} pages did not answer within ${patienceMs} ms of ${after}`);
  else if (slowest > withinMs && stage.isTimed)
    stage.fail("slow", `a page answered ${Math.round(slowest)} ms after ${after}, not within ${withinMs} ms`);
}

async function timeToAnswer(world: World, page: FaultPage): Promise<number | undefined> {
  const { history, isOver, patience } = world.stage;
  const customer = aCustomer(page, ++lastProbe);
  const startedAt = performance.now();
  const passed = () => performance.now() - startedAt;
  void write(world, customer, "hello");
  while (!history.isDelivered(customer.psid, "2/")) {
    if (isOver() || passed() > usualPatienceMs * patience) return undefined;
    await sleep(10);
  }
  return passed();
}
