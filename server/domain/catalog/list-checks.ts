import { AppError, flowNotFound } from "@banter/core/model/error.ts";
import { holdFlow } from "../../store/catalog/flows.ts";
import { type Db, nextIds } from "../../store/db/db.ts";

/** Throws unless the ids are exactly those of the items: otherwise the list has changed since the caller read it. */
export function checkOrder(items: { id: number }[], ids: number[]): void {
  const given = new Set(ids);
  if (ids.length !== items.length || given.size !== ids.length || !items.every(({ id }) => given.has(id)))
    throw listChanged();
}

/** Gives ids to the new items. Throws if an id is given twice, or is not in the stored list. */
export async function withIds<Item extends { id?: number }>(
  db: Db,
  stored: { id: number }[],
  given: Item[],
): Promise<(Item & { id: number })[]> {
  const known = new Set(stored.map(({ id }) => id));
  const kept = given.flatMap(({ id }) => id ?? []);
  if (new Set(kept).size !== kept.length || !kept.every((id) => known.has(id))) throw listChanged();
  const fresh = await nextIds(db, given.length - kept.length);
  return given.map((item) => ({ ...item, id: item.id ?? fresh.shift() ?? 0 }));
}

/** The ids of stored items that are not kept. */
export function removedIds(stored: { id: number }[], kept: { id: number }[]): number[] {
  const ids = new Set(kept.map(({ id }) => id));
  return stored.flatMap(({ id }) => (ids.has(id) ? [] : [id]));
}

/** Throws if an item's flow does not exist. Keeps the flows from being deleted until the transaction ends. */
export async function checkFlows(db: Db, pageId: string, items: { flowId: number | null }[]): Promise<void> {
  for (const flowId of new Set(items.map((item) => item.flowId)))
    if (flowId !== null && !(await holdFlow(db, pageId, flowId))) throw flowNotFound();
}

const listChanged = () =>
  new AppError("conflict", "The list has changed since you opened it, or names something it does not hold.");
