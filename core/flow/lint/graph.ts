import { isObject, type JsonObject } from "../../model/json.ts";
import { pointer } from "../../model/pointer.ts";
import { listFields } from "../document/walk.ts";
import { isStepType, stepTypes } from "../steps/index.ts";
import type { Finding, LintContext } from "./finding.ts";

/** Whether every way through the steps leads somewhere, and none goes round for ever. */
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

/** `isNext` tells the exits that a run takes by itself from the buttons, which only the customer takes. */
type Exit = { step: string; path: string; target: string; isNext: boolean };

type Graph = {
  /** Undefined where it names no step that can run. */
  start: string | undefined;
  steps: Map<string, JsonObject>;
  exits: Exit[];
  /** Where a run can go from a step, by itself or by a button. */
  targetsOf: (step: string) => string[];
  /** Where it goes by itself. */
  nextOf: (step: string) => string[];
};

function graphOf(start: unknown, settings: JsonObject, { flowId }: LintContext): Graph {
  const steps = new Map(
    Object.entries(settings).flatMap(([name, step]) => (isObject(step) && step.type !== "note" ? [[name, step]] : [])),
  );
  const first = typeof start === "string" && steps.has(start) ? start : undefined;
  const exits = listExits(settings).filter(({ step, isNext }) => !isNext || !endsHere(steps.get(step)));
  const exitsOf = Map.groupBy(exits, ({ step }) => step);

  function targets(step: string, wanted: (exit: Exit) => boolean): string[] {
    const { type, flow_id } = steps.get(step) ?? {};
    if (type === "goto" && flowId !== undefined && flow_id === flowId && first !== undefined) return [first];
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

const endsHere = (step: JsonObject | undefined) => step?.type === "goto" && step.return !== true;

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

/** One finding for each step that a walk over steps that do not wait comes back to while still on its way from it. */
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

/** A request waits for its answer only, and would go on calling for as long as the other server answers. */
function requestLoops({ steps, nextOf }: Graph): Finding[] {
  const isRequest = (name: string) => steps.get(name)?.type === "request";
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

/** Steps that are there for what follows them. Elsewhere an exit to nowhere is how a flow ends. */
function deadEnds({ steps, exits }: Graph): Finding[] {
  const withExits = new Set(exits.map(({ step }) => step));
  return [...steps]
    .filter(([name, { type, save_to }]) => {
      if (withExits.has(name)) return false;
      return type === "condition" || type === "split" || type === "delay" || (type === "ask" && save_to === undefined);
    })
    .map(([step]) => at("dead_end", step, "has no exit that leads anywhere"));
}

function isWait(step: JsonObject | undefined): boolean {
  return step !== undefined && isStepType(step.type) && stepTypes[step.type].waits(step);
}

function at(code: Finding["code"], step: string, message: string): Finding {
  return { code, step, path: pointer(["steps", step]), message };
}
