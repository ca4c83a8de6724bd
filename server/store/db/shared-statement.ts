import { AppError } from "@banter/core/model/error.ts";
import { isDatabaseAway } from "./errors.ts";
import { splitBatch } from "./split-batch.ts";

/**
 * Lets callers that come at the same time share one statement, and so one commit. While statements run, the next one
 * gathers callers; if none runs, a caller starts one at once. With `groupOf`, a statement that fails is run again group
 * by group, then by halves, so that one bad item fails alone.
 */
export function sharedStatement<Item, Result>(options: SharedStatement<Item, Result>) {
  const { maxSize = 500, maxRunning = 2, maxWaiting = 10_000 } = options;
  let waiting: Caller<Item, Result>[] = [];
  let running = 0;
  let isScheduled = false;

  async function start(): Promise<void> {
    isScheduled = false;
    if (running >= maxRunning || waiting.length === 0) return;
    const callers = waiting.slice(0, maxSize);
    waiting = waiting.slice(maxSize);
    running++;
    await runFor(callers, options);
    running--;
    schedule();
  }

  /** Starts after all callers of this turn of the event loop have come. */
  function schedule(): void {
    if (isScheduled || running >= maxRunning || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(start);
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      // Bounds the memory, and a caller that would wait long learns it at once.
      if (waiting.length >= maxWaiting) return reject(new AppError("unavailable", "Too much is waiting to be stored."));
      waiting.push({ item, resolve, reject });
      schedule();
    });
}

export type SharedStatement<Item, Result> = {
  /** One result for each item, in the items' order. */
  run: (items: Item[]) => Promise<Result[]>;
  groupOf?: (item: Item) => string;
  maxSize?: number;
  maxRunning?: number;
  maxWaiting?: number;
};

type Caller<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };

async function runFor<Item, Result>(
  callers: Caller<Item, Result>[],
  { run, groupOf }: SharedStatement<Item, Result>,
): Promise<void> {
  try {
    const results = await run(callers.map(({ item }) => item));
    for (const [index, { resolve }] of callers.entries()) resolve(results[index] as Result);
  } catch (error) {
    const parts = groupOf && !isDatabaseAway(error) ? splitBatch(callers, ({ item }) => groupOf(item)) : [];
    if (parts.length > 0) for (const part of parts) await runFor(part, { run, groupOf });
    else for (const { reject } of callers) reject(error);
  }
}
