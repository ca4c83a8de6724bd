import type { Db } from "./db.ts";

/**
 * Runs a statement for many items: once for all of them, or, on several database servers, once for each page. `run`
 * returns one result for each item, in their order; so does this.
 */
export async function eachByPage<Item, Result>(
  db: Db,
  items: Item[],
  pageIdOf: (item: Item) => string,
  run: (items: Item[]) => Promise<Result[]>,
): Promise<Result[]> {
  if (!(await db.isDistributed())) return run(items);
  const results = new Map<Item, Result | undefined>();
  await Promise.all(
    [...Map.groupBy(items, pageIdOf).values()].map(async (group) => {
      const found = await run(group);
      for (const [index, item] of group.entries()) results.set(item, found[index]);
    }),
  );
  return items.map((item) => results.get(item) as Result);
}

/** The same for a statement that returns any number of rows. The rows of one page keep their order. */
export async function rowsByPage<Item, Row>(
  db: Db,
  items: Item[],
  pageIdOf: (item: Item) => string,
  run: (items: Item[]) => Promise<Row[]>,
): Promise<Row[]> {
  if (!(await db.isDistributed())) return run(items);
  return (await Promise.all([...Map.groupBy(items, pageIdOf).values()].map(run))).flat();
}
