import { AppError } from "@banter/core/model/error.ts";

/**
 * Lets callers that come at the same time share one statement, and so one commit. While batches are under way the next
 * one gathers; an idle batcher starts at once, so a lone caller waits for nobody.
 */
export function batcher<Item, Result>({
  run,
  maxSize = 500,
  maxRunning = 2,
  maxWaiting = 10_000,
}: Batching<Item, Result>) {
  let waiting: Waiting<Item, Result>[] = [];
  let running = 0;
  let isScheduled = false;

  async function start(): Promise<void> {
    isScheduled = false;
    if (running >= maxRunning || waiting.length === 0) return;
    const batch = waiting.slice(0, maxSize);
    waiting = waiting.slice(maxSize);
    running++;
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      running--;
      schedule();
    }
  }

  /** After the callers of this turn of the event loop have had their say. */
  function schedule(): void {
    if (isScheduled || running >= maxRunning || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(start);
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      // Memory is bounded: who comes to a line this long is better told at once.
      if (waiting.length >= maxWaiting) return reject(new AppError("unavailable", "Too much is waiting to be stored."));
      waiting.push({ item, resolve, reject });
      schedule();
    });
}

export type Batching<Item, Result> = {
  /** One result for each item, in the items' order. */
  run: (items: Item[]) => Promise<Result[]>;
  maxSize?: number;
  maxRunning?: number;
  maxWaiting?: number;
};

type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
