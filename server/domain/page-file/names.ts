import { EvaluationForm } from "@banter/core/flow/ai/evaluation.ts";
import { PageRule } from "@banter/core/flow/audience/page-rule.ts";
import { SequenceForm } from "@banter/core/flow/audience/sequence.ts";
import { SegmentCondition } from "@banter/core/flow/conditions/rule.ts";
import { mapKeyedReferences } from "@banter/core/flow/document/keyed-references.ts";
import { mapReferences } from "@banter/core/flow/document/references.ts";
import type { Fault } from "@banter/core/model/error.ts";
import { faultsOf } from "@banter/core/model/faults.ts";
import type { PageFile } from "@banter/core/page-file/schema.ts";
import type { z } from "zod";
import type { MatchedItems, Section } from "./match.ts";
import { flowPaths, folderPaths, type PageState } from "./state.ts";

/** Every item of the file with its id on the page, or a new one. */
export type GivenIds = ReturnType<typeof giveIds>;

export function giveIds(matched: MatchedItems, newIds: number[]) {
  const ids = newIds.values();
  const give = <Item, Old extends { id: number }>({ pairs }: Section<Item, Old>) =>
    pairs.map(({ item, was }, index) => ({ item, was, index, id: was?.id ?? ids.next().value ?? 0 }));
  return {
    tags: give(matched.tags),
    fields: give(matched.fields),
    folders: give(matched.folders),
    flows: give(matched.flows),
    keywords: give(matched.keywords),
    iceBreakers: give(matched.iceBreakers),
    menuItems: give(matched.menuItems),
    tools: give(matched.tools),
    segments: give(matched.segments),
    sequences: give(matched.sequences),
    rules: give(matched.rules),
    models: give(matched.models),
    knowledge: give(matched.knowledge),
    evaluations: give(matched.evaluations),
  };
}

type FileSequence = NonNullable<PageFile["sequences"]>[number];
type FileEvaluation = NonNullable<PageFile["evaluations"]>[number];
type FileRule = NonNullable<PageFile["rules"]>[number];

export type Names = ReturnType<typeof namesOf>;

/** Finds ids by name, among the items of the file and those that stay on the page. A missing name becomes a fault. */
export function namesOf(state: PageState, matched: MatchedItems, given: GivenIds) {
  const faults: Fault[] = [];
  const oldFolders = folderPaths(state.folders);
  const oldFlows = flowPaths(state.flows, state.folders);
  const known = {
    tag: new Map([
      ...given.tags.map(({ item, id }) => [item, id] as const),
      ...matched.tags.stay.map(({ name, id }) => [name, id] as const),
    ]),
    field: new Map(
      [...given.fields.map(({ item, id }) => ({ ...item, id })), ...matched.fields.stay].map(({ name, id }) => [
        name,
        id,
      ]),
    ),
    folder: new Map([
      ...given.folders.map(({ item, id }) => [item, id] as const),
      ...matched.folders.stay.map(({ id }) => [oldFolders.get(id) ?? "", id] as const),
    ]),
    flow: new Map([
      ...given.flows.map(({ item, id }) => [item.name, id] as const),
      ...matched.flows.stay.map(({ id }) => [oldFlows.get(id) ?? "", id] as const),
    ]),
    sequence: new Map([
      ...given.sequences.map(({ item, id }) => [item.name, id] as const),
      ...matched.sequences.stay.map(({ name, id }) => [name, id] as const),
    ]),
    hook: new Map(state.hooks.map(({ name, id }) => [name, id])),
    model: new Map([
      ...given.models.map(({ item, id }) => [item.name, id] as const),
      ...matched.models.stay.map(({ name, id }) => [name, id] as const),
    ]),
    source: new Map([
      // Files are in no page file, and stay.
      ...state.knowledge.filter(({ kind }) => kind === "file").map(({ name, id }) => [name, id] as const),
      ...given.knowledge.map(({ item, id }) => [item.name, id] as const),
      ...matched.knowledge.stay.map(({ name, id }) => [name, id] as const),
    ]),
  };
  const missing = (path: string, message: string) => {
    faults.push({ path, message });
    return null;
  };

  const byIds = (data: unknown, path: string): unknown =>
    mapKeyedReferences(data, "id", ({ kind, value, path: inner }) => {
      const id = typeof value === "string" ? known[kind].get(value) : undefined;
      // Another page has hooks and knowledge of its own: they wait until one is chosen.
      if (id === undefined && value !== null && kind !== "hook" && kind !== "source")
        missing(path + inner, `must be the name of a ${kind} that is there`);
      return id ?? null;
    });
  function checked<Schema extends z.ZodType>(schema: Schema, value: unknown, path: string) {
    const parsed = schema.safeParse(value);
    if (!parsed.success) faults.push(...faultsOf(parsed.error).map((fault) => ({ ...fault, path: path + fault.path })));
    return parsed.data;
  }

  return {
    faults,
    flow: (name: string | null, path: string): number | null =>
      name === null ? null : (known.flow.get(name) ?? missing(path, "names a flow that is not there")),
    /** The place of a folder or flow: the folder it lies in, and its own name. */
    place: (whole: string, path: string): { parentId: number | null; name: string } => {
      const slash = whole.lastIndexOf("/");
      const name = whole.slice(slash + 1);
      if (slash < 0) return { parentId: null, name };
      return {
        parentId: known.folder.get(whole.slice(0, slash)) ?? missing(path, "lies in a folder that is not there"),
        name,
      };
    },
    /** The condition by ids. Its rules are checked here, once they have them. */
    condition: (condition: unknown, path: string): SegmentCondition =>
      checked(SegmentCondition, byIds(condition, path), path) ?? { match: "all", rules: [] },
    sequence: ({ name, is_on, steps, leave }: FileSequence, path: string): SequenceForm | undefined => {
      const { on_reply = false, tags = [], goals = [] } = leave;
      const form = { name, is_on: is_on ?? true, steps, leave: { on_reply, tags, goals } };
      return checked(SequenceForm, byIds(form, path), path);
    },
    rule: ({ when, if: condition, do: deed, often }: FileRule, path: string): PageRule | undefined =>
      checked(PageRule, byIds({ when, if: condition ?? null, do: deed, often }, path), path),
    evaluation: (evaluation: FileEvaluation, path: string): EvaluationForm | undefined =>
      checked(EvaluationForm, byIds(evaluation, path), path),
    document: (document: unknown, path: string): unknown =>
      mapReferences(document, ({ kind, value, path: inner }) => {
        const id = typeof value === "string" ? known[kind].get(value) : undefined;
        // Uploaded files are in no page file: on another page the step knows nothing until a source is chosen.
        if (id === undefined && value !== null && kind !== "source")
          missing(path + inner, `must be the name of a ${kind} that is there`);
        return { by: "id", value: id ?? null };
      }),
  };
}
