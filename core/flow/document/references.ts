import { isObject, type JsonObject } from "../../model/json.ts";
import { pointer } from "../../model/pointer.ts";
import { parseTemplate } from "../render/template.ts";
import { type Field, listFields, type ReferenceKind, referenceKeys, referenceKindOf } from "./walk.ts";

/** A reference to a flow, a tag, a custom field, a sequence, a model or a source of knowledge: by id in stored documents, by name in page files. */
export type Reference = { kind: ReferenceKind; by: "id" | "name"; value: unknown; path: string };

/**
 * The document with its references changed, for example `flow_id: 12` to `flow: "Sales/Confirm"`. Every other byte of
 * its JSON stays the same. A reference stays if `change` returns undefined.
 */
export function mapReferences<Document>(
  document: Document,
  change: (reference: Reference) => Pick<Reference, "by" | "value"> | undefined,
): Document {
  const changes = new Map<JsonObject, Map<string, [string, unknown]>>();
  for (const { kind, by, value, path, holder, key } of referencesIn(document)) {
    const changed = change({ kind, by, value, path: pointer(path) });
    if (!changed) continue;
    const keys = changes.get(holder) ?? new Map<string, [string, unknown]>();
    changes.set(holder, keys.set(key, [referenceKeys[kind][changed.by], changed.value]));
  }

  function rebuild(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(rebuild);
    if (!isObject(value)) return value;
    const keys = changes.get(value);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => keys?.get(key) ?? [key, rebuild(item)]));
  }
  return rebuild(document) as Document;
}

/** The references of a document, each once, in order of first use. */
export type DocumentReferences = {
  flows: number[];
  tags: number[];
  fields: number[];
  sequences: number[];
  models: number[];
  sources: number[];
  /** Customer fields that are read or set by name. */
  fieldNames: string[];
  /** Names of variables in templates, which may be fields too. */
  variables: string[];
};

export function listReferences(document: unknown): DocumentReferences {
  const references = referencesIn(document);
  const ids = (wanted: ReferenceKind) =>
    unique(references.flatMap(({ kind, value }) => (kind === wanted && typeof value === "number" ? [value] : [])));
  const fields = listFields(document);
  return {
    flows: ids("flow"),
    tags: ids("tag"),
    fields: ids("field"),
    sequences: ids("sequence"),
    models: ids("model"),
    sources: ids("source"),
    fieldNames: unique(
      fields.flatMap(({ meta, value }) =>
        meta.input === "customer-field" && typeof value === "string" ? [value] : [],
      ),
    ),
    variables: unique(fields.flatMap(templatesIn).flatMap(({ text }) => variablesIn(text))),
  };
}

export function referencesIn(document: unknown): (Field & Pick<Reference, "kind" | "by">)[] {
  return listFields(document).flatMap((field) => {
    const kind = referenceKindOf(field.meta);
    return kind ? [{ ...field, kind, by: field.key === referenceKeys[kind].id ? "id" : "name" }] : [];
  });
}

/** The templates in a field: its text, or each text of its list, whose items may be objects with a `text`. */
export function templatesIn({ meta, value, path }: Field): { text: string; path: PropertyKey[] }[] {
  if (!meta.template) return [];
  if (typeof value === "string") return [{ text: value, path }];
  if (!Array.isArray(value)) return [];
  return value.flatMap((item, index) => {
    const place = [...path, index];
    if (typeof item === "string") return [{ text: item, path: place }];
    return isObject(item) && typeof item.text === "string" ? [{ text: item.text, path: [...place, "text"] }] : [];
  });
}

export function variablesIn(template: string): string[] {
  return parseTemplate(template).flatMap((part) => (part.type === "variable" ? [part.name] : []));
}

function unique<Item>(items: Item[]): Item[] {
  return [...new Set(items)];
}
