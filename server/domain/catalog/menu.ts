import type { Deps } from "../../deps.ts";
import { deleteMenuItems, listMenuItems, type MenuItem, saveMenuItems } from "../../store/catalog/menu-items.ts";
import { changePage } from "../../store/catalog/pages.ts";
import { checkFlows, leftOut, withIds } from "./list-checks.ts";

/** Makes the menu what is given, in its order. */
export function setMenu(
  { db }: Deps,
  pageId: string,
  given: (Omit<MenuItem, "id"> & { id?: number })[],
): Promise<MenuItem[]> {
  return db.transact(async (db) => {
    await changePage(db, pageId);
    const stored = await listMenuItems(db, pageId);
    const items = await withIds(db, stored, given);
    await checkFlows(db, pageId, items);
    await deleteMenuItems(db, pageId, leftOut(stored, items));
    await saveMenuItems(db, pageId, items);
    return items;
  });
}
