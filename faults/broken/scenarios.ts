import { setTimeout as sleep } from "node:timers/promises";
import { finishAndCheck } from "../check/finish-and-check.ts";
import { aCustomer, answersTo, postUntilAccepted, write } from "../load/offer.ts";
import { startTraffic } from "../load/traffic.ts";
import { addWaits, raceSeconds, startRaces } from "../scenarios/timers.ts";
import type { Stage } from "../stage.ts";
import { openWorld } from "../world/open.ts";
import { textsWebhook } from "../world/webhooks.ts";

/** No fault, only the load. */
export async function traffic(stage: Stage): Promise<void> {
  const world = await openWorld(stage, { channel: "messenger", pages: 2 });
  const load = startTraffic(world, { talkers: 8, gapMs: 50 });
  await sleep(4000);
  await load.stop();
  await finishAndCheck(world, { withinSeconds: 5 });
}

export async function repeatedWebhooks(stage: Stage): Promise<void> {
  const world = await openWorld(stage, { channel: "messenger", pages: 1 });
  const [page] = world.pages;
  if (!page) return;
  const customer = aCustomer(page, 1);
  const { psid } = customer;
  await write(world, customer, "hello");
  for (let number = 0; number < 5; number++) {
    const text = `again ${number}`;
    const call = { call: "webhook" as const, psid, text, answers: answersTo(text) };
    const posting = textsWebhook(page, [{ psid, text, time: Date.now() }]);
    stage.history.offer(call);
    for (let time = 0; time < 3; time++) await postUntilAccepted(world, posting);
    stage.history.accept(call);
  }
  // A repeated webhook may arrive after everything was answered.
  await sleep(3000);
  await finishAndCheck(world, { withinSeconds: 20 });
}

/** Kills the nodes while the platform has a message and has not answered yet. */
export async function killInFlight(stage: Stage): Promise<void> {
  const world = await openWorld(stage, { channel: "post", pages: 2 });
  const { promise: called, resolve: onCall } = Promise.withResolvers<void>();
  world.platform.treat = () => {
    onCall();
    return { delayMs: 200 };
  };
  const load = startTraffic(world, { talkers: 6, waiters: 0, lookers: 0, thinkers: 0 });
  await called;
  for (const node of world.nodes) {
    await node.kill();
    await node.start();
  }
  await load.stop();
  await finishAndCheck(world);
}

/** Replies that come when their question ends. A node that is paused meanwhile then handles both in one batch. */
export async function races(stage: Stage): Promise<void> {
  const world = await openWorld(stage, { channel: "post", nodes: 2 });
  const [paused] = world.nodes;
  await addWaits(world);
  const racing = startRaces(world, 0, 200);
  await sleep(raceSeconds * 1000 - 500);
  paused?.pause();
  await sleep(4000);
  paused?.resume();
  await Promise.all(racing);
  await finishAndCheck(world, { withinSeconds: 20 });
}
