import { notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { findVersionEntry, type VersionEntry } from "../../store/catalog/flow-versions.ts";
import { getFlow, saveDraft } from "./flows.ts";

export async function getVersion(
  { db }: Pick<Deps, "db">,
  pageId: string,
  flowId: number,
  version: number,
): Promise<VersionEntry & { document: unknown }> {
  await getFlow(db, pageId, flowId);
  const found = await findVersionEntry(db, pageId, flowId, version);
  if (!found) throw notFound("version");
  return found;
}

/** Replaces the draft at `revision` by an old version. Returns the draft's new revision. */
export async function restoreVersion(
  deps: Deps,
  pageId: string,
  flowId: number,
  { version, revision }: { version: number; revision: number },
): Promise<number> {
  const { document } = await getVersion(deps, pageId, flowId, version);
  return saveDraft(deps, pageId, flowId, { draft: document, revision });
}
