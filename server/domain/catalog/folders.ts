import { AppError, notFound } from "@banter/core/model/error.ts";
import { maxFolderDepth, TreeName } from "@banter/core/model/names.ts";
import type { Deps } from "../../deps.ts";
import { type FlowEntry, listChildFlows, listFlowEntries, trashFlows } from "../../store/catalog/flows.ts";
import {
  deleteFolders,
  type Folder,
  isFolderPath,
  lastFolderPosition,
  listChildFolders,
  listFolders,
  saveFolders,
} from "../../store/catalog/folders.ts";
import { type Db, nextIds } from "../../store/db/db.ts";
import { changeSetup } from "../pages/change-setup.ts";
import { checkName } from "./names.ts";
import { placeAmong, subtreeOf } from "./tree-order.ts";

export type Listing = { folders: Folder[]; flows: FlowEntry[] };

/** All folders and flows of the page. Read in one snapshot, so that every flow's folder is among them. */
export function listTree({ db }: Deps, pageId: string): Promise<Listing> {
  return db.snapshot(async (db) => ({
    folders: await listFolders(db, pageId),
    flows: await listFlowEntries(db, pageId),
  }));
}

/** The direct children of the folder at the end of a path. The empty path is the top level. */
export function listFolder({ db }: Deps, pageId: string, path: number[]): Promise<Listing> {
  return db.snapshot(async (db) => {
    if (!(await isFolderPath(db, pageId, path))) throw notFound("folder");
    const target = path.at(-1) ?? null;
    return { folders: await listChildFolders(db, pageId, target), flows: await listChildFlows(db, pageId, target) };
  });
}

export function createFolder({ db }: Deps, pageId: string, { name, parentId }: Omit<Folder, "id">): Promise<Folder> {
  return changeTree(db, pageId, async (db, folders) => {
    const [id = 0] = await nextIds(db, 1);
    const folder = { id, name, parentId };
    checkPlace([...folders, folder], folder);
    await saveFolders(db, pageId, [folder], (await lastFolderPosition(db, pageId)) + 1);
    return folder;
  });
}

/** Renames a folder, moves it into another, puts it at a place among the folders there, or all at once. */
export function changeFolder(
  { db }: Deps,
  pageId: string,
  folderId: number,
  change: { name?: string; parentId?: number | null; place?: number },
): Promise<Folder> {
  return changeTree(db, pageId, async (db, folders) => {
    const folder = folders.find(({ id }) => id === folderId);
    if (!folder) throw notFound("folder");
    const { place, ...fields } = change;
    const changed = { ...folder, ...fields };
    const others = folders.filter(({ id }) => id !== folderId);
    checkPlace([...others, changed], changed);
    const ordered =
      place === undefined
        ? others.toSpliced(folders.indexOf(folder), 0, changed)
        : placeAmong(others, changed, place, ({ parentId }) => parentId === changed.parentId);
    await saveFolders(db, pageId, ordered);
    return changed;
  });
}

/** Deletes a folder and its subfolders. Their flows go to the trash; `trashed` are the ids of those. */
export function removeFolder(
  { db }: Deps,
  pageId: string,
  folderId: number,
): Promise<{ folder: Folder; trashed: number[] }> {
  return changeTree(db, pageId, async (db, folders) => {
    const gone = subtreeOf(folders, folderId);
    const [folder] = gone;
    if (!folder) throw notFound("folder");
    const ids = new Set<number | null>(gone.map(({ id }) => id));
    const flows = (await listFlowEntries(db, pageId)).filter((flow) => ids.has(flow.folderId));
    const trashed = flows.map(({ id }) => id);
    await trashFlows(db, pageId, trashed);
    await deleteFolders(
      db,
      pageId,
      gone.map(({ id }) => id),
    );
    return { folder, trashed };
  });
}

/** Changes to a page's folders run one after the other, so that two moves cannot make a cycle. */
export function changeTree<Result>(
  db: Db,
  pageId: string,
  work: (db: Db, folders: Folder[]) => Promise<Result>,
): Promise<Result> {
  return changeSetup(db, pageId, async (db) => {
    return work(db, await listFolders(db, pageId));
  });
}

/** Throws if the folder's name is taken or not valid, or if its parent is missing, below it or nested too deep. */
export function checkPlace(folders: Folder[], folder: Folder): void {
  checkName(TreeName, folder.name);
  const byId = new Map(folders.map((each) => [each.id, each]));
  const hasSameName = (each: Folder) =>
    each.id !== folder.id && each.parentId === folder.parentId && each.name === folder.name;
  if (folders.some(hasSameName)) throw new AppError("conflict", "A folder of that name is already there.");
  if (folder.parentId !== null && !byId.has(folder.parentId)) throw notFound("folder");
  const parentOf = (id: number) => byId.get(id)?.parentId ?? null;
  for (let at = folder.parentId; at !== null; at = parentOf(at)) {
    if (at === folder.id) throw new AppError("conflict", "A folder cannot lie in itself.");
  }
  for (const each of folders) {
    let depth = 1;
    for (let at = each.parentId; at !== null; at = parentOf(at)) depth++;
    if (depth > maxFolderDepth) throw new AppError("conflict", `Folders can be nested ${maxFolderDepth} deep.`);
  }
}
