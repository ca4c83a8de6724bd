import type { Deps } from "../../deps.ts";
import {
  deleteIceBreakers,
  type IceBreaker,
  listIceBreakers,
  saveIceBreakers,
} from "../../store/catalog/ice-breakers.ts";
import { deleteMenuItems, listMenuItems, type MenuItem, saveMenuItems } from "../../store/catalog/menu-items.ts";
import type { Db } from "../../store/db/db.ts";
import { changeSetup } from "../pages/change-setup.ts";
import { checkFlows, removedIds, withIds } from "./list-checks.ts";

/** Replaces the page's ice breakers. Items with an id keep it, items without one are new. */
export const setIceBreakers = replaceList<Omit<IceBreaker, "id">>({
  list: listIceBreakers,
  save: saveIceBreakers,
  remove: deleteIceBreakers,
});

/** Replaces the page's main menu. Items with an id keep it, items without one are new. */
export const setMenu = replaceList<Omit<MenuItem, "id">>({
  list: listMenuItems,
  save: saveMenuItems,
  remove: deleteMenuItems,
});

type Stored<Fields> = Fields & { id: number };

type Table<Fields> = {
  list: (db: Db, pageId: string) => Promise<Stored<Fields>[]>;
  save: (db: Db, pageId: string, items: Stored<Fields>[]) => Promise<void>;
  remove: (db: Db, pageId: string, ids: number[]) => Promise<void>;
};

function replaceList<Fields extends { flowId: number | null }>({ list, save, remove }: Table<Fields>) {
  return ({ db }: Deps, pageId: string, given: (Fields & { id?: number })[]): Promise<Stored<Fields>[]> =>
    changeSetup(db, pageId, async (db) => {
      const stored = await list(db, pageId);
      const items = await withIds(db, stored, given);
      await checkFlows(db, pageId, items);
      await remove(db, pageId, removedIds(stored, items));
      await save(db, pageId, items);
      return items;
    });
}
