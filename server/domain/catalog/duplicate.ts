import { mapReferences } from "@banter/core/flow/document/references.ts";
import { notFound } from "@banter/core/model/error.ts";
import { freeName } from "@banter/core/model/names.ts";
import type { Deps } from "../../deps.ts";
import { type Flow, lastFlowPosition, listFlows, saveFlows } from "../../store/catalog/flows.ts";
import { type Folder, lastFolderPosition, saveFolders } from "../../store/catalog/folders.ts";
import { type Db, nextIds } from "../../store/db/db.ts";
import { changeSetup } from "../pages/change-setup.ts";
import { getFlow } from "./flows.ts";
import { changeTree, checkPlace } from "./folders.ts";
import { subtreeOf } from "./tree-order.ts";

/** Copies a flow's draft under a free name in the same folder. Returns the copy's id. */
export function duplicateFlow({ db }: Deps, pageId: string, flowId: number): Promise<number> {
  return changeSetup(db, pageId, async (db) => {
    const flow = await getFlow(db, pageId, flowId);
    const siblings = (await listFlows(db, pageId)).filter((each) => !each.isTrashed && each.folderId === flow.folderId);
    const name = freeName(flow.name, namesOf(siblings));
    const ids = await copyFlows(db, pageId, [{ ...flow, name }]);
    return ids.get(flowId) ?? 0;
  });
}

/** Copies a folder with everything in it, as drafts. References between its flows lead to the copies. */
export function duplicateFolder({ db }: Deps, pageId: string, folderId: number): Promise<Folder> {
  return changeTree(db, pageId, async (db, folders) => {
    const originals = subtreeOf(folders, folderId);
    const [root] = originals;
    if (!root) throw notFound("folder");
    const newIds = await nextIds(db, originals.length);
    const copyOf = new Map(originals.map(({ id }, index) => [id, newIds[index] ?? 0]));
    const siblings = folders.filter(({ parentId }) => parentId === root.parentId);
    const copies = originals.map(({ id, name, parentId }) => ({
      id: copyOf.get(id) ?? 0,
      name: id === root.id ? freeName(name, namesOf(siblings)) : name,
      parentId: id === root.id ? parentId : (copyOf.get(parentId ?? 0) ?? null),
    }));
    const [copy = root] = copies;
    checkPlace([...folders, ...copies], copy);
    await saveFolders(db, pageId, copies, (await lastFolderPosition(db, pageId)) + 1);
    const flows = (await listFlows(db, pageId)).flatMap((flow) => {
      const into = flow.isTrashed ? undefined : copyOf.get(flow.folderId ?? 0);
      return into === undefined ? [] : [{ ...flow, folderId: into }];
    });
    await copyFlows(db, pageId, flows);
    return copy;
  });
}

/** Saves copies of the flows as drafts. References among them lead to the copies. Returns the new ids by the old. */
async function copyFlows(db: Db, pageId: string, flows: Flow[]): Promise<Map<number, number>> {
  const newIds = await nextIds(db, flows.length);
  const copyOf = new Map(flows.map(({ id }, index) => [id, newIds[index] ?? 0]));
  const copies = flows.map(({ id, name, folderId, draft }) => ({
    id: copyOf.get(id) ?? 0,
    name,
    folderId,
    draft: mapReferences(draft, ({ kind, value }) => {
      const copy = kind === "flow" && typeof value === "number" ? copyOf.get(value) : undefined;
      return copy === undefined ? undefined : { by: "id", value: copy };
    }),
  }));
  if (copies.length > 0) await saveFlows(db, pageId, copies, (await lastFlowPosition(db, pageId)) + 1);
  return copyOf;
}

const namesOf = (items: { name: string }[]) => items.map(({ name }) => name);
