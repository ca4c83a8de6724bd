import { isObject, type JsonObject } from "../../model/json.ts";
import { listFields } from "../document/walk.ts";
import { FlowAction } from "../steps/flow-action.ts";
import { findType } from "../steps/index.ts";

/** The parts of a document that rules may wait for, and the flows and sequences that it starts without the customer. */
export type Deeds = {
  actions: FlowAction[];
  /** Fields that its steps save something in, by name. */
  fieldNames: string[];
  flows: number[];
  sequences: number[];
};

/** The deeds of all steps of a document. Which of them a run comes to is not known before. */
export function deedsOf(document: unknown): Deeds {
  const steps = isObject(document) && isObject(document.steps) ? Object.values(document.steps).filter(isObject) : [];
  const found = steps.map(listDeeds);
  const actions = found.flatMap((each) => each.actions);
  return {
    actions,
    fieldNames: savedFields(document),
    flows: idsOf([
      ...steps.map((step) => findType(step)?.entersFlow(step)),
      ...found.flatMap(({ flows }) => flows),
      ...actions.map((each) => (each.action === "start_sequence" ? each.flow_id : null)),
    ]),
    sequences: idsOf(actions.map((each) => (each.action === "enter_sequence" ? each.sequence_id : null))),
  };
}

const idsOf = (values: unknown[]): number[] => [...new Set(values.filter((value) => typeof value === "number"))];

/** The actions anywhere in a step, and the tools of a model that do the same. */
function listDeeds(value: unknown): { actions: FlowAction[]; flows: unknown[] } {
  if (Array.isArray(value) || (isObject(value) && value.action === undefined && value.tool === undefined)) {
    const parts = Object.values(value).map(listDeeds);
    return { actions: parts.flatMap(({ actions }) => actions), flows: parts.flatMap(({ flows }) => flows) };
  }
  if (!isObject(value)) return { actions: [], flows: [] };
  if (value.tool === "start_flow") return { actions: [], flows: [value.flow_id] };
  const { data } = FlowAction.safeParse(actionOf(value));
  return { actions: data ? [data] : [], flows: [] };
}

const actionOf = (value: JsonObject) =>
  value.tool === "add_tag" ? { action: "add_tag", tag_id: value.tag_id } : value;

/** Fields under other keys are read: that of a delay, and those that a model may look up. */
function savedFields(document: unknown): string[] {
  const names = listFields(document).flatMap(({ meta, value, key, path }) => {
    const isSaved = key === "save_to" || (key === "field" && !path.includes("fields"));
    return meta.input === "customer-field" && typeof value === "string" && isSaved ? [value] : [];
  });
  return [...new Set(names)];
}
