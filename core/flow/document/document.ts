import { z } from "zod";
import { type Fault, invalidFields } from "../../model/error.ts";
import { faultsOf, type PlainFault, plainFaultsOf } from "../../model/faults.ts";
import { Id } from "../../model/id.ts";
import type { JsonObject } from "../../model/json.ts";
import { StepId } from "../../model/step-id.ts";
import { faultsOfJson } from "../json-limits.ts";
import { Step, StepTypeName } from "../steps/index.ts";
import { type Reference, referencesIn } from "./references.ts";
import { listFields, referenceKeys } from "./walk.ts";

/**
 * A flow that can run. Parsing fills in defaults, but the document is always stored as it was given.
 *
 *     { "version": 1, "start": "hi",
 *       "steps": { "hi": { "type": "goto", "flow_id": 12 } },
 *       "layout": { "hi": { "x": 0, "y": 0 } } }
 */
export const FlowDocument = z.preprocess(
  inLimits,
  z
    .strictObject({ version: z.literal(1), start: StepId, steps: z.record(StepId, Step), layout: layoutOf() })
    .superRefine(hasFewExits),
);
export type FlowDocument = z.infer<typeof FlowDocument>;

/**
 * A draft that can be saved: its outer structure, step types, ids and limits are valid, the settings of its steps may
 * be anything. Parsing returns the input unchanged, including the order of keys.
 */
export const DraftDocument = draftBy("id");
export type DraftDocument = z.infer<typeof DraftDocument>;

/** A draft in a page file, where references are names. */
export const NamedDocument = draftBy("name");
export type NamedDocument = z.infer<typeof NamedDocument>;

/** A parsed document, ready to run. Steps are in a Map because `toString` is a valid step id. */
export type ParsedDocument = { start: string; steps: ReadonlyMap<string, Step> };

/** Throws the faults if the document cannot run. */
export function parseDocument(document: unknown): ParsedDocument {
  const parsed = FlowDocument.safeParse(document);
  if (!parsed.success) throw invalidFields(faultsOf(parsed.error));
  return { start: parsed.data.start, steps: new Map(Object.entries(parsed.data.steps)) };
}

export function checkDocument(document: unknown): Fault[] {
  const parsed = FlowDocument.safeParse(document);
  return parsed.success ? [] : faultsOf(parsed.error);
}

function draftBy(by: Reference["by"]) {
  const form = z.preprocess(
    inLimits,
    z
      .strictObject({
        version: z.literal(1),
        start: StepId.nullable(),
        steps: z.record(StepId, z.looseObject({ type: StepTypeName })),
        layout: layoutOf(),
      })
      .superRefine(hasFewExits)
      .superRefine(refersBy(by)),
  );
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(form, { io: "input" });
  return z
    .looseObject({})
    .superRefine((document, context) => {
      const { error } = form.safeParse(document);
      if (error) addFaults(context, plainFaultsOf(error));
    })
    .meta(jsonSchema);
}

function layoutOf() {
  const coordinate = z.number().min(-1_000_000).max(1_000_000);
  return z.record(StepId, z.strictObject({ x: coordinate, y: coordinate })).optional();
}

function inLimits(document: unknown, context: z.RefinementCtx): unknown {
  const faults = faultsOfJson(document);
  addFaults(context, faults);
  return faults.length > 0 ? z.NEVER : document;
}

function addFaults(context: z.RefinementCtx, faults: PlainFault[]): void {
  for (const { path, message } of faults) context.addIssue({ code: "custom", path, message });
}

export const maxSteps = 2000;
const maxExits = 100;

function hasFewExits(document: { steps: JsonObject }, context: z.RefinementCtx): void {
  const fault = (path: PropertyKey[], message: string) => context.addIssue({ code: "custom", path, message });
  if (Object.keys(document.steps).length > maxSteps) fault(["steps"], `must hold at most ${maxSteps} steps`);
  const exits = listFields(document).filter(({ meta }) => meta.input === "step");
  for (const [step, { length }] of Map.groupBy(exits, ({ step }) => step)) {
    if (length > maxExits) fault(["steps", step], `must have at most ${maxExits} exits`);
  }
}

/** Drafts are exported too, so every reference in them must be one that can be looked up. */
function refersBy(wanted: Reference["by"]) {
  return (document: JsonObject, context: z.RefinementCtx) => {
    const Value = (wanted === "id" ? Id : z.string().min(1).max(4000)).nullable();
    for (const { kind, by, value, path } of referencesIn(document)) {
      const message =
        by === wanted
          ? `must be ${wanted === "id" ? "an id" : "a name"} or null`
          : `must be ${referenceKeys[kind][wanted]}`;
      if (by !== wanted || !Value.safeParse(value).success) context.addIssue({ code: "custom", path, message });
    }
  };
}
