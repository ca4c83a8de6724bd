import type { Deps } from "../../deps.ts";
import {
  deleteIceBreakers,
  type IceBreaker,
  listIceBreakers,
  saveIceBreakers,
} from "../../store/catalog/ice-breakers.ts";
import { changePage } from "../../store/catalog/pages.ts";
import { checkFlows, leftOut, withIds } from "./list-checks.ts";

/** Makes the list what is given, in its order. */
export function setIceBreakers(
  { db }: Deps,
  pageId: string,
  given: (Omit<IceBreaker, "id"> & { id?: number })[],
): Promise<IceBreaker[]> {
  return db.transact(async (db) => {
    await changePage(db, pageId);
    const stored = await listIceBreakers(db, pageId);
    const items = await withIds(db, stored, given);
    await checkFlows(db, pageId, items);
    await deleteIceBreakers(db, pageId, leftOut(stored, items));
    await saveIceBreakers(db, pageId, items);
    return items;
  });
}
