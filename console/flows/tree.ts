import type { ReplyOf } from "@banter/sdk/manage.ts";

export type Tree = ReplyOf<"GET /pages/:page_id/tree">;
export type Folder = Tree["folders"][number];
export type Flow = Tree["flows"][number];

/** The top level is the folder null. */
export type FolderId = number | null;

/** Lookups of a tree: parents and children, in the owner's order. */
export type Index = {
  folder(id: FolderId): Folder | undefined;
  flow(id: number): Flow | undefined;
  foldersIn(id: FolderId): readonly Folder[];
  flowsIn(id: FolderId): readonly Flow[];
  /** From the outermost folder to this one; nothing for the top level. */
  pathTo(id: FolderId): Folder[];
  /** Flows at every depth. */
  countIn(id: FolderId): number;
  /** True if the folder is `outer` or lies inside it at any depth. */
  isWithin(id: FolderId, outer: FolderId): boolean;
};

export function indexTree({ folders, flows }: Tree): Index {
  const folderById = new Map(folders.map((folder) => [folder.id, folder]));
  const flowById = new Map(flows.map((flow) => [flow.id, flow]));
  const childFolders = Map.groupBy(folders, ({ parent_id }) => parent_id);
  const childFlows = Map.groupBy(flows, ({ folder_id }) => folder_id);
  const counts = new Map<FolderId, number>();

  function pathTo(id: FolderId): Folder[] {
    const path: Folder[] = [];
    for (let at = id; at !== null && path.length <= folders.length; ) {
      const folder = folderById.get(at);
      if (!folder) break;
      path.unshift(folder);
      at = folder.parent_id;
    }
    return path;
  }

  function countIn(id: FolderId): number {
    const known = counts.get(id);
    if (known !== undefined) return known;
    const own = childFlows.get(id)?.length ?? 0;
    const count = (childFolders.get(id) ?? []).reduce((sum, folder) => sum + countIn(folder.id), own);
    counts.set(id, count);
    return count;
  }

  return {
    folder: (id) => (id === null ? undefined : folderById.get(id)),
    flow: (id) => flowById.get(id),
    foldersIn: (id) => childFolders.get(id) ?? [],
    flowsIn: (id) => childFlows.get(id) ?? [],
    pathTo,
    countIn,
    isWithin: (id, outer) => outer === null || pathTo(id).some((folder) => folder.id === outer),
  };
}

/** The destination of a move: a folder, and a place among its flows or its folders; without one, the end. */
export type Target = { folderId: FolderId; place?: number };

/** Shown before the server has answered, as are the other changes here. */
export function moveFlow(tree: Tree, id: number, { folderId, place }: Target): Tree {
  const flow = tree.flows.find((one) => one.id === id);
  if (!flow) return tree;
  const moved = { ...flow, folder_id: folderId };
  return { ...tree, flows: placed(tree.flows, moved, (one) => one.folder_id === folderId, place) };
}

/** Several flows, one after the other from a place on; without one, to the end. */
export function moveFlows(tree: Tree, ids: readonly number[], { folderId, place }: Target): Tree {
  return ids.reduce(
    (moved, id, at) => moveFlow(moved, id, { folderId, ...(place !== undefined && { place: place + at }) }),
    tree,
  );
}

export function renameFlow(tree: Tree, id: number, name: string): Tree {
  return { ...tree, flows: tree.flows.map((flow) => (flow.id === id ? { ...flow, name } : flow)) };
}

export function switchFlow(tree: Tree, id: number, is_on: boolean): Tree {
  return { ...tree, flows: tree.flows.map((flow) => (flow.id === id ? { ...flow, is_on } : flow)) };
}

export function renameFolder(tree: Tree, id: number, name: string): Tree {
  return { ...tree, folders: tree.folders.map((folder) => (folder.id === id ? { ...folder, name } : folder)) };
}

/** Changes nothing if the folder would go into itself or into a folder inside it. */
export function moveFolder(tree: Tree, id: number, { folderId, place }: Target): Tree {
  const folder = tree.folders.find((one) => one.id === id);
  if (!folder || indexTree(tree).isWithin(folderId, id)) return tree;
  const moved = { ...folder, parent_id: folderId };
  return { ...tree, folders: placed(tree.folders, moved, (one) => one.parent_id === folderId, place) };
}

/** Also without the folders and flows inside it. */
export function withoutFolder(tree: Tree, id: number): Tree {
  const index = indexTree(tree);
  return {
    folders: tree.folders.filter((folder) => !index.isWithin(folder.id, id)),
    flows: tree.flows.filter((flow) => !index.isWithin(flow.folder_id, id)),
  };
}

export function withoutFlows(tree: Tree, ids: ReadonlySet<number>): Tree {
  return { ...tree, flows: tree.flows.filter(({ id }) => !ids.has(id)) };
}

/** The list with `item` at a place among its siblings; the others keep their order. */
function placed<Item extends { id: number }>(
  items: readonly Item[],
  item: Item,
  isSibling: (one: Item) => boolean,
  place = Number.POSITIVE_INFINITY,
): Item[] {
  const others = items.filter(({ id }) => id !== item.id);
  const after = others.filter(isSibling)[place];
  const at = after ? others.indexOf(after) : others.length;
  return others.toSpliced(at, 0, item);
}
