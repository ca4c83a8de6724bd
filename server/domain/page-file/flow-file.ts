import { listReferences } from "@banter/core/flow/document/references.ts";
import { flowNotFound, notFound } from "@banter/core/model/error.ts";
import type { PageFile } from "@banter/core/page-file/schema.ts";
import { canonical } from "@banter/core/page-file/write.ts";
import type { Deps } from "../../deps.ts";
import { describeMedia } from "./media.ts";
import { secretsOfFile } from "./missing-secrets.ts";
import { toPageFile } from "./read.ts";
import { flowPaths, loadPageState, type PageState } from "./state.ts";

type Options = { withFlows: boolean };

/**
 * One flow as a page file of its own, with the folders it lies in, the tags and fields it uses and, on request, the
 * flows that it leads to. Without those, steps that lead to them lead nowhere.
 */
export async function readFlowFile(
  { db }: Pick<Deps, "db">,
  pageId: string,
  flowId: number,
  options: Options,
): Promise<PageFile> {
  return db.snapshot(async (db) => {
    const state = await loadPageState(db, pageId);
    if (!state) throw notFound("page");
    if (!state.flows.some(({ id }) => id === flowId)) throw flowNotFound();
    return describeMedia({ db }, pageId, partOf(state, flowIdsFrom(state, flowId, options)));
  });
}

/** The flow and all that can be reached from it. */
function flowIdsFrom({ flows }: PageState, flowId: number, { withFlows }: Options): Set<number> {
  const found = new Set([flowId]);
  if (!withFlows) return found;
  const byId = new Map(flows.map((flow) => [flow.id, flow]));
  // A set that grows while it is walked through visits the new members too.
  for (const id of found) {
    const flow = byId.get(id);
    if (!flow) found.delete(id);
    else
      for (const document of [flow.draft, flow.published])
        for (const next of listReferences(document).flows) found.add(next);
  }
  return found;
}

function partOf(state: PageState, ids: Set<number>): PageFile {
  const flows = state.flows.filter(({ id }) => ids.has(id));
  const used = flows.flatMap(({ draft, published }) => [draft, published].map(listReferences));
  const names = new Set(used.flatMap(({ fieldNames, variables }) => [...fieldNames, ...variables]));
  const tagIds = new Set(used.flatMap(({ tags }) => tags));
  const fieldIds = new Set(used.flatMap(({ fields }) => fields));
  const paths = [...flowPaths(flows, state.folders).values()];
  // References to flows that are not in the file become null, as to deleted ones.
  const whole = toPageFile({ ...state, flows });
  const file: PageFile = {
    banter: 1,
    tags: state.tags.filter(({ id }) => tagIds.has(id)).map(({ name }) => name),
    fields: state.fields
      .filter(({ id, name }) => fieldIds.has(id) || names.has(name))
      .map(({ name, type, label }) => ({ name, type, label: label ?? undefined })),
    folders: (whole.folders ?? []).filter((folder) => paths.some((path) => path.startsWith(`${folder}/`))),
    flows: whole.flows,
  };
  return canonical({ ...file, secrets: secretsOfFile(file) });
}
