import type { FolderId, Index, Target } from "./tree.ts";

/** The dragged item, and the row below the pointer; the top level is the folder null. */
export type DraggedRow = { kind: "flow" | "folder"; id: number; name: string };
export type Over = { kind: "flow"; id: number; name: string } | { kind: "folder"; id: FolderId; name: string };
/** A folder is dropped into another or beside it. */
export type Zone = "before" | "into" | "after";

/** The target of a drop; undefined if it would change nothing. */
export function targetOf(index: Index, dragged: DraggedRow, over: Over, zone: Zone): Target | undefined {
  if (dragged.kind === "flow")
    return over.kind === "flow" ? besideFlow(index, dragged, over.id) : flowInto(index, dragged, over.id);
  if (over.kind === "flow" || index.isWithin(over.id, dragged.id)) return undefined;
  return zone === "into" || over.id === null
    ? folderInto(index, dragged, over.id)
    : besideFolder(index, dragged, over.id, zone);
}

/** The row of a folder has three zones: its top quarter, its bottom quarter and the middle. */
export function zoneAt(y: number, rect: { top: number; height: number }, dragged: DraggedRow, over: Over): Zone {
  if (dragged.kind === "flow" || over.kind === "flow" || over.id === null) return "into";
  const part = (y - rect.top) / rect.height;
  return part < 0.25 ? "before" : part > 0.75 ? "after" : "into";
}

function besideFlow(index: Index, { id }: DraggedRow, overId: number): Target | undefined {
  const folderId = index.flow(overId)?.folder_id ?? null;
  const place = index.flowsIn(folderId).findIndex((flow) => flow.id === overId);
  return overId === id || place < 0 ? undefined : { folderId, place };
}

const flowInto = (index: Index, { id }: DraggedRow, folderId: FolderId): Target | undefined =>
  index.flow(id)?.folder_id === folderId ? undefined : { folderId };

const folderInto = (index: Index, { id }: DraggedRow, folderId: FolderId): Target | undefined =>
  index.folder(id)?.parent_id === folderId ? undefined : { folderId };

function besideFolder(index: Index, { id }: DraggedRow, overId: number, zone: Zone): Target {
  const folderId = index.folder(overId)?.parent_id ?? null;
  const others = index.foldersIn(folderId).filter((folder) => folder.id !== id);
  const at = others.findIndex((folder) => folder.id === overId);
  return { folderId, place: zone === "after" ? at + 1 : at };
}

/** The current place of a flow or folder, to move it back there. */
export function placeOf(index: Index, { kind, id }: DraggedRow): Target {
  const folderId = (kind === "flow" ? index.flow(id)?.folder_id : index.folder(id)?.parent_id) ?? null;
  const siblings = kind === "flow" ? index.flowsIn(folderId) : index.foldersIn(folderId);
  return { folderId, place: siblings.findIndex((one) => one.id === id) };
}
