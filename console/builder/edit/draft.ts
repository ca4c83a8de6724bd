import { healDraft } from "@banter/core/flow/document/heal.ts";
import { isObject, type JsonObject } from "@banter/core/model/json.ts";

/** A document while it is edited. Only its outer form is checked: the settings of a step may be anything. */
export type Draft = {
  version: 1;
  start: string | null;
  steps: Record<string, DraftStep>;
  layout?: Record<string, Point>;
};
export type DraftStep = JsonObject & { type: string };
export type Point = { x: number; y: number };
export type Path = readonly (string | number)[];

/** Reads a stored draft. Malformed parts are left out, and so are exits that a step does not have. */
export function readDraft(document: unknown): Draft {
  const given = isObject(document) ? document : {};
  const steps = isObject(given.steps) ? given.steps : {};
  const layout = isObject(given.layout) ? given.layout : undefined;
  return healDraft({
    version: 1,
    start: typeof given.start === "string" ? given.start : null,
    steps: Object.fromEntries(Object.entries(steps).filter((entry): entry is [string, DraftStep] => isStep(entry[1]))),
    ...(layout && {
      layout: Object.fromEntries(Object.entries(layout).filter((entry): entry is [string, Point] => isPoint(entry[1]))),
    }),
  });
}

export function findAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)];
    return isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined;
  }, value);
}

/**
 * A copy of the value with another one at the path; undefined removes the key. Missing holders are created, and values
 * beside the path stay the same objects.
 */
export function setAt(value: unknown, path: Path, next: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return next;
  if (typeof key === "number" || (Array.isArray(value) && /^\d+$/.test(key))) {
    const items = Array.isArray(value) ? [...value] : [];
    items[Number(key)] = setAt(items[Number(key)], rest, next);
    return items;
  }
  const holder = isObject(value) ? value : {};
  const inner = setAt(Object.hasOwn(holder, key) ? holder[key] : undefined, rest, next);
  if (inner !== undefined) return { ...holder, [key]: inner };
  const { [key]: _, ...others } = holder;
  return others;
}

function isStep(value: unknown): value is DraftStep {
  return isObject(value) && typeof value.type === "string";
}

function isPoint(value: unknown): value is Point {
  return isObject(value) && typeof value.x === "number" && typeof value.y === "number";
}
