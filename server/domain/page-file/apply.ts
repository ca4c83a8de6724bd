import { invalidFields, notFound } from "@banter/core/model/error.ts";
import { faultsOf } from "@banter/core/model/faults.ts";
import { type LeftOut, leaveOut } from "@banter/core/page-file/choose.ts";
import { type Change, comparePageFiles } from "@banter/core/page-file/compare.ts";
import { renameFlows } from "@banter/core/page-file/rename-flows.ts";
import { faultsOfNames, PageFile } from "@banter/core/page-file/schema.ts";
import type { Deps } from "../../deps.ts";
import { deleteSegments, saveSegments } from "../../store/audience/segments.ts";
import { insertSequenceVersion } from "../../store/audience/sequence-versions.ts";
import { saveSequences } from "../../store/audience/sequences.ts";
import { deleteCustomFields, saveCustomFields } from "../../store/catalog/custom-fields.ts";
import { insertVersion } from "../../store/catalog/flow-versions.ts";
import { saveFlows, setPublishedVersion, switchFlows, trashFlows } from "../../store/catalog/flows.ts";
import { deleteFolders, saveFolders } from "../../store/catalog/folders.ts";
import { deleteIceBreakers, saveIceBreakers } from "../../store/catalog/ice-breakers.ts";
import { deleteKeywords, saveKeywordOrder, saveKeywords } from "../../store/catalog/keywords.ts";
import { deleteMenuItems, saveMenuItems } from "../../store/catalog/menu-items.ts";
import { updatePage } from "../../store/catalog/pages.ts";
import { deleteTags, saveTags } from "../../store/catalog/tags.ts";
import { deleteTools, saveToolOrder, saveTools } from "../../store/catalog/tools.ts";
import { type Db, nextIds } from "../../store/db/db.ts";
import { deleteEvaluations } from "../../store/evaluations/evaluations.ts";
import { embedAllSoon, insertSource, updateSource } from "../../store/knowledge/knowledge-sources.ts";
import { saveModelLimits } from "../../store/models/model-limits.ts";
import { deleteModels, saveModels } from "../../store/models/models.ts";
import { removeRules, storeRules } from "../audience/rules.ts";
import { removeSequences } from "../audience/sequences.ts";
import { applyEvaluation } from "../evaluations/evaluations.ts";
import { removeSources } from "../knowledge/sources.ts";
import { changeSetup } from "../pages/change-setup.ts";
import { unmaskFile } from "./masked-file.ts";
import { match } from "./match.ts";
import { toPageFile } from "./read.ts";
import { type PageRows, resolve } from "./resolve.ts";
import { loadPageState } from "./state.ts";

export type ApplyOptions = {
  prune: boolean;
  /** Changes that are not made. */
  leftOut?: LeftOut;
  /** The flows of the page stay as they are, and those of the file get new names. */
  keepFlows?: boolean;
  /** The page keeps its name. */
  keepName?: boolean;
  /** New items come behind those of the page. */
  isBehind?: boolean;
};

/** Makes the page equal the file, in one transaction. Nothing changes if a name in the file does not resolve. */
export async function applyPageFile(
  { db }: Pick<Deps, "db">,
  pageId: string,
  value: unknown,
  options: ApplyOptions,
): Promise<Change[]> {
  const file = parsePageFile(value);
  return changeSetup(db, pageId, async (db) => {
    const { target, changes } = await prepare(db, pageId, file, options, (count) => nextIds(db, count));
    await store(db, pageId, target);
    return changes;
  });
}

/** Returns what applying the file would change, or throws why it cannot be applied. Uses up no ids. */
export async function planPageFile(
  { db }: Pick<Deps, "db">,
  pageId: string,
  value: unknown,
  options: ApplyOptions,
): Promise<Change[]> {
  const file = parsePageFile(value);
  return db.snapshot(async (db) => (await prepare(db, pageId, file, options, placeholderIds)).changes);
}

export function parsePageFile(value: unknown): PageFile {
  const parsed = PageFile.safeParse(value);
  if (!parsed.success) throw invalidFields(faultsOf(parsed.error));
  const faults = faultsOfNames(parsed.data);
  if (faults.length > 0) throw invalidFields(faults);
  return parsed.data;
}

type NewIds = (count: number) => Promise<number[]>;

const placeholderIds: NewIds = async (count) =>
  Array.from({ length: count }, (_, index) => Number.MAX_SAFE_INTEGER - index);

async function prepare(db: Db, pageId: string, file: PageFile, options: ApplyOptions, newIds: NewIds) {
  const state = await loadPageState(db, pageId);
  if (!state) throw notFound("page");
  const before = toPageFile(state);
  const unmasked = unmaskFile(file, before);
  const renamed = options.keepFlows ? renameFlows(before, unmasked) : unmasked;
  const named = options.keepName ? withName(renamed, state.page.name) : renamed;
  const after = leaveOut(before, named, options.leftOut ?? []);
  const matched = match(state, after, options);
  const { isBehind = false } = options;
  const target = resolve(state, after, matched, { newIds: await newIds(matched.newItems), isBehind });
  return { target, changes: comparePageFiles(before, after, options) };
}

const withName = (file: PageFile, name: string): PageFile => ({ ...file, page: file.page && { ...file.page, name } });

async function store(db: Db, pageId: string, target: PageRows): Promise<void> {
  const { page, tags, fields, folders, flows, keywords, iceBreakers, menuItems, tools, segments } = target;
  const { sequences, rules, models, modelLimits, knowledge, evaluations } = target;
  await saveTags(db, pageId, tags.save);
  await saveCustomFields(db, pageId, fields.save);
  await saveFolders(db, pageId, folders.save);
  await trashFlows(db, pageId, flows.remove);
  await deleteModels(db, pageId, models.remove);
  await saveModels(db, pageId, models.save);
  if (modelLimits) await saveModelLimits(db, pageId, modelLimits);
  await saveFlows(db, pageId, flows.save);
  for (const { id, document } of flows.publish) await insertVersion(db, pageId, id, document);
  for (const id of flows.unpublish) await setPublishedVersion(db, pageId, id, null);
  await switchFlows(db, pageId, flows.switchOn, true);
  await switchFlows(db, pageId, flows.switchOff, false);
  if (page) await updatePage(db, pageId, page);
  await deleteKeywords(db, pageId, keywords.remove);
  await saveKeywords(db, pageId, keywords.save);
  await saveKeywordOrder(db, pageId, keywords.order);
  await deleteIceBreakers(db, pageId, iceBreakers.remove);
  await saveIceBreakers(db, pageId, iceBreakers.save);
  await deleteMenuItems(db, pageId, menuItems.remove);
  await saveMenuItems(db, pageId, menuItems.save);
  await deleteTools(db, pageId, tools.remove);
  await saveTools(db, pageId, tools.save);
  await saveToolOrder(db, pageId, tools.order);
  await deleteSegments(db, pageId, segments.remove);
  await saveSegments(db, pageId, segments.save);
  await removeSequences(db, pageId, sequences.remove);
  await saveSequences(db, pageId, sequences.save);
  // Customers inside go on with what the file says.
  for (const { id, version, steps } of sequences.versions)
    await insertSequenceVersion(db, pageId, id, { version, steps, movesPeople: true });
  await removeRules(db, pageId, rules.remove);
  await storeRules(db, pageId, rules.save);
  await removeSources(db, pageId, knowledge.remove);
  for (const source of knowledge.add) await insertSource(db, pageId, source);
  for (const source of knowledge.change) await updateSource(db, pageId, source);
  if (models.save.length + models.remove.length > 0) await embedAllSoon(db, pageId);
  await deleteEvaluations(db, pageId, evaluations.remove);
  for (const { id, form } of evaluations.save) await applyEvaluation(db, pageId, id, form);
  await deleteFolders(db, pageId, folders.remove);
  await deleteTags(db, pageId, tags.remove);
  await deleteCustomFields(db, pageId, fields.remove);
}
