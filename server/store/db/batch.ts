import { AppError } from "@banter/core/model/error.ts";
import { isDatabaseAway } from "./db.ts";

/**
 * Lets callers that come at the same time share one statement, and so one commit. While batches are under way the next
 * one gathers; an idle batcher starts at once, so a lone caller waits for nobody. With `groupOf`, a batch that fails is
 * run again group by group, then by halves, so that one bad item fails alone.
 */
export function batcher<Item, Result>(options: Batching<Item, Result>) {
  const { maxSize = 500, maxRunning = 2, maxWaiting = 10_000 } = options;
  let waiting: Waiting<Item, Result>[] = [];
  let running = 0;
  let isScheduled = false;

  async function start(): Promise<void> {
    isScheduled = false;
    if (running >= maxRunning || waiting.length === 0) return;
    const batch = waiting.slice(0, maxSize);
    waiting = waiting.slice(maxSize);
    running++;
    await runBatch(batch, options);
    running--;
    schedule();
  }

  /** After all callers of this turn of the event loop have come. */
  function schedule(): void {
    if (isScheduled || running >= maxRunning || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(start);
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      // Memory is bounded: a caller that would wait long is better told at once.
      if (waiting.length >= maxWaiting) return reject(new AppError("unavailable", "Too much is waiting to be stored."));
      waiting.push({ item, resolve, reject });
      schedule();
    });
}

export type Batching<Item, Result> = {
  /** One result for each item, in the items' order. */
  run: (items: Item[]) => Promise<Result[]>;
  groupOf?: (item: Item) => string;
  maxSize?: number;
  maxRunning?: number;
  maxWaiting?: number;
};

type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };

async function runBatch<Item, Result>(
  batch: Waiting<Item, Result>[],
  { run, groupOf }: Batching<Item, Result>,
): Promise<void> {
  try {
    const results = await run(batch.map(({ item }) => item));
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
  } catch (error) {
    const parts = groupOf && !isDatabaseAway(error) ? split(batch, ({ item }) => groupOf(item)) : [];
    if (parts.length > 0) for (const part of parts) await runBatch(part, { run, groupOf });
    else for (const { reject } of batch) reject(error);
  }
}

/** The parts to try when a batch has failed: its groups, or the halves of a single group; none of a single item. */
export function split<Item>(items: Item[], groupOf: (item: Item) => string): Item[][] {
  if (items.length < 2) return [];
  const groups = [...Map.groupBy(items, groupOf).values()];
  if (groups.length > 1) return groups;
  const half = Math.ceil(items.length / 2);
  return [items.slice(0, half), items.slice(half)];
}
