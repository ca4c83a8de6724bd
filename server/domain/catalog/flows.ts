import type { ChannelFacts } from "@banter/core/channels/facts.ts";
import { channelFacts } from "@banter/core/channels/index.ts";
import { DraftDocument } from "@banter/core/flow/document/document.ts";
import { healDraft } from "@banter/core/flow/document/heal.ts";
import { faultOfMask, masksIn, unmaskSecrets } from "@banter/core/flow/document/secret-values.ts";
import { lint } from "@banter/core/flow/lint/lint.ts";
import type { LintContext } from "@banter/core/flow/problem.ts";
import { AppError, type Fault, flowNotFound, invalidFields, notFound } from "@banter/core/model/error.ts";
import { faultsOf } from "@banter/core/model/faults.ts";
import { isObject } from "@banter/core/model/json.ts";
import { freeName, TreeName } from "@banter/core/model/names.ts";
import type { Deps } from "../../deps.ts";
import { listSequenceNames } from "../../store/audience/sequences.ts";
import { listCustomFields } from "../../store/catalog/custom-fields.ts";
import { insertVersion } from "../../store/catalog/flow-versions.ts";
import {
  deleteFlows,
  type Flow,
  type FlowEntry,
  findFlow,
  lastFlowPosition,
  listFlowPlaces,
  listFlows,
  saveFlowOrder,
  saveFlows,
  trashFlows,
  untrashFlow,
  updateDraft,
  updateFlow,
} from "../../store/catalog/flows.ts";
import { listFolders } from "../../store/catalog/folders.ts";
import { listPageSecrets } from "../../store/catalog/page-secrets.ts";
import { type ConnectedPage, findPage } from "../../store/catalog/pages.ts";
import { listTags } from "../../store/catalog/tags.ts";
import { type Db, nextIds } from "../../store/db/db.ts";
import { isDuplicate } from "../../store/db/errors.ts";
import { listSources } from "../../store/knowledge/knowledge-sources.ts";
import { listModels } from "../../store/models/models.ts";
import { evaluationFaults } from "../evaluations/blocking.ts";
import { changeSetup } from "../pages/change-setup.ts";
import { checkName } from "./names.ts";
import { placeAmong } from "./tree-order.ts";

/** Creates a flow, as a draft. */
export async function createFlow(
  { db }: Deps,
  pageId: string,
  { name, folderId, draft }: { name: string; folderId: number | null; draft: unknown },
): Promise<FlowEntry> {
  checkName(TreeName, name);
  checkDraft(draft);
  return changeSetup(db, pageId, async (db) => {
    await checkFolder(db, pageId, folderId);
    const [id = 0] = await nextIds(db, 1);
    const flow = { id, name, folderId, draft };
    await asNameConflict(saveFlows(db, pageId, [flow], (await lastFlowPosition(db, pageId)) + 1));
    return { id, name, folderId };
  });
}

/** Saves a draft, unless it has changed since the editor loaded it at `revision`. Returns the new revision. */
export async function saveDraft(
  { db }: Deps,
  pageId: string,
  flowId: number,
  change: { draft: unknown; revision: number },
): Promise<number> {
  const stored = await getFlow(db, pageId, flowId);
  const draft = unmaskSecrets(change.draft, [stored.draft, stored.published]);
  checkDraft(draft);
  const revision = await updateDraft(db, pageId, flowId, { ...change, draft });
  if (revision === undefined) throw draftChanged();
  return revision;
}

export const draftChanged = () => new AppError("conflict", "Somebody else has changed this flow since you opened it.");

/**
 * Publishes the draft as a new version and returns its number. New runs start on it; running ones finish on theirs.
 * Throws if the draft is not at `revision` any more: the caller has not seen what would be published.
 */
export function publishFlow(
  { db }: Deps,
  pageId: string,
  flowId: number,
  { revision, userId = null }: { revision?: number; userId?: string | null } = {},
): Promise<number> {
  return changeSetup(db, pageId, async (db) => {
    const stored = await getFlow(db, pageId, flowId);
    if (revision !== undefined && revision !== stored.draftRevision) throw draftChanged();
    const draft = healDraft(stored.draft);
    const errors = await errorsOf(db, pageId, { ...stored, draft });
    if (errors.length > 0) throw invalidFields(errors);
    return insertVersion(db, pageId, flowId, draft, userId);
  });
}

/** Renames a flow, moves it into another folder, puts it at a place among the flows there, or all at once. */
export function changeFlow(
  { db }: Deps,
  pageId: string,
  flowId: number,
  { place, ...change }: { name?: string; folderId?: number | null; place?: number },
): Promise<void> {
  return changeSetup(db, pageId, async (db) => {
    const { id, name, folderId } = await getFlow(db, pageId, flowId);
    const changed = { id, name, folderId, ...change };
    checkName(TreeName, changed.name);
    await checkFolder(db, pageId, changed.folderId);
    await asNameConflict(updateFlow(db, pageId, changed));
    if (place === undefined) return;
    const others = (await listFlowPlaces(db, pageId)).filter((other) => other.id !== id);
    const ordered = placeAmong(others, changed, place, (other) => other.folderId === changed.folderId);
    await saveFlowOrder(
      db,
      pageId,
      ordered.map((flow) => flow.id),
    );
  });
}

/** Moves a flow to the trash, where it does nothing and can be restored. */
export async function trashFlow({ db }: Deps, pageId: string, flowId: number): Promise<void> {
  await changeSetup(db, pageId, async (db) => {
    await getFlow(db, pageId, flowId);
    await trashFlows(db, pageId, [flowId]);
  });
}

/** Restores a flow from the trash, to its folder if that still exists. Its name gets a number if it is taken. */
export function restoreFlow({ db }: Deps, pageId: string, flowId: number): Promise<FlowEntry> {
  return changeSetup(db, pageId, async (db) => {
    const flow = await findFlow(db, pageId, flowId);
    if (!flow?.isTrashed) throw flowNotFound();
    const taken = (await listFlows(db, pageId)).filter(
      ({ isTrashed, folderId }) => !isTrashed && folderId === flow.folderId,
    );
    const name = freeName(
      flow.name,
      taken.map((each) => each.name),
    );
    const restored = { id: flow.id, name, folderId: flow.folderId };
    await untrashFlow(db, pageId, restored);
    return restored;
  });
}

/** Deletes a flow in the trash permanently. References to it become null. */
export async function deleteFlow({ db }: Deps, pageId: string, flowId: number): Promise<Flow> {
  return changeSetup(db, pageId, async (db) => {
    const flow = await findFlow(db, pageId, flowId);
    if (!flow?.isTrashed) throw flowNotFound();
    await deleteFlows(db, pageId, [flowId]);
    return flow;
  });
}

export async function getFlow(db: Db, pageId: string, flowId: number): Promise<Flow> {
  const flow = await findFlow(db, pageId, flowId);
  if (!flow || flow.isTrashed) throw flowNotFound();
  return flow;
}

/** The page's flows, tags, fields, sequences, models, sources and secrets, which its documents may refer to. */
export async function lintContext(db: Db, pageId: string): Promise<LintContext> {
  const flows = await listFlows(db, pageId);
  const tags = await listTags(db, pageId);
  const fields = await listCustomFields(db, pageId);
  const page = await findPage(db, pageId);
  return {
    flows: new Map(
      flows.map(({ id, name, publishedVersion, isTrashed, isOn }) => [
        id,
        { name, isPublished: publishedVersion !== null, isTrashed, isOff: !isOn },
      ]),
    ),
    tags: new Map(tags.map(({ id, name }) => [id, name])),
    fields: new Map(fields.map(({ id, name }) => [id, name])),
    sequences: new Map((await listSequenceNames(db, pageId)).map(({ id, name }) => [id, name])),
    models: new Map(
      (await listModels(db, pageId)).flatMap(({ id, name, purpose }) => (purpose === "chat" ? [[id, name]] : [])),
    ),
    sources: new Map((await listSources(db, pageId)).map(({ id, name }) => [id, name])),
    secrets: new Map((await listPageSecrets(db, pageId)).map(({ name, hosts }) => [name, hosts])),
    channel: page?.channel,
    ...(page && { hasPaymentProvider: hasPaymentProvider(page) }),
  };
}

/** Undefined on channels without payments. */
function hasPaymentProvider({ channel, channelSettings }: Pick<ConnectedPage, "channel" | "channelSettings">) {
  const { actions = [] }: ChannelFacts = channelFacts[channel];
  return actions.includes("invoice") ? isObject(channelSettings) && Boolean(channelSettings.providerToken) : undefined;
}

/** Everything that keeps the draft from being published: errors, and evaluations that it has not passed. */
export async function errorsOf(db: Db, pageId: string, { id, draft }: Pick<Flow, "id" | "draft">): Promise<Fault[]> {
  const context = { ...(await lintContext(db, pageId)), flowId: id };
  const errors = lint(draft, context).filter(({ severity }) => severity === "error");
  return [...errors, ...(await evaluationFaults(db, pageId, { id, draft }))];
}

function checkDraft(draft: unknown): void {
  const parsed = DraftDocument.safeParse(draft);
  if (!parsed.success) throw invalidFields(faultsOf(parsed.error));
  const masks = masksIn(draft);
  if (masks.length > 0) throw invalidFields(masks.map(faultOfMask));
}

async function checkFolder(db: Db, pageId: string, folderId: number | null): Promise<void> {
  const folders = await listFolders(db, pageId);
  if (folderId !== null && !folders.some(({ id }) => id === folderId)) throw notFound("folder");
}

/** Turns a violation of the unique index on names into a conflict. */
async function asNameConflict(saving: Promise<void>): Promise<void> {
  await saving.catch((error) => {
    throw isDuplicate(error) ? new AppError("conflict", "A flow of that name is already there.") : error;
  });
}
