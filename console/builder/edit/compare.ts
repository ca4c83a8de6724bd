import { isObject } from "@banter/core/model/json.ts";
import { type DraftStep, type Path, readDraft } from "./draft.ts";

/** The changes between two documents, step by step. Positions on the canvas do not count. */
export type Comparison = {
  added: string[];
  removed: string[];
  changed: { step: string; differences: Difference[] }[];
  start: Difference | null;
};

export type Difference = { path: Path; before: unknown; after: unknown };

export function compare(before: unknown, after: unknown): Comparison {
  const one = readDraft(before);
  const other = readDraft(after);
  const changed = Object.entries(other.steps).flatMap(([step, now]) => {
    const differences = one.steps[step] ? differencesOf(one.steps[step], now) : [];
    return differences.length > 0 ? [{ step, differences }] : [];
  });
  return {
    added: Object.keys(other.steps).filter((id) => !one.steps[id]),
    removed: Object.keys(one.steps).filter((id) => !other.steps[id]),
    changed,
    start: one.start === other.start ? null : { path: ["start"], before: one.start, after: other.start },
  };
}

export function isSame({ added, removed, changed, start }: Comparison): boolean {
  return added.length + removed.length + changed.length === 0 && start === null;
}

/** The same settings and exits, whatever the order of their keys. */
export function isSameStep(one: DraftStep, other: DraftStep): boolean {
  return one === other || differencesOf(one, other).length === 0;
}

/** Field by field. In lists of different lengths, items of only one side are one change each. */
function differencesOf(before: DraftStep, after: DraftStep): Difference[] {
  const differences: Difference[] = [];
  function walk(one: unknown, other: unknown, path: Path): void {
    if (one === other) return;
    if (Array.isArray(one) && Array.isArray(other)) {
      for (let index = 0; index < Math.max(one.length, other.length); index += 1)
        walk(one[index], other[index], [...path, index]);
    } else if (isObject(one) && isObject(other)) {
      for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
        walk(one[key], other[key], [...path, key]);
    } else if (!isNowhere(one) || !isNowhere(other) || path[0] !== "next") {
      differences.push({ path, before: one, after: other });
    }
  }
  walk(before, after, []);
  return differences;
}

/** A null exit and a missing one are the same. */
function isNowhere(value: unknown): boolean {
  return value === null || value === undefined || (isObject(value) && Object.values(value).every(isNowhere));
}
