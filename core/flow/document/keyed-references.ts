import { isObject, type JsonObject } from "../../model/json.ts";
import { pointer } from "../../model/pointer.ts";
import { type ReferenceKind, referenceKeys } from "./walk.ts";

// References in data that is no flow document: conditions, sequences, rules. There the key alone tells what it names.

/** Incoming hooks are named by rules alone. */
const keys = { ...referenceKeys, hook: { id: "hook_id", name: "hook" } } as const;
type KeyedKind = ReferenceKind | "hook";

type KeyedReference = { kind: KeyedKind; value: unknown; path: string };

/**
 * The data with its references changed: `tag_id: 12` to `tag: "VIP"` for page files, and back; with `same`, names to other
 * names. It may be anything: page files are checked when their names are ids again.
 */
export function mapKeyedReferences<Data>(
  data: Data,
  by: "id" | "name" | "same",
  change: (reference: KeyedReference) => unknown,
): Data {
  const to = by === "id" ? "id" : "name";
  const from = by === "name" ? "id" : "name";
  const rebuild = (value: unknown, path: PropertyKey[]): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => rebuild(item, [...path, index]));
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([key, item]) => {
      const place = [...path, key];
      const kind = kindOf(value, key, from);
      if (!kind) return [key, rebuild(item, place)];
      const changed = (one: unknown, at: PropertyKey[]) => change({ kind, value: one, path: pointer(at) });
      const fresh = Array.isArray(item)
        ? item.map((one, index) => changed(one, [...place, index]))
        : changed(item, place);
      const names = key.endsWith("s") ? listKeys : keys;
      return [names[kind][to], fresh];
    });
    return Object.fromEntries(entries);
  };
  return rebuild(data, []) as Data;
}

/** The ids that the data names, each once. */
export function listKeyedReferences(data: unknown): Record<KeyedKind, number[]> {
  const found = Object.fromEntries(kinds.map((kind) => [kind, new Set<number>()])) as Record<KeyedKind, Set<number>>;
  mapKeyedReferences(data, "name", ({ kind, value }) => {
    if (typeof value === "number") found[kind].add(value);
    return value;
  });
  return Object.fromEntries(kinds.map((kind) => [kind, [...found[kind]]])) as Record<KeyedKind, number[]>;
}

const kinds = Object.keys(keys) as KeyedKind[];

/** Several of a kind in one list. */
const listKeys = Object.fromEntries(
  kinds.map((kind) => [kind, { id: `${keys[kind].id}s`, name: `${keys[kind].name}s` }]),
) as Record<KeyedKind, { id: string; name: string }>;

/** A field is named by its name everywhere, and by its id only where an action sets it. */
function kindOf(holder: JsonObject, key: string, by: "id" | "name"): KeyedKind | undefined {
  const kind = kinds.find((each) => keys[each][by] === key || (each !== "field" && listKeys[each][by] === key));
  return kind === "field" && !("action" in holder) ? undefined : kind;
}
