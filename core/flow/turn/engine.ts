import { limits } from "../limits.ts";
import type { Run } from "../state.ts";
import { type Step, stepTypes } from "../steps/index.ts";
import type { Cause, Moment, Outcome } from "../steps/outcome.ts";
import type { FailureReason } from "../trace.ts";
import { watchLoop } from "./loop.ts";
import { note, type OpenTurn, visit } from "./open-turn.ts";
import { type ActiveRun, openScene } from "./scene.ts";
import { perform } from "./step-actions.ts";
import { momentFor } from "./step-context.ts";
import { rest } from "./wait.ts";

/**
 * Runs steps from where the run stands until it waits or is over, and returns it if it waits. `refused` answers to the
 * question that it stands at did not fit.
 */
export function advance(turn: OpenTurn, start: ActiveRun, startCause: Cause, refused = 0): Run | undefined {
  const loop = watchLoop(turn);
  let run = start;
  let cause = startCause;
  for (;;) {
    const document = turn.setup.document(run.flowId, run.version);
    const step = document?.steps.get(run.step);
    if (!step) return fail(turn, run, document ? "step_missing" : "document_missing");
    loop.reach(run);
    if (turn.steps >= limits.stepsPerTurn) return failLoop(turn, run, "too_many_steps", loop);
    turn.steps += 1;

    const scene = openScene(turn, run, run, document);
    const { deeds, way, because } = runStep(step, momentFor(scene, step, cause, refused));
    const failure = perform(scene, deeds) ?? (way.type === "fail" ? way.reason : undefined);
    visit(turn, run, failure ? "failed" : way.type === "leave" ? way.exit : way.type, because);
    if (failure) return failLoop(turn, run, failure, loop);
    if (scene.isStopped) return end(turn, run, "stopped");
    if (scene.payload !== run.payload) run = { ...run, payload: scene.payload };
    if (way.type === "wait") return rest(scene, run, way, cause.type === "reply" ? refused + 1 : 0);

    const next = follow(turn, run, step, way);
    if (next === undefined) return end(turn, run, "ended");
    if (typeof next === "string") return fail(turn, run, next);
    run = next;
    cause = { type: "reached" };
  }
}

/** A run is over, and why. */
export function end(turn: OpenTurn, run: ActiveRun, how: "ended" | "replaced" | "stopped"): undefined {
  note(turn, { note: "run", run: run.id, flow: run.flowId, end: how });
}

/** The customer is not stuck: the run is gone, and what they write next is looked at as if there had been none. */
export function fail(turn: OpenTurn, run: ActiveRun, reason: FailureReason): undefined {
  note(turn, { note: "failed", run: run.id, flow: run.flowId, step: run.step, reason });
  turn.trace.outcome = "failed";
}

/** At a limit that a loop may have led to, the customer gets its first round. */
function failLoop(
  turn: OpenTurn,
  run: ActiveRun,
  reason: FailureReason,
  loop: ReturnType<typeof watchLoop>,
): undefined {
  if (loopLimits.has(reason)) loop.unsay();
  return fail(turn, run, reason);
}

const loopLimits: ReadonlySet<FailureReason> = new Set(["too_many_steps", "too_many_messages", "too_much_work"]);

function runStep(step: Step, moment: Moment<unknown>): Outcome {
  // The step's type and its settings belong together, which the compiler cannot see through the table.
  const run = stepTypes[step.type].run as ((moment: Moment<unknown>) => Outcome) | undefined;
  return run ? run(moment) : { deeds: [], way: { type: "fail", reason: "cannot_run" } };
}

/** Where the run goes from a step: undefined at its end, a reason where it cannot go on. */
function follow(
  turn: OpenTurn,
  run: ActiveRun,
  step: Step,
  way: Outcome["way"],
): ActiveRun | FailureReason | undefined {
  if (way.type === "goto") return enter(turn, run, way, exitOf(step, "next"));
  return goTo(run, way.type === "leave" ? exitOf(step, way.exit) : null);
}

function exitOf(step: Step, exit: string): string | null {
  if (!("next" in step) || !step.next) return null;
  if (typeof step.next === "string") return step.next;
  return new Map(Object.entries(step.next)).get(exit) ?? null;
}

/** To a step, or at the end of a flow, back to the one that waits for its return. */
function goTo(run: ActiveRun, step: string | null): ActiveRun | undefined {
  if (step !== null) return { ...run, step };
  const caller = run.stack.at(-1);
  if (!caller) return undefined;
  const { flowId, version, next } = caller;
  return goTo({ ...run, flowId, version, stack: run.stack.slice(0, -1) }, next);
}

/** A flow that is not to be returned to is left for good, and so are those that wait for its return. */
function enter(
  turn: OpenTurn,
  run: ActiveRun,
  { flowId, isReturning }: Extract<Outcome["way"], { type: "goto" }>,
  next: string | null,
): ActiveRun | FailureReason {
  const flow = flowId === null ? undefined : turn.setup.flows.get(flowId);
  if (flowId === null || !flow) return "flow_missing";
  const document = turn.setup.document(flowId, flow.version);
  if (!document) return "document_missing";
  const here = { flowId: run.flowId, version: run.version, next };
  const stack = !isReturning ? [] : next === null ? run.stack : [...run.stack, here];
  if (stack.length > limits.nestedFlows) return "nested_too_deep";
  return { ...run, flowId, version: flow.version, step: document.start, stack };
}
