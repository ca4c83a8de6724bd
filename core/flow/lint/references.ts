import { pointer } from "../../model/pointer.ts";
import { customerFields } from "../../model/variables.ts";
import { referencesIn } from "../document/references.ts";
import { listFields, type ReferenceKind } from "../document/walk.ts";
import type { Finding, LintContext } from "../problem.ts";

/** Finds references to flows, tags, fields, sequences, models and sources that the page does not have. */
export function lintReferences(document: unknown, context: LintContext): Finding[] {
  const names = new Set<unknown>([...customerFields, ...context.fields.values()]);
  // An empty name is no valid one, which is reported already.
  const isUnknown = (value: unknown) => typeof value === "string" && value !== "" && !names.has(value);
  const unknownNames = listFields(document)
    .filter(({ meta, value }) => meta.input === "customer-field" && isUnknown(value))
    .map(({ step, path }): Finding => {
      return { code: "field_missing", step, path: pointer(path), message: "names a field that the page does not have" };
    });

  const references = referencesIn(document).flatMap(({ kind, value, step, path }): Finding[] => {
    const fault = value === null || typeof value === "number" ? faultOf(kind, value, context) : undefined;
    return fault ? [{ code: fault[0], step, path: pointer(path), message: fault[1] }] : [];
  });
  return [...references, ...unknownNames];
}

function faultOf(kind: ReferenceKind, id: number | null, context: LintContext): [Finding["code"], string] | undefined {
  if (id === null) return [`${kind}_unset`, `has no ${kind} chosen yet`];
  const { flows, tags, fields, sequences, models, sources } = context;
  const there = { flow: flows, tag: tags, field: fields, sequence: sequences, model: models, source: sources }[kind];
  if (there && !there.has(id)) return [`${kind}_missing`, `names a ${kind} that the page does not have`];
  const flow = kind === "flow" ? context.flows.get(id) : undefined;
  if (flow?.isTrashed) return ["flow_trashed", "names a flow in the trash"];
  // The checked flow itself is about to be published.
  if (flow?.isPublished === false && id !== context.flowId) {
    return ["flow_unpublished", "names a flow that is not published"];
  }
  if (flow?.isOff && id !== context.flowId) return ["flow_off", "names a flow that is switched off"];
  return undefined;
}
