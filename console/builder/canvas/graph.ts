import type { Problem } from "@banter/core/flow/problem.ts";
import { isRemark } from "@banter/core/flow/steps/index.ts";
import type { Edge, Node, NodeChange } from "@xyflow/react";
import type { BuilderState, ExitOf } from "../builder.ts";
import type { Draft, DraftStep, Path } from "../edit/draft.ts";
import { type Exit, exitsOf } from "../steps/exits.ts";
import { placesOf } from "./layout.ts";
import { tracks } from "./lines/route.ts";

/** The numbers of each step. The numbers of a period have clicks by button, and nothing about deliveries. */
export type Counters = Record<string, StepCounters>;
export type StepCounters = {
  entered: number;
  exits: Record<string, number>;
  sent?: number;
  seen?: number;
  clicked?: number;
  clicks?: Record<string, number>;
};
/** How a step differs from the version that is compared. */
type Change = "added" | "removed" | "changed";

export type StepNode = Node<StepData, "step" | "note">;
export type StepData = {
  step: DraftStep;
  isStart: boolean;
  isActive: boolean;
  change: Change | undefined;
  /** The highest severity of the step's problems. */
  severity: Problem["severity"] | undefined;
  problems: number;
  counters: StepCounters | undefined;
};
/** An exit with its line. The label is for screen readers, the track for lines that go back. */
export type ExitEdge = Edge<ExitOf & { label: string; track: number }, "exit">;

/** The document that the canvas shows: the draft, with the removed steps of the version that is compared. */
export function shownDraft(draft: Draft, shown: BuilderState["shown"]): Draft {
  if (!shown) return draft;
  const { document, comparison } = shown;
  const gone = (record: Record<string, unknown> | undefined) =>
    Object.fromEntries(comparison.removed.flatMap((id) => (record?.[id] ? [[id, record[id]]] : [])));
  return {
    ...draft,
    steps: { ...draft.steps, ...(gone(document.steps) as Draft["steps"]) },
    layout: { ...(gone(document.layout) as Draft["layout"]), ...draft.layout },
  };
}

/** The steps as nodes. An unchanged node is the same object as before, so React does not draw it again. */
export function nodesOf(
  draft: Draft,
  { problems, active, shown, counters }: Pick<BuilderState, "problems" | "active" | "shown"> & { counters?: Counters },
  before: ReadonlyMap<string, StepNode>,
): StepNode[] {
  const problemsOf = Map.groupBy(problems, ({ step }) => step);
  const changes = shown && changesOf(shown.comparison);
  const places = placesOf(draft);
  return Object.entries(draft.steps).map(([id, step]): StepNode => {
    const found = problemsOf.get(id) ?? [];
    const data: StepData = {
      step,
      isStart: draft.start === id,
      isActive: active === id,
      change: changes?.get(id),
      severity: found.some(({ severity }) => severity === "error") ? "error" : found[0]?.severity,
      problems: found.length,
      counters: counters?.[id],
    };
    const position = places.get(id) ?? { x: 0, y: 0 };
    const old = before.get(id);
    if (!old) return { id, type: isRemark(step) ? "note" : "step", position, data };
    const isSameData = (Object.keys(data) as (keyof StepData)[]).every((key) => data[key] === old.data[key]);
    const isSamePlace = old.position.x === position.x && old.position.y === position.y;
    if (isSameData && isSamePlace) return old;
    return { ...old, position: isSamePlace ? old.position : position, data: isSameData ? old.data : data };
  });
}

/** The lines from connected exits. `labelOf` gives each a name for screen readers. */
export function edgesOf(
  draft: Draft,
  edge: BuilderState["edge"],
  labelOf: (exit: Exit, step: DraftStep, target: DraftStep) => string,
): ExitEdge[] {
  let count = 0;
  return Object.entries(draft.steps).flatMap(([id, step]) =>
    exitsOf(step).flatMap((exit): ExitEdge[] => {
      const { handle, path, kind, target } = exit;
      const led = target === null ? undefined : draft.steps[target];
      if (target === null || !led) return [];
      const label = labelOf(exit, step, led);
      const selected = edge?.step === id && edge.exit.join("/") === path.join("/");
      return [
        {
          id: `${id}${handle}`,
          type: "exit",
          ariaLabel: label,
          source: id,
          sourceHandle: handle,
          target,
          selected,
          data: { step: id, exit: path, label, track: count++ % tracks },
          className: `exit-${kind}`,
        },
      ];
    }),
  );
}

/** The path of the exit that a handle belongs to. */
export function exitPath(step: DraftStep | undefined, handle: string | null): Path | undefined {
  return step && exitsOf(step).find((each) => each.handle === handle)?.path;
}

export function selectionAfter(selection: readonly string[], changes: readonly NodeChange<StepNode>[]): string[] {
  const chosen = new Set(selection);
  for (const change of changes) {
    if (change.type === "select") chosen[change.selected ? "add" : "delete"](change.id);
  }
  return [...chosen];
}

function changesOf({ added, removed, changed }: NonNullable<BuilderState["shown"]>["comparison"]): Map<string, Change> {
  return new Map<string, Change>([
    ...added.map((id): [string, Change] => [id, "added"]),
    ...removed.map((id): [string, Change] => [id, "removed"]),
    ...changed.map(({ step }): [string, Change] => [step, "changed"]),
  ]);
}
