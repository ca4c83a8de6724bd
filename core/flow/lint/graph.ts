import { isObject, type JsonObject } from "../../model/json.ts";
import { pointer } from "../../model/pointer.ts";
import { listFields } from "../document/walk.ts";
import type { Finding, LintContext } from "../problem.ts";
import { findType, isRemark } from "../steps/index.ts";

/** Finds missing and unreachable steps, endless loops and dead ends. */
export function lintGraph(start: unknown, steps: JsonObject, context: LintContext): Finding[] {
  const graph = graphOf(start, steps, context);
  return [
    ...missingSteps(graph),
    ...endlessLoops(graph),
    ...requestLoops(graph),
    ...unreachable(graph),
    ...deadEnds(graph),
  ];
}

/** `isNext`: a run takes this exit by itself. The others are buttons, which only the customer takes. */
type Exit = { step: string; path: string; target: string; isNext: boolean };

type Graph = {
  /** Undefined if the document's start is not a step that can run. */
  start: string | undefined;
  steps: Map<string, JsonObject>;
  exits: Exit[];
  /** The steps that follow a step, by an exit or a button. */
  targetsOf: (step: string) => string[];
  /** The steps that follow without the customer. */
  nextOf: (step: string) => string[];
};

function graphOf(start: unknown, settings: JsonObject, { flowId }: LintContext): Graph {
  const steps = new Map(
    Object.entries(settings).flatMap(([name, step]) => (isObject(step) && !isRemark(step) ? [[name, step]] : [])),
  );
  const first = typeof start === "string" && steps.has(start) ? start : undefined;
  const exits = listExits(settings).filter(({ step, isNext }) => !isNext || !ignoresExits(steps.get(step)));
  const exitsOf = Map.groupBy(exits, ({ step }) => step);

  function targets(step: string, wanted: (exit: Exit) => boolean): string[] {
    if (flowId !== undefined && entersFlow(steps.get(step)) === flowId && first !== undefined) return [first];
    return (exitsOf.get(step) ?? []).flatMap((exit) => (wanted(exit) && steps.has(exit.target) ? [exit.target] : []));
  }
  return {
    start: first,
    steps,
    exits,
    targetsOf: (step) => targets(step, () => true),
    nextOf: (step) => targets(step, ({ isNext }) => isNext),
  };
}

function listExits(steps: JsonObject): Exit[] {
  return listFields({ steps }).flatMap(({ step, path, value, meta }) => {
    if (meta.input !== "step" || typeof value !== "string") return [];
    return [{ step, path: pointer(path), target: value, isNext: path[2] === "next" }];
  });
}

function missingSteps({ start, steps, exits }: Graph): Finding[] {
  const missing = exits.filter(({ target }) => !steps.has(target));
  return [
    ...(start === undefined
      ? [{ code: "start_missing" as const, path: "/start", message: "must name the first step" }]
      : []),
    ...missing.map(({ step, path }): Finding => {
      return { code: "step_missing", step, path, message: "must lead to a step that can run" };
    }),
  ];
}

/** A depth-first search over the steps that do not wait: a step found again while it is open is in a loop. */
function endlessLoops({ steps, nextOf }: Graph): Finding[] {
  const state = new Map<string, "open" | "done">();
  const loops = new Set<string>();
  function visit(step: string): void {
    state.set(step, "open");
    for (const target of nextOf(step)) {
      if (state.get(target) === "open") loops.add(target);
      else if (!state.has(target) && !isWait(steps.get(target))) visit(target);
    }
    state.set(step, "done");
  }
  for (const [name, step] of steps) if (!state.has(name) && !isWait(step)) visit(name);
  return [...loops].map((step) =>
    at("endless_loop", step, "must not lead back to itself without a question or a delay"),
  );
}

/** A request waits for an answer only: in a loop it would call for as long as the other server answers. */
function requestLoops({ steps, nextOf }: Graph): Finding[] {
  const isRequest = (name: string) => isCall(steps.get(name));
  const follow = (name: string) => nextOf(name).filter((target) => isRequest(target) || !isWait(steps.get(target)));
  return [...steps.keys()]
    .filter((name) => isRequest(name) && reach(follow(name), follow).has(name))
    .map((step) => at("request_loop", step, "is called again and again without a question or a delay between"));
}

function unreachable({ start, steps, targetsOf }: Graph): Finding[] {
  if (start === undefined) return [];
  const reached = reach([start], targetsOf);
  return [...steps.keys()]
    .filter((name) => !reached.has(name))
    .map((step) => at("unreachable", step, "is reached from no other step"));
}

function reach(from: string[], follow: (step: string) => string[]): Set<string> {
  const reached = new Set(from);
  // A Set is walked to its end while it grows.
  for (const step of reached) for (const target of follow(step)) reached.add(target);
  return reached;
}

/** Steps without a connected exit that make no sense so. Elsewhere this is how a flow ends. */
function deadEnds({ steps, exits }: Graph): Finding[] {
  const withExits = new Set(exits.map(({ step }) => step));
  return [...steps]
    .filter(([name, step]) => !withExits.has(name) && findType(step)?.needsExit(step))
    .map(([step]) => at("dead_end", step, "has no exit that leads anywhere"));
}

function isWait(step: JsonObject | undefined): boolean {
  return step !== undefined && findType(step)?.waitsFor(step) !== undefined;
}

function isCall(step: JsonObject | undefined): boolean {
  const type = findType(step);
  return step !== undefined && type?.waitsFor(step) === "answer";
}

function ignoresExits(step: JsonObject | undefined): boolean {
  return step !== undefined && findType(step)?.ignoresExits(step) === true;
}

function entersFlow(step: JsonObject | undefined): unknown {
  return step && findType(step)?.entersFlow(step);
}

function at(code: Finding["code"], step: string, message: string): Finding {
  return { code, step, path: pointer(["steps", step]), message };
}
