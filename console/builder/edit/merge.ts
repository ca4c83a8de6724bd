import { listFields } from "@banter/core/flow/document/walk.ts";
import { isSameStep } from "./compare.ts";
import type { Draft, DraftStep, Path, Point } from "./draft.ts";
import { setInStep } from "./edit.ts";

export type MergeResult = {
  draft: Draft;
  /** Steps that both sides have changed in different ways. The draft holds the local form of them. */
  conflicts: string[];
};

/**
 * Joins the changes of two people who began from the same draft. Changes of different steps are both kept. Where both
 * have moved a step or the start, the local place counts.
 */
export function mergeDrafts(base: Draft, mine: Draft, theirs: Draft): MergeResult {
  if (mine === base || mine === theirs) return { draft: theirs, conflicts: [] };
  const conflicts: string[] = [];
  const steps = mergeRecords<DraftStep>(base.steps, mine.steps, theirs.steps, isSameStep, (id) => conflicts.push(id));
  const layout = mergeRecords<Point>(base.layout ?? {}, mine.layout ?? {}, theirs.layout ?? {}, isSamePoint);
  const start = mine.start === base.start ? theirs.start : mine.start;
  const places = Object.entries(layout).filter(([id]) => Object.hasOwn(steps, id));
  const draft: Draft = {
    version: 1,
    start: start !== null && Object.hasOwn(steps, start) ? start : startAmong(steps, theirs.start, mine.start),
    steps,
    ...((mine.layout || theirs.layout) && { layout: Object.fromEntries(places) }),
  };
  const isRemoved = [mine, theirs].some((side) => Object.keys(side.steps).some((id) => !Object.hasOwn(steps, id)));
  return { draft: isRemoved ? withoutLooseExits(draft) : draft, conflicts };
}

/** The draft with the other side's form of these steps. */
export function takeSteps(draft: Draft, from: Draft, ids: readonly string[]): Draft {
  const steps = { ...draft.steps };
  const layout = { ...draft.layout };
  for (const id of ids) {
    const [step, place] = [from.steps[id], from.layout?.[id]];
    if (step) steps[id] = step;
    else delete steps[id];
    if (step && place) layout[id] ??= place;
  }
  const start = startAmong(steps, draft.start, from.start);
  return withoutLooseExits({ ...draft, start, steps, ...(draft.layout || from.layout ? { layout } : {}) });
}

/** `after` with the objects of `before` for all steps that are the same, so that they are the same by identity. */
export function shareSteps(before: Draft, after: Draft): Draft {
  const steps = Object.entries(after.steps).map(([id, step]): [string, DraftStep] => {
    const known = before.steps[id];
    return [id, known && isSameStep(known, step) ? known : step];
  });
  return { ...after, steps: Object.fromEntries(steps) };
}

/** By key: the side that has changed it. The local side if both have, which is reported unless they agree. */
function mergeRecords<Value>(
  base: Record<string, Value>,
  mine: Record<string, Value>,
  theirs: Record<string, Value>,
  isSame: (one: Value, other: Value) => boolean,
  onConflict: (key: string) => void = () => undefined,
): Record<string, Value> {
  const agree = (one: Value | undefined, other: Value | undefined) =>
    one === other || (one !== undefined && other !== undefined && isSame(one, other));
  const merged: Record<string, Value> = {};
  for (const key of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const [before, own, other] = [base[key], mine[key], theirs[key]];
    const value = agree(before, own) ? other : own;
    if (!agree(before, own) && !agree(before, other) && !agree(own, other)) onConflict(key);
    if (value !== undefined) merged[key] = value;
  }
  return merged;
}

function startAmong(steps: Draft["steps"], ...wanted: (string | null)[]): string | null {
  return wanted.find((id) => id !== null && Object.hasOwn(steps, id)) ?? null;
}

/** One side may have removed a step that the other has led an exit to. */
function withoutLooseExits(draft: Draft): Draft {
  return listFields(draft)
    .filter(({ meta, value }) => meta.input === "step" && typeof value === "string" && !draft.steps[value])
    .reduce((rest, { step, path }) => setInStep(rest, step, path.slice(2) as Path, null), draft);
}

const isSamePoint = (one: Point, other: Point) => one.x === other.x && one.y === other.y;
