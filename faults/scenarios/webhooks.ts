import { finishAndCheck } from "../check/finish-and-check.ts";
import { aCustomer, answersTo, type Customer, nextTime, postUntilAccepted, write } from "../load/offer.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";
import { openWorld, type World } from "../world/open.ts";
import { textsWebhook } from "../world/webhooks.ts";

export const webhooksShuffled: Scenario = {
  name: "webhooks-shuffled",
  does: "webhooks of each customer come in any order, one to four times each, within the time they are held for",
  boundSeconds: 150,
  run: (stage) => converse(stage, { nodes: 1, burst: 5, heldMs: 5000 }),
};

export const webhooksDoubled: Scenario = {
  name: "webhooks-doubled",
  does: "each webhook comes one to four times at once, on two nodes",
  boundSeconds: 150,
  run: (stage) => converse(stage, { nodes: 2, burst: 1 }),
};

type Options = { nodes: number; burst: number; heldMs?: number };

/** Customers write in bursts. All webhooks of a burst are sent at once, and all are accepted before the next burst. */
async function converse(stage: Stage, { nodes, burst, heldMs }: Options): Promise<void> {
  const settings: NodeJS.ProcessEnv = heldMs === undefined ? {} : { REORDER_MS: String(heldMs) };
  const world = await openWorld(stage, { channel: "messenger", nodes, settings });
  const customers = world.pages.flatMap((page) => Array.from({ length: 3 }, (_, index) => aCustomer(page, index)));
  const bursts = (stage.isShort ? 15 : 50) / burst;
  const run = async (customer: Customer) => {
    await write(world, customer, "hello");
    for (let round = 0; round < bursts && !stage.isOver(); round++)
      await report(world, customer, { round, burst, heldMs });
  };
  await Promise.all(customers.map(run));
  await finishAndCheck(world);
}

type Burst = { round: number; burst: number; heldMs: number | undefined };

async function report(world: World, customer: Customer, { round, burst, heldMs }: Burst): Promise<void> {
  const { history, random } = world.stage;
  const { page, psid } = customer;
  const calls = Array.from({ length: burst }, (_, index) => {
    const text = `burst ${round} ${index}`;
    const call = { call: "webhook" as const, psid, text, answers: answersTo(text), burst: round };
    history.offer(call);
    return { call, posting: textsWebhook(page, [{ psid, text, time: nextTime(customer) }]) };
  });
  const reports = calls.flatMap((each) => Array.from({ length: 1 + Math.floor(random() * 4) }, () => each));
  const startedAt = performance.now();
  await Promise.all(
    shuffled(reports, random).map(async ({ call, posting }) => {
      if (await postUntilAccepted(world, posting)) history.accept(call);
    }),
  );
  // On a slow machine, a report may come when the server no longer waits for it.
  if (heldMs === undefined || performance.now() - startedAt <= heldMs) return;
  history.overrun(psid, round);
  world.stage.count("bursts that took too long");
}

function shuffled<Item>(items: Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
