import { limits } from "../limits.ts";
import { recordNote, recordVisit } from "../record-trace.ts";
import type { Run } from "../state.ts";
import type { Cause, StepContext } from "../steps/context.ts";
import { type Step, stepTypes } from "../steps/index.ts";
import type { StepOutcome } from "../steps/outcome.ts";
import type { FailureReason, RunEnd } from "../trace.ts";
import { noteFinish, passGate } from "./audience/sequences.ts";
import { afterPrivateReply, waitForOpening } from "./comments/private-reply.ts";
import type { OpenTurn } from "./open-turn.ts";
import { type ActiveRun, openScene } from "./scene.ts";
import { watchLoop } from "./step/loop.ts";
import { stepContextFor } from "./step/step-context.ts";
import { startWait } from "./step/wait.ts";
import { perform } from "./step-actions.ts";

/**
 * Runs steps until the run waits or is over. Returns the run if it waits. `refused` is the number of replies to the
 * current question that did not fit.
 */
export function advance(turn: OpenTurn, start: ActiveRun, startCause: Cause, refused = 0): Run | undefined {
  const loop = watchLoop(turn);
  let run = start;
  let cause = startCause;
  for (;;) {
    // Only a run beside the conversation can be in a sequence.
    if (run.sequenceFlowId !== undefined) {
      const gate = passGate(turn, run, cause);
      if (gate === "over") return endRun(turn, run, "ended");
      run = gate.run;
      if ("until" in gate) return waitAtGate(turn, run, gate.until);
      if ("passed" in gate) {
        const next = passBy(turn, run);
        if (!next) return endRun(turn, run, "ended");
        [run, cause] = [next, { type: "reached" }];
        continue;
      }
      cause = gate.cause;
    }
    const document = turn.setup.document(run.flowId, run.version);
    const step = document?.steps.get(run.step);
    if (!step && isGoneSequence(turn, run)) return endRun(turn, run, "stopped");
    if (!step) return failRun(turn, run, document ? "step_missing" : "document_missing");
    loop.reach(run);
    if (turn.steps >= limits.stepsPerTurn) return failLoop(turn, run, "too_many_steps", loop);
    turn.steps += 1;

    const scene = openScene(turn, run, run, document);
    const { actions, next, reason, memory } = runStep(step, stepContextFor(scene, { step, document }, cause, refused));
    const failure = perform(scene, actions) ?? (next.type === "fail" ? next.reason : undefined);
    recordVisit(turn, run, failure ? "failed" : next.type === "leave" ? next.exit : next.type, reason);
    if (failure) return failLoop(turn, run, failure, loop);
    if (scene.isStopped) return endRun(turn, run, "stopped");
    if (scene.payload !== run.payload) run = { ...run, payload: scene.payload };
    if (run.ai || memory) run = withMemory(run, memory);
    if (scene.unsent) run = afterPrivateReply(run);
    if (next.type === "wait") return startWait(scene, run, next, cause.type === "reply" ? refused + 1 : 0);

    const moved = follow(turn, run, step, next);
    if (scene.unsent && typeof moved !== "string" && (moved || scene.unsent.length > 0))
      return waitForOpening(scene, run, moved);
    if (moved === undefined) return endRun(turn, run, "ended");
    if (typeof moved === "string") return failRun(turn, run, moved);
    run = moved;
    cause = { type: "reached" };
  }
}

function withMemory({ ai: _, ...run }: ActiveRun, memory: Run["ai"]): ActiveRun {
  return memory ? { ...run, ai: memory } : run;
}

export function endRun(turn: OpenTurn, run: ActiveRun, end: RunEnd): undefined {
  recordNote(turn, { note: "run", run: run.id, flow: run.flowId, end });
  if (end === "ended") noteFinish(turn, run);
}

/** The owner has deleted the sequence. */
const isGoneSequence = ({ setup }: OpenTurn, { flowId, sequenceFlowId }: ActiveRun) =>
  flowId === sequenceFlowId && !setup.flows.has(flowId) && !setup.offFlows?.has(flowId);

/** The run waits before a step of its sequence, as at a delay. When a person gives the conversation back, it goes on. */
function waitAtGate(turn: OpenTurn, run: ActiveRun, until: number): Run {
  recordVisit(turn, run, "wait");
  const waiting = startWait(openScene(turn, run, run), run, { type: "wait", for: "time", until }, 0);
  return turn.state.paused ? { ...waiting, wait: { ...waiting.wait, isHeld: true } } : waiting;
}

/** The run behind a step of its sequence that is passed over; undefined at the end. */
function passBy(turn: OpenTurn, run: ActiveRun): ActiveRun | undefined {
  const step = turn.setup.document(run.flowId, run.version)?.steps.get(run.step);
  return moveTo(run, step ? targetOf(step, "next") : null);
}

/** The run behind the flow that its sequence has led to; undefined at the end. */
export function passFlow(run: ActiveRun): ActiveRun | undefined {
  const depth = run.stack.findIndex(({ flowId }) => flowId === run.sequenceFlowId);
  return moveTo({ ...run, stack: run.stack.slice(0, depth + 1) }, null);
}

/** Ends the run. The customer is not stuck: their next message is handled as if there had been no run. */
export function failRun(turn: OpenTurn, run: ActiveRun, reason: FailureReason): undefined {
  recordNote(turn, { note: "failed", run: run.id, flow: run.flowId, step: run.step, reason });
  turn.trace.outcome = "failed";
}

/** Fails the run at a limit. If a loop led there, the customer gets the messages of its first round only. */
function failLoop(
  turn: OpenTurn,
  run: ActiveRun,
  reason: FailureReason,
  loop: ReturnType<typeof watchLoop>,
): undefined {
  if (loopLimits.has(reason)) loop.takeBack();
  return failRun(turn, run, reason);
}

const loopLimits: ReadonlySet<FailureReason> = new Set(["too_many_steps", "too_many_messages", "too_much_work"]);

function runStep(step: Step, context: StepContext<unknown>): StepOutcome {
  // The type and the settings of a step belong together, but the compiler cannot see it through the table.
  const run = stepTypes[step.type].run as (context: StepContext<unknown>) => StepOutcome;
  return run(context);
}

/** The run at its next step; undefined at the end of the flow; or why it cannot go on. */
function follow(
  turn: OpenTurn,
  run: ActiveRun,
  step: Step,
  next: StepOutcome["next"],
): ActiveRun | FailureReason | undefined {
  if (next.type === "goto") return enter(turn, run, next, targetOf(step, "next"));
  if (next.type !== "leave") return moveTo(run, null);
  const { exit, otherwise = exit } = next;
  return moveTo(run, targetOf(step, exit) ?? targetOf(step, otherwise));
}

function targetOf(step: Step, exit: string): string | null {
  if (!("next" in step) || !step.next) return null;
  if (typeof step.next === "string") return step.next;
  return new Map(Object.entries(step.next)).get(exit) ?? null;
}

/** Moves to a step. At the end of a flow (null) it returns to the calling flow, if there is one. */
function moveTo(run: ActiveRun, step: string | null): ActiveRun | undefined {
  if (step !== null) return { ...run, step };
  const caller = run.stack.at(-1);
  if (!caller) return undefined;
  const { flowId, version, next } = caller;
  return moveTo({ ...run, flowId, version, stack: run.stack.slice(0, -1) }, next);
}

/** Enters another flow. Without returning, the calling flows are dropped too. */
function enter(
  turn: OpenTurn,
  run: ActiveRun,
  { flowId, isReturning }: Extract<StepOutcome["next"], { type: "goto" }>,
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
