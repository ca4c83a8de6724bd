import type { z } from "zod";
import { isObject, type JsonObject } from "../../model/json.ts";
import { isStepType, type StepTypeName, stepTypes } from "../steps/index.ts";
import { type FieldMap, type Interest, mapSchema, type SchemaMap } from "./schema-map.ts";

/** A field of a document with meta data in its schema. */
export type Field = {
  step: string;
  path: PropertyKey[];
  holder: JsonObject;
  key: string;
  value: unknown;
  meta: z.GlobalMeta;
};

/** The keys of references: by id in stored documents, by name in page files. */
export const referenceKeys = {
  flow: { id: "flow_id", name: "flow" },
  tag: { id: "tag_id", name: "tag" },
  field: { id: "action_id", name: "field" },
  sequence: { id: "sequence_id", name: "sequence" },
  // Drafts of earlier releases have a text under `model`.
  model: { id: "model_id", name: "model_name" },
  source: { id: "source_id", name: "source_name" },
} as const;
export type ReferenceKind = keyof typeof referenceKeys;

/**
 * Lists the exits, references, field names and templates of a document, as marked in the schemas of the step types. The
 * document may be an unfinished draft: values that do not fit the schema are skipped.
 */
export function listFields(document: unknown): Field[] {
  const steps = isObject(document) && isObject(document.steps) ? document.steps : {};
  const fields: Field[] = [];
  for (const [step, settings] of Object.entries(steps)) {
    if (!isObject(settings) || !isStepType(settings.type)) continue;
    walk(settings, mapOf(settings.type), ["steps", step], (field) => fields.push({ step, ...field }));
  }
  return fields;
}

export function referenceKindOf({ input }: z.GlobalMeta): ReferenceKind | undefined {
  if (input === "custom-field") return "field";
  return kinds.find((kind) => kind === input);
}

const kinds = ["flow", "tag", "sequence", "model", "source"] as const;

const interest: Interest = {
  isRelevant: (meta) =>
    meta.template !== undefined ||
    meta.input === "step" ||
    meta.input === "customer-field" ||
    referenceKindOf(meta) !== undefined,
  keysOf: (key, meta) => {
    const kind = referenceKindOf(meta);
    return kind ? Object.values(referenceKeys[kind]) : [key];
  },
};

const maps = new Map<StepTypeName, SchemaMap | undefined>();

function mapOf(type: StepTypeName): SchemaMap | undefined {
  if (!maps.has(type)) maps.set(type, mapSchema(stepTypes[type].schema, interest));
  return maps.get(type);
}

type Visit = (field: Omit<Field, "step">) => void;

function walk(value: unknown, map: SchemaMap | undefined, path: PropertyKey[], visit: Visit): void {
  if (map?.type === "list" && Array.isArray(value)) {
    for (const [index, item] of value.entries()) walk(item, map.items, [...path, index], visit);
  }
  if (!map || !isObject(value)) return;
  if (map.type === "union") walk(value, map.options.get(value[map.discriminator]), path, visit);
  if (map.type === "record") for (const key of Object.keys(value)) visitField(value, key, map.values, path, visit);
  if (map.type !== "object") return;
  for (const field of map.fields) {
    for (const key of field.keys) if (Object.hasOwn(value, key)) visitField(value, key, field, path, visit);
  }
}

function visitField(
  holder: JsonObject,
  key: string,
  { meta, inner }: Omit<FieldMap, "keys">,
  parent: PropertyKey[],
  visit: Visit,
): void {
  const path = [...parent, key];
  const value = holder[key];
  if (meta) visit({ path, holder, key, value, meta });
  walk(value, inner, path, visit);
}
