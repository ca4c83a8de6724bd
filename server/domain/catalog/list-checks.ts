import { AppError, flowNotFound } from "@banter/core/model/error.ts";
import { holdFlow } from "../../store/catalog/flows.ts";
import { type Db, nextIds } from "../../store/db/db.ts";

/** The ids must be all of the items', each once: else somebody has changed the list meanwhile. */
export function checkOrder(items: { id: number }[], ids: number[]): void {
  const given = new Set(ids);
  if (ids.length !== items.length || given.size !== ids.length || !items.every(({ id }) => given.has(id)))
    throw listChanged();
}

/** Gives ids to what is new in a list. What has one must be in the list as it is stored, once. */
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

/** What is stored and no longer given. */
export function leftOut(stored: { id: number }[], kept: { id: number }[]): number[] {
  const ids = new Set(kept.map(({ id }) => id));
  return stored.flatMap(({ id }) => (ids.has(id) ? [] : [id]));
}

/** Every flow that is led to must be there, and stays until the transaction ends. */
export async function checkFlows(db: Db, pageId: string, items: { flowId: number | null }[]): Promise<void> {
  for (const flowId of new Set(items.map((item) => item.flowId)))
    if (flowId !== null && !(await holdFlow(db, pageId, flowId))) throw flowNotFound();
}

const listChanged = () =>
  new AppError("conflict", "The list has changed since you opened it, or names something it does not hold.");
