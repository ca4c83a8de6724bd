import { setTimeout as sleep } from "node:timers/promises";
import type { World } from "../world/open.ts";
import { aCustomer, type Customer, send, write } from "./offer.ts";

/** How many customers of each kind a page has, and how long each of them pauses between two texts. */
export type Traffic = {
  talkers?: number;
  waiters?: number;
  lookers?: number;
  thinkers?: number;
  recipients?: number;
  gapMs?: number;
};

export type Load = {
  /** Waits until every customer has finished the current call. */
  stop(): Promise<void>;
};

/**
 * Keeps the pages busy. Talkers write without waiting for answers. Waiters, lookers and thinkers write again when
 * they were answered, because a timer, a request or a model runs until then. Recipients get texts from the API.
 */
export function startTraffic(world: World, traffic: Traffic): Load {
  const { talkers = 3, waiters = 2, lookers = 1, thinkers = 1, recipients = 2, gapMs = 300 } = traffic;
  const { stage } = world;
  let isStopped = false;
  const goesOn = () => !isStopped && !stage.isOver();

  async function run(customer: Customer, word: string, act: typeof write): Promise<void> {
    await write(world, customer, "hello");
    // There is no promised order between a send and a text that the customer writes at the same time.
    while (goesOn() && !stage.history.isDelivered(customer.psid, "2/")) await sleep(20);
    for (let number = 1; goesOn(); number++) {
      await act(world, customer, `${word} ${number}`);
      await sleep(gapMs * (0.5 + stage.random()));
    }
  }

  /** Stops waiting when the load ends: `finishAndCheck` waits for the rest. */
  async function writeAndWait(of: World, customer: Customer, text: string): Promise<void> {
    await write(of, customer, text);
    while (goesOn() && !stage.history.isDelivered(customer.psid, `2/${text}`)) await sleep(20);
  }

  const kinds = [
    { count: talkers, word: "text", act: write },
    { count: waiters, word: "wait", act: writeAndWait },
    { count: lookers, word: "look", act: writeAndWait },
    { count: thinkers, word: "think", act: writeAndWait },
    { count: recipients, word: "news", act: send },
  ];
  const running = world.pages.flatMap((page) =>
    kinds.flatMap(({ count, word, act }, kind) =>
      Array.from({ length: count }, (_, number) => run(aCustomer(page, kind * 1000 + number), word, act)),
    ),
  );
  return {
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  };
}
