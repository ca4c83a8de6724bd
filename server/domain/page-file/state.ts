import type { ModelLimits } from "@banter/core/flow/ai/model.ts";
import type { Keyword } from "@banter/core/model/keyword.ts";
import { listRules, type StoredRule } from "../../store/audience/rules.ts";
import { listSegments, type Segment } from "../../store/audience/segments.ts";
import { listSequences, type Sequence } from "../../store/audience/sequences.ts";
import { type CustomField, listCustomFields } from "../../store/catalog/custom-fields.ts";
import { type Flow, listFlows } from "../../store/catalog/flows.ts";
import { type Folder, listFolders } from "../../store/catalog/folders.ts";
import { type IceBreaker, listIceBreakers } from "../../store/catalog/ice-breakers.ts";
import { listKeywords } from "../../store/catalog/keywords.ts";
import { listMenuItems, type MenuItem } from "../../store/catalog/menu-items.ts";
import { listPageSecrets, type PageSecret } from "../../store/catalog/page-secrets.ts";
import { findPage, type Page } from "../../store/catalog/pages.ts";
import { listTags, type Tag } from "../../store/catalog/tags.ts";
import { listTools, type Tool } from "../../store/catalog/tools.ts";
import type { Db } from "../../store/db/db.ts";
import { listQuestions, type StoredQuestion } from "../../store/evaluations/evaluation-questions.ts";
import { type Evaluation, listEvaluations } from "../../store/evaluations/evaluations.ts";
import { type IncomingHook, listHooks } from "../../store/events/incoming-hooks.ts";
import { type KnowledgeSource, listSources } from "../../store/knowledge/knowledge-sources.ts";
import { findModelLimits } from "../../store/models/model-limits.ts";
import { listModels, type Model } from "../../store/models/models.ts";

/** A page's whole set-up as it is stored. */
export type PageState = {
  page: Page;
  tags: Tag[];
  fields: CustomField[];
  folders: Folder[];
  flows: Flow[];
  keywords: Keyword[];
  iceBreakers: IceBreaker[];
  menuItems: MenuItem[];
  tools: Tool[];
  segments: Segment[];
  sequences: Sequence[];
  rules: StoredRule[];
  models: Model[];
  /** Undefined if none were ever set. */
  modelLimits: ModelLimits | undefined;
  knowledge: KnowledgeSource[];
  evaluations: (Evaluation & { questions: StoredQuestion[] })[];
  /** Rules name them. They have secrets, and are not in the file themselves. */
  hooks: Pick<IncomingHook, "id" | "name">[];
  secrets: PageSecret[];
};

/** Flows in the trash are not part of the set-up. */
export async function loadPageState(db: Db, pageId: string): Promise<PageState | undefined> {
  const page = await findPage(db, pageId);
  if (!page) return undefined;
  return {
    page,
    tags: await listTags(db, pageId),
    fields: await listCustomFields(db, pageId),
    folders: await listFolders(db, pageId),
    flows: (await listFlows(db, pageId)).filter(({ isTrashed }) => !isTrashed),
    keywords: await listKeywords(db, pageId),
    iceBreakers: await listIceBreakers(db, pageId),
    menuItems: await listMenuItems(db, pageId),
    tools: await listTools(db, pageId),
    segments: await listSegments(db, pageId),
    sequences: await listSequences(db, pageId),
    rules: await listRules(db, pageId),
    models: await listModels(db, pageId),
    modelLimits: await findModelLimits(db, pageId),
    knowledge: await listSources(db, pageId),
    evaluations: await listWithQuestions(db, pageId),
    hooks: await listHooks(db, pageId),
    secrets: await listPageSecrets(db, pageId),
  };
}

async function listWithQuestions(db: Db, pageId: string): Promise<PageState["evaluations"]> {
  const evaluations = await listEvaluations(db, pageId);
  if (evaluations.length === 0) return [];
  const questions = Map.groupBy(await listQuestions(db, pageId, null), ({ evaluationId }) => evaluationId);
  return evaluations.map((evaluation) => ({ ...evaluation, questions: questions.get(evaluation.id) ?? [] }));
}

/** The path of each folder: `Sales/Orders`. */
export function folderPaths(folders: Folder[]): Map<number, string> {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const pathOf = ({ name, parentId }: Folder): string => {
    const parent = parentId === null ? undefined : byId.get(parentId);
    return parent ? `${pathOf(parent)}/${name}` : name;
  };
  return new Map(folders.map((folder) => [folder.id, pathOf(folder)]));
}

/** The path of each flow: `Sales/Orders/Confirm`. */
export function flowPaths(flows: Pick<Flow, "id" | "name" | "folderId">[], folders: Folder[]): Map<number, string> {
  const paths = folderPaths(folders);
  return new Map(
    flows.map(({ id, name, folderId }) => [id, folderId === null ? name : `${paths.get(folderId)}/${name}`]),
  );
}
