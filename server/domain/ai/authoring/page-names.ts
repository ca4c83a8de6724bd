import { mapReferences } from "@banter/core/flow/document/references.ts";
import type { ReferenceKind } from "@banter/core/flow/document/walk.ts";
import { listSequenceNames } from "../../../store/audience/sequences.ts";
import { listCustomFields } from "../../../store/catalog/custom-fields.ts";
import { listFlows } from "../../../store/catalog/flows.ts";
import { listFolders } from "../../../store/catalog/folders.ts";
import { listTags } from "../../../store/catalog/tags.ts";
import type { Db } from "../../../store/db/db.ts";
import { listSources } from "../../../store/knowledge/knowledge-sources.ts";
import { listModels } from "../../../store/models/models.ts";
import { flowPaths } from "../../page-file/state.ts";

/** All that a flow may refer to. A model reads and writes names, as page files do: it would make up ids. */
export type PageNames = Record<ReferenceKind, ReadonlyMap<number, string>>;

export async function readNames(db: Db, pageId: string): Promise<PageNames> {
  const flows = (await listFlows(db, pageId)).filter(({ isTrashed }) => !isTrashed);
  const models = (await listModels(db, pageId)).filter(({ purpose }) => purpose === "chat");
  return {
    flow: flowPaths(flows, await listFolders(db, pageId)),
    tag: namesOf(await listTags(db, pageId)),
    field: namesOf(await listCustomFields(db, pageId)),
    sequence: namesOf(await listSequenceNames(db, pageId)),
    model: namesOf(models),
    source: namesOf(await listSources(db, pageId)),
  };
}

const namesOf = (items: { id: number; name: string }[]) => new Map(items.map(({ id, name }) => [id, name]));

export const withNames = <Document>(document: Document, names: PageNames): Document =>
  mapReferences(document, ({ kind, value }) => {
    return { by: "name", value: typeof value === "number" ? (names[kind].get(value) ?? null) : null };
  });

/** A name that the page does not have. */
export type UnknownName = { kind: ReferenceKind; name: string; path: string };

/**
 * The document with ids. A reference to a name that the page does not have is left open; an AI step gets the page's
 * first model, without which the flow could not run.
 */
export function withIds<Document>(
  document: Document,
  names: PageNames,
): { document: Document; unknown: UnknownName[] } {
  const unknown: UnknownName[] = [];
  const resolved = mapReferences(document, ({ kind, value, path }) => {
    const [id] =
      [...names[kind]].find(([, name]) => name === value) ?? (kind === "model" ? [...names.model][0] : []) ?? [];
    if (id === undefined && value !== null) unknown.push({ kind, name: String(value).slice(0, 200), path });
    return { by: "id", value: id ?? null };
  });
  return { document: resolved, unknown };
}
