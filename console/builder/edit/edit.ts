import { healStep } from "@banter/core/flow/document/heal.ts";
import { listFields } from "@banter/core/flow/document/walk.ts";
import { isRemark } from "@banter/core/flow/steps/index.ts";
import { exitsOf } from "../steps/exits.ts";
import type { Draft, DraftStep, Path, Point } from "./draft.ts";
import { findAt, setAt } from "./draft.ts";

// Each returns a new draft and does not change the given one; unchanged steps stay the same objects.

export function addStep(draft: Draft, id: string, step: DraftStep, at: Point): Draft {
  return {
    ...draft,
    start: draft.start === null && !isRemark(step) ? id : draft.start,
    steps: { ...draft.steps, [id]: step },
    layout: { ...draft.layout, [id]: rounded(at) },
  };
}

/** Connects an exit to a step, or to none. */
export function connect(draft: Draft, from: string, exit: Path, target: string | null): Draft {
  return setInStep(draft, from, exit, target);
}

/** Sets one setting of a step; undefined removes it. */
export function setInStep(draft: Draft, id: string, path: Path, value: unknown): Draft {
  const step = draft.steps[id];
  if (!step || findAt(step, path) === value) return draft;
  return { ...draft, steps: { ...draft.steps, [id]: setAt(step, path, value) as DraftStep } };
}

/** Without exits that a step no longer has, as of a removed branch. */
export function healIn(draft: Draft, id: string): Draft {
  const step = draft.steps[id];
  const healed = step && healStep(step);
  return !healed || healed === step ? draft : { ...draft, steps: { ...draft.steps, [id]: healed } };
}

/** Exits to removed steps are disconnected. The first remaining step after a removed start becomes the start. */
export function removeSteps(draft: Draft, ids: readonly string[]): Draft {
  const gone = new Set(ids);
  const stays = ([id]: [string, unknown]) => !gone.has(id);
  const kept: Draft = { ...draft, steps: Object.fromEntries(Object.entries(draft.steps).filter(stays)) };
  if (draft.layout) kept.layout = Object.fromEntries(Object.entries(draft.layout).filter(stays));
  if (draft.start !== null && gone.has(draft.start)) kept.start = nextStart(draft, gone);
  return listFields(kept)
    .filter(({ meta, value }) => meta.input === "step" && typeof value === "string" && gone.has(value))
    .reduce((rest, { step, path }) => setInStep(rest, step, path.slice(2) as Path, null), kept);
}

export function moveSteps(draft: Draft, places: ReadonlyMap<string, Point>): Draft {
  const moved = [...places].filter(([id, { x, y }]) => {
    const now = draft.layout?.[id];
    return draft.steps[id] && (now?.x !== Math.round(x) || now?.y !== Math.round(y));
  });
  if (moved.length === 0) return draft;
  return { ...draft, layout: { ...draft.layout, ...Object.fromEntries(moved.map(([id, at]) => [id, rounded(at)])) } };
}

/** The places of some steps, a distance further in a direction. */
export function nudged(
  places: ReadonlyMap<string, Point>,
  ids: readonly string[],
  direction: Point,
  distance: number,
): Map<string, Point> {
  return new Map(
    ids.flatMap((id): [string, Point][] => {
      const at = places.get(id);
      return at ? [[id, { x: at.x + direction.x * distance, y: at.y + direction.y * distance }]] : [];
    }),
  );
}

/** A random id: running conversations and statistics may still know the ids of removed steps. */
export function freshId(draft: Draft, type: string, random: () => number): string {
  for (;;) {
    const id = `${type}-${Math.floor(random() * 36 ** 5)
      .toString(36)
      .padStart(5, "0")}`;
    if (!Object.hasOwn(draft.steps, id)) return id;
  }
}

function nextStart(draft: Draft, gone: ReadonlySet<string>): string | null {
  const seen = new Set<string>(draft.start === null ? [] : [draft.start]);
  // Iterating a Set also visits values that are added on the way.
  for (const id of seen) {
    if (!gone.has(id) && draft.steps[id]) return id;
    const step = draft.steps[id];
    for (const { target } of step ? exitsOf(step) : []) if (target !== null) seen.add(target);
  }
  return null;
}

function rounded({ x, y }: Point): Point {
  const limit = 1_000_000;
  const within = (value: number) => Math.max(-limit, Math.min(limit, Math.round(value)));
  return { x: within(x), y: within(y) };
}
