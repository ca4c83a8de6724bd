import type { Problem } from "@banter/core/flow/problem.ts";
import { isRemark } from "@banter/core/flow/steps/index.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";
import type { Edge, Node } from "@xyflow/react";
import type { BuilderState } from "../builder.ts";
import type { Draft, DraftStep, Path } from "../edit/draft.ts";
import { exitsOf } from "../steps/exits.ts";
import { placesOf } from "./layout.ts";

export type Counters = ReplyOf<"GET /pages/:page_id/flows/:flow_id/counters">["steps"];
export type Mark = "added" | "removed" | "changed";

export type StepNode = Node<StepData, "step" | "note">;
export type StepData = {
  step: DraftStep;
  isStart: boolean;
  isActive: boolean;
  mark: Mark | undefined;
  /** The worst of the step's problems, and how many it has. */
  severity: Problem["severity"] | undefined;
  problems: number;
  counters: Counters[string] | undefined;
};
export type ExitEdge = Edge<{ step: string; exit: Path }>;

/** The document that the canvas shows: the draft, with what an earlier version had besides while it is compared. */
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

/** The steps as nodes. One whose step and marks are as before is the same object, and so is not drawn again. */
export function nodesOf(
  draft: Draft,
  { problems, active, shown, counters }: Pick<BuilderState, "problems" | "active" | "shown"> & { counters?: Counters },
  before: ReadonlyMap<string, StepNode>,
): StepNode[] {
  const problemsOf = Map.groupBy(problems, ({ step }) => step);
  const marks = shown && marksOf(shown.comparison);
  const places = placesOf(draft);
  return Object.entries(draft.steps).map(([id, step]): StepNode => {
    const found = problemsOf.get(id) ?? [];
    const data: StepData = {
      step,
      isStart: draft.start === id,
      isActive: active === id,
      mark: marks?.get(id),
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

export function edgesOf(draft: Draft, edge: BuilderState["edge"]): ExitEdge[] {
  return Object.entries(draft.steps).flatMap(([id, step]) =>
    exitsOf(step).flatMap(({ handle, path, kind, target }): ExitEdge[] => {
      if (target === null || !draft.steps[target]) return [];
      const selected = edge?.step === id && edge.exit.join("/") === path.join("/");
      return [
        {
          id: `${id}${handle}`,
          source: id,
          sourceHandle: handle,
          target,
          selected,
          data: { step: id, exit: path },
          className: `exit-${kind}`,
        },
      ];
    }),
  );
}

function marksOf({ added, removed, changed }: NonNullable<BuilderState["shown"]>["comparison"]): Map<string, Mark> {
  return new Map<string, Mark>([
    ...added.map((id): [string, Mark] => [id, "added"]),
    ...removed.map((id): [string, Mark] => [id, "removed"]),
    ...changed.map(({ step }): [string, Mark] => [step, "changed"]),
  ]);
}
