import { formWithFields } from "@banter/core/api/prechat-form.ts";
import type { NamedDocument } from "@banter/core/flow/document/document.ts";
import { mapKeyedReferences } from "@banter/core/flow/document/keyed-references.ts";
import { mapReferences } from "@banter/core/flow/document/references.ts";
import { notFound } from "@banter/core/model/error.ts";
import { FileTool, type PageFile, type WholePageFile } from "@banter/core/page-file/schema.ts";
import { canonical } from "@banter/core/page-file/write.ts";
import type { Deps } from "../../deps.ts";
import type { StoredRule } from "../../store/audience/rules.ts";
import type { Segment } from "../../store/audience/segments.ts";
import type { Sequence } from "../../store/audience/sequences.ts";
import { formOf } from "../knowledge/sources.ts";
import { describeMedia } from "./media.ts";
import { flowPaths, folderPaths, loadPageState, type PageState } from "./state.ts";

/** The page's set-up as a page file, with the hashes of the stored files in it. */
export async function readPageFile({ db }: Pick<Deps, "db">, pageId: string): Promise<WholePageFile> {
  return db.snapshot(async (db) => {
    const state = await loadPageState(db, pageId);
    if (!state) throw notFound("page");
    return describeMedia({ db }, pageId, toPageFile(state));
  });
}

type FileSequence = NonNullable<PageFile["sequences"]>[number];
type FileEvaluation = NonNullable<PageFile["evaluations"]>[number];
type FileRule = NonNullable<PageFile["rules"]>[number];

/** Replaces ids by names. A reference to something deleted or trashed becomes null. */
export function toPageFile(state: PageState): WholePageFile {
  const { page, folders, flows } = state;
  const folderPath = folderPaths(folders);
  const flowPath = flowPaths(flows, folders);
  const flow = (id: number | null) => (id === null ? null : (flowPath.get(id) ?? null));
  const tagNames = new Map(state.tags.map(({ id, name }) => [id, name]));
  const fieldNames = new Map(state.fields.map(({ id, name }) => [id, name]));
  const sequenceNames = new Map(state.sequences.map(({ id, name }) => [id, name]));
  const hook = new Map(state.hooks.map(({ id, name }) => [id, name]));
  const model = new Map(state.models.map(({ id, name }) => [id, name]));
  const source = new Map(state.knowledge.map(({ id, name }) => [id, name]));
  const names = { flow: flowPath, tag: tagNames, field: fieldNames, sequence: sequenceNames, hook, model, source };
  const named = (document: unknown) =>
    mapReferences(document, ({ kind, value }) => ({
      by: "name",
      value: typeof value === "number" ? (names[kind].get(value) ?? null) : null,
    })) as NamedDocument;

  const byNames = <Data>(data: Data): Data =>
    mapKeyedReferences(data, "name", ({ kind, value }) =>
      typeof value === "number" ? (names[kind].get(value) ?? null) : null,
    );
  const segment = ({ name, condition }: Segment) => byNames({ name, condition });
  const sequence = ({ name, isOn, steps, leave }: Sequence): FileSequence => ({
    name,
    is_on: isOn ? undefined : false,
    steps: byNames(steps) as FileSequence["steps"],
    leave: {
      on_reply: leave.on_reply || undefined,
      // A tag that is gone ends nothing.
      tags: leave.tag_ids.flatMap((id) => tagNames.get(id) ?? []),
      goals: leave.goals,
    },
  });
  const rule = ({ name, isOn, rule: { when, if: condition, do: deed, often } }: StoredRule): FileRule => ({
    ...{ name, is_on: isOn ? undefined : false, often },
    ...byNames({ when, if: condition ?? undefined, do: deed }),
  });

  const evaluation = ({ name, flowId, step, blocks, questions }: PageState["evaluations"][number]) =>
    byNames({
      ...{ name, flow_id: flowId, step, blocks },
      // The words of customers are in no file.
      questions: questions.filter(({ psid }) => psid === null).map(({ question }) => question),
    }) as unknown as FileEvaluation;
  const sources = state.knowledge.flatMap((source) => formOf(source) ?? []);
  return canonical({
    banter: 1,
    page: pageOf(state, flow),
    chat: {
      welcome_on_open: page.welcomesOnOpen,
      look: page.look,
      prechat_form: formWithFields(page.prechatForm, state.fields) ?? undefined,
    },
    tags: state.tags.map(({ name }) => name),
    fields: state.fields.map(({ name, type, label }) => ({ name, type, label: label ?? undefined })),
    folders: folders.map(({ id }) => folderPath.get(id) ?? ""),
    flows: flows.map(({ id, publishedVersion, published, draft, isOn }) => ({
      name: flowPath.get(id) ?? "",
      published: publishedVersion !== null,
      is_on: isOn ? undefined : false,
      document: named(publishedVersion === null ? draft : published),
      draft: named(draft),
    })),
    keywords: state.keywords.map(({ flowId, isActivated, hours, id: _, ...keyword }) => ({
      ...keyword,
      hours: hours ?? undefined,
      flow: flow(flowId),
      is_activated: isActivated,
    })),
    ice_breakers: state.iceBreakers.map(({ title, flowId }) => ({ title, flow: flow(flowId) })),
    main_menu: state.menuItems.map(({ title, flowId, url, command }) =>
      url === null ? { title, flow: flow(flowId), ...(command !== null && { command }) } : { title, url },
    ),
    tools: state.tools.map(({ type, name, ref, flowId, isPublished, settings }) =>
      FileTool.parse({
        ...{ type, name, ref, flow: flow(flowId), is_published: isPublished },
        ...(settings && { settings }),
      }),
    ),
    // The file of a page without segments is as it was before there were any.
    segments: state.segments.length > 0 ? state.segments.map(segment) : undefined,
    sequences: state.sequences.length > 0 ? state.sequences.map(sequence) : undefined,
    rules: state.rules.length > 0 ? state.rules.map(rule) : undefined,
    models: state.models.length > 0 ? state.models.map(({ id: _, ...form }) => form) : undefined,
    model_limits: state.modelLimits,
    knowledge: sources.length > 0 ? sources : undefined,
    evaluations: state.evaluations.length > 0 ? state.evaluations.map(evaluation) : undefined,
    secrets: state.secrets.map(({ name }) => name),
  });
}

function pageOf({ page }: PageState, flow: (id: number | null) => string | null): WholePageFile["page"] {
  return {
    name: page.name,
    timezone: page.timezone,
    greeting: page.greeting ?? undefined,
    hours: page.hours ?? undefined,
    origins: page.origins.length > 0 ? page.origins : undefined,
    welcome: flow(page.welcomeFlowId),
    default_reply: flow(page.defaultReplyFlowId),
    default_reply_seconds: page.defaultReplySeconds || undefined,
    pause_minutes: page.pauseMinutes,
    hand_over_minutes: page.handOverMinutes ?? undefined,
    hand_over_text: page.handOverText ?? undefined,
    answer_minutes: page.answerMinutes ?? undefined,
    audience: page.audience ?? undefined,
    takes_files: page.takesFiles ? undefined : false,
  };
}
