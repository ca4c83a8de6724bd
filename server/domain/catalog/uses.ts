import { listKeyedReferences } from "@banter/core/flow/document/keyed-references.ts";
import { type DocumentReferences, listReferences } from "@banter/core/flow/document/references.ts";
import { flowNotFound, notFound } from "@banter/core/model/error.ts";
import type { ToolType } from "@banter/core/model/tools/tool.ts";
import { listOpenBroadcasts } from "../../store/audience/broadcasts.ts";
import { listRules } from "../../store/audience/rules.ts";
import { listSequences } from "../../store/audience/sequences.ts";
import { listCustomFields } from "../../store/catalog/custom-fields.ts";
import { type FlowDocuments, listFlowsHolding } from "../../store/catalog/flow-listing.ts";
import { listListedUses } from "../../store/catalog/flow-uses.ts";
import { findFlow, listFlowEntries } from "../../store/catalog/flows.ts";
import { listFolders } from "../../store/catalog/folders.ts";
import { findPage } from "../../store/catalog/pages.ts";
import { listTags } from "../../store/catalog/tags.ts";
import { listTools } from "../../store/catalog/tools.ts";
import type { Db } from "../../store/db/db.ts";
import { listHooks } from "../../store/events/incoming-hooks.ts";
import { countWithField, countWithTag } from "../../store/runtime/customers.ts";
import { listRulesUsing } from "../audience/rules.ts";
import { listSegmentsUsing, listViewsUsing, type SegmentUse } from "../audience/segments.ts";
import { listSequencesUsing } from "../audience/sequences.ts";
import { subtreeOf } from "./tree-order.ts";

/** Something that starts a flow. `isActive`: it does so now; a keyword that is off or a mere draft does not. */
export type FlowUse = {
  type:
    | "welcome"
    | "default_reply"
    | "keyword"
    | "ice_breaker"
    | "menu_item"
    | "tool"
    | "hook"
    | "sequence"
    | "rule"
    | "broadcast"
    | "flow";
  /** The keyword, ice breaker, menu item, …; null for the welcome and the default reply. */
  id: number | null;
  name: string;
  /** The flow that it starts. */
  flowId: number;
  isActive: boolean;
  /** Of a tool; null for everything else. */
  toolType: ToolType | null;
};

/** `uses` start the flow, `segments` name it. */
export type FlowUses = { uses: FlowUse[]; segments: SegmentUse[] };

/** Everything that starts the flow, or would if it were not in the trash. */
export async function listUsesOfFlow(db: Db, pageId: string, flowId: number): Promise<FlowUses> {
  if (!(await findFlow(db, pageId, flowId))) throw flowNotFound();
  return listUsesOfFlows(db, pageId, new Set([flowId]));
}

/** Everything that uses one of the wanted flows. */
export async function listUsesOfFlows(db: Db, pageId: string, wanted: ReadonlySet<number>): Promise<FlowUses> {
  return {
    uses: await listFlowUses(db, pageId, wanted),
    segments: await listSegmentsUsing(db, pageId, ({ flows }) => flows.some((id) => wanted.has(id))),
  };
}

/** Everything outside of the folder that starts a flow in it, at any depth. */
export async function listUsesOfFolder(db: Db, pageId: string, folderId: number): Promise<FlowUses> {
  const folders = subtreeOf(await listFolders(db, pageId), folderId);
  if (folders.length === 0) throw notFound("folder");
  const inside = new Set<number | null>(folders.map(({ id }) => id));
  const flows = (await listFlowEntries(db, pageId)).filter((flow) => inside.has(flow.folderId));
  return listUsesOfFlows(db, pageId, new Set(flows.map(({ id }) => id)));
}

/** Everything that starts one of the wanted flows. Those among them that start each other go together. */
async function listFlowUses(db: Db, pageId: string, wanted: ReadonlySet<number>): Promise<FlowUse[]> {
  if (wanted.size === 0) return [];
  return [
    ...(await listStarts(db, pageId, wanted)),
    ...(await listFlowsHolding(db, pageId, `"flow_id"`)).flatMap((flow) =>
      wanted.has(flow.id) ? [] : referencesOf(flow, ({ flows }) => flows.filter((id) => wanted.has(id))),
    ),
  ];
}

/** Everything besides other flows that starts one of the wanted flows, or any flow if none are named. */
export async function listStarts(db: Db, pageId: string, wanted?: ReadonlySet<number>): Promise<FlowUse[]> {
  const page = await findPage(db, pageId);
  const ofPage = (type: "welcome" | "default_reply", flowId: number | null | undefined): FlowUse[] =>
    flowId != null && (!wanted || wanted.has(flowId))
      ? [{ type, id: null, name: "", flowId, isActive: true, toolType: null }]
      : [];
  return [
    ...ofPage("welcome", page?.welcomeFlowId),
    ...ofPage("default_reply", page?.defaultReplyFlowId),
    ...(await listListedUses(db, pageId, wanted && [...wanted])),
    ...(await listHookUses(db, pageId, wanted)),
    ...(await listAudienceUses(db, pageId, wanted)),
  ];
}

/** Sequences, rules and broadcasts under way that start a flow, or have a button that leads to it. */
async function listAudienceUses(db: Db, pageId: string, wanted?: ReadonlySet<number>): Promise<FlowUse[]> {
  const of = (
    type: "sequence" | "rule" | "broadcast",
    { id, name, isOn }: { id: number; name: string; isOn: boolean },
    data: unknown,
  ) =>
    listKeyedReferences(data)
      .flow.filter((flowId) => !wanted || wanted.has(flowId))
      .map((flowId): FlowUse => ({ type, id, name, flowId, isActive: isOn, toolType: null }));
  return [
    ...(await listSequences(db, pageId)).flatMap((sequence) => of("sequence", sequence, sequence.steps)),
    ...(await listRules(db, pageId)).flatMap((rule) => of("rule", rule, rule.rule)),
    ...(await listOpenBroadcasts(db, pageId)).flatMap((broadcast) => of("broadcast", broadcast, broadcast.sent)),
  ];
}

/** Incoming hooks that start a flow. */
async function listHookUses(db: Db, pageId: string, wanted?: ReadonlySet<number>): Promise<FlowUse[]> {
  const hooks = await listHooks(db, pageId);
  return hooks.flatMap(({ id, name, isOn, mapping: { flow_id: flowId } }) =>
    flowId !== null && (!wanted || wanted.has(flowId))
      ? [{ type: "hook", id, name, flowId, isActive: isOn, toolType: null }]
      : [],
  );
}

function referencesOf(
  { id, name, isOn, draft, published }: FlowDocuments,
  read: (found: DocumentReferences) => number[],
): FlowUse[] {
  const live = new Set(published === null ? [] : read(listReferences(published)));
  const all = new Set([...live, ...read(listReferences(draft))]);
  return [...all].map((flowId) => ({
    type: "flow",
    id,
    name,
    flowId,
    isActive: isOn && live.has(flowId),
    toolType: null,
  }));
}

/** A flow that uses a tag or a field. `isActive`: its published version does, not only its draft. */
type DocumentUse = { flowId: number; name: string; isActive: boolean };

/** The uses of a tag or a field, and how many customers have it; at most `maxCustomers` are counted. */
export type CatalogUses = {
  flows: DocumentUse[];
  customers: number;
  isInForm: boolean;
  segments: SegmentUse[];
  sequences: SegmentUse[];
  rules: SegmentUse[];
  views: SegmentUse[];
};

const maxCustomers = 10_000;

export async function listUsesOfTag(db: Db, pageId: string, tagId: number): Promise<CatalogUses> {
  if (!(await listTags(db, pageId)).some(({ id }) => id === tagId)) throw notFound("tag");
  const flows = await listFlowsHolding(db, pageId, `"tag_id"`);
  return {
    flows: flows.flatMap((flow) => documentUse(flow, ({ tags }) => tags.includes(tagId))),
    customers: await countWithTag(db, pageId, tagId, maxCustomers),
    isInForm: false,
    segments: await listSegmentsUsing(db, pageId, ({ tags }) => tags.includes(tagId)),
    sequences: await listSequencesUsing(db, pageId, ({ tags }) => tags.includes(tagId)),
    rules: await listRulesUsing(db, pageId, ({ tags }) => tags.includes(tagId)),
    views: await listViewsUsing(db, pageId, ({ tags }) => tags.includes(tagId)),
  };
}

/** Flows name a field by its id where they set it, and by its name in conditions and texts. */
export async function listUsesOfField(db: Db, pageId: string, fieldId: number): Promise<CatalogUses> {
  const field = (await listCustomFields(db, pageId)).find(({ id }) => id === fieldId);
  if (!field) throw notFound("field");
  const { name } = field;
  const uses = ({ fields, fieldNames, variables }: DocumentReferences) =>
    fields.includes(fieldId) || fieldNames.includes(name) || variables.includes(name);
  const byId = await listFlowsHolding(db, pageId, `"action_id"`);
  const known = new Set(byId.map(({ id }) => id));
  const byName = (await listFlowsHolding(db, pageId, name)).filter(({ id }) => !known.has(id));
  return {
    flows: [...byId, ...byName].flatMap((flow) => documentUse(flow, uses)),
    customers: await countWithField(db, pageId, name, maxCustomers),
    isInForm: (await findPage(db, pageId))?.prechatForm?.fields.some(({ field }) => field === name) ?? false,
    segments: await listSegmentsUsing(db, pageId, ({ fields }) => fields.includes(name)),
    sequences: await listSequencesUsing(db, pageId, uses),
    rules: await listRulesUsing(
      db,
      pageId,
      (found) => found.fields.includes(fieldId) || found.fieldNames.includes(name),
    ),
    views: await listViewsUsing(db, pageId, ({ fields }) => fields.includes(name)),
  };
}

/** The segments of customers who came by the tool's ref. */
export async function listUsesOfTool(db: Db, pageId: string, toolId: number): Promise<SegmentUse[]> {
  const tool = (await listTools(db, pageId)).find(({ id }) => id === toolId);
  if (!tool) throw notFound("tool");
  return tool.ref === null ? [] : listSegmentsUsing(db, pageId, ({ refs }) => refs.includes(tool.ref ?? ""));
}

function documentUse(
  { id, name, draft, published }: FlowDocuments,
  uses: (found: DocumentReferences) => boolean,
): DocumentUse[] {
  const isActive = published !== null && uses(listReferences(published));
  return isActive || uses(listReferences(draft)) ? [{ flowId: id, name, isActive }] : [];
}
