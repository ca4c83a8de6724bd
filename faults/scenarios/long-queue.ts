import { setTimeout as sleep } from "node:timers/promises";
import { finishAndCheck } from "../check/finish-and-check.ts";
import { aCustomer, send, write } from "../load/offer.ts";
import type { Scenario } from "../scenario.ts";
import { openWorld, type World } from "../world/open.ts";

const recipients = 288;

/** A page has more waiting messages than fit into memory, and its node is restarted: all of them arrive in order. */
export const longQueue: Scenario = {
  name: "long-queue",
  does: "10,000 sends wait for one page when its node is restarted; customers are answered meanwhile",
  boundSeconds: 300,
  async run(stage) {
    const count = stage.isShort ? 6000 : 10_000;
    const world = await openWorld(stage, { channel: "post", pages: 1, settings: { POST_PER_SECOND: "5" } });
    const [node] = world.nodes;
    await enqueue(world, count);
    stage.note("waiting at the restart", stage.history.countMissing());
    await node?.stop();
    await node?.start({ POST_PER_SECOND: stage.isShort ? "1000" : "300" });
    await Promise.all([answerMeanwhile(world), sendMeanwhile(world)]);
    await finishAndCheck(world, { withinSeconds: 120 });
  },
};

/** Sends more to the same customers while their older sends wait in the table. */
async function sendMeanwhile(world: World): Promise<void> {
  const [page] = world.pages;
  const { stage } = world;
  for (let number = 0; page && number < 100 && !stage.isOver(); number++) {
    await send(world, aCustomer(page, Math.floor(stage.random() * recipients)), `late ${number}`);
    await sleep(25);
  }
}

/** Sends to each customer one after the other, and to different customers in parallel. */
async function enqueue(world: World, count: number): Promise<void> {
  const [page] = world.pages;
  if (!page) return;
  const lanes = Array.from({ length: 32 }, async (_, lane) => {
    for (let number = lane; number < count && !world.stage.isOver(); number += 32) {
      // Each lane has its own customers, so that the sends to one customer do not race each other.
      const customer = aCustomer(page, lane + 32 * (Math.floor(number / 32) % Math.floor(recipients / 32)));
      await send(world, customer, `queued ${number}`);
    }
  });
  await Promise.all(lanes);
}

/** New customers write while the queue drains, and are answered before it is empty. */
async function answerMeanwhile(world: World): Promise<void> {
  const [page] = world.pages;
  const { stage } = world;
  if (!page) return;
  for (let number = 0; number < 5; number++) {
    const customer = aCustomer(page, 900_000 + number);
    const startedAt = performance.now();
    await write(world, customer, "hello");
    while (!stage.history.isDelivered(customer.psid, "2/")) {
      if (stage.isOver() || performance.now() - startedAt > 20_000 * stage.patience)
        return stage.fail("slow", "a customer was not answered in time while a queue drained");
      if (stage.history.countMissing() <= 1)
        return stage.fail("slow", "a customer was answered only after the queue was empty");
      await sleep(10);
    }
  }
}
