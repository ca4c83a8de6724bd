import type { Payload } from "../../model/payload.ts";
import type { AiMemory } from "../ai/memory.ts";
import type { Run } from "../state.ts";
import type { Cause } from "../steps/context.ts";
import { isInSequence, noteEntry } from "./audience/sequences.ts";
import { sayUnsent } from "./comments/private-reply.ts";
import { advance, endRun, passFlow } from "./engine.ts";
import type { OpenTurn } from "./open-turn.ts";
import type { ActiveRun } from "./scene.ts";

/** How a run starts. Without a step, at the first of the flow. */
export type Start = {
  flowId: number;
  version: number;
  step?: string;
  payload?: Payload;
  stack?: Run["stack"];
  sendId?: number | null;
  isReply?: boolean;
  isPlanned?: true | undefined;
  /** Runs beside the main run instead of replacing it. */
  isBeside?: boolean;
  /** Its first message is the private reply to this comment. */
  commentId?: string;
};

export function startRun(turn: OpenTurn, start: Start): void {
  const {
    flowId,
    version,
    payload = turn.attached ?? {},
    stack = [],
    sendId = null,
    isReply = false,
    isPlanned,
    isBeside = false,
  } = start;
  const id = turn.state.lastRunId + 1;
  turn.state = { ...turn.state, lastRunId: id };
  const { main, sequences } = turn.state;
  const replaced = isBeside ? sequences.find(({ sequenceFlowId }) => sequenceFlowId === flowId) : main;
  if (replaced) {
    endRun(turn, replaced, "replaced");
    removeRun(turn, replaced);
  }
  const step = start.step ?? turn.setup.document(flowId, version)?.start ?? "";
  const run: ActiveRun = { id, flowId, version, step, payload, stack, sendId };
  if (isBeside) run.sequenceFlowId = flowId;
  if (isReply) run.isReply = true;
  if (isPlanned) run.isPlanned = true;
  if (start.commentId !== undefined) run.comment = { id: start.commentId };
  putRun(turn, run, advance(turn, run, { type: "reached" }));
}

/** True while a run sends its messages one after the other, or waits for another server: nothing may come between. */
export const isSpeaking = (run: Run | null): run is Run =>
  run?.wait.type === "request" || (run?.wait.type === "delay" && run.wait.isTyping === true);

/** Removes a run from the state. */
export function removeRun(turn: OpenTurn, run: ActiveRun): void {
  putRun(turn, run, undefined);
}

/** Continues a run whose wait is over. What follows the customer's answer is no plan's any more. */
export function continueRun(turn: OpenTurn, run: Run, cause: Cause, isReply: boolean): void {
  const { wait, isReply: _, isPlanned, ...rest } = run;
  removeRun(turn, run);
  const active: ActiveRun = isReply ? { ...rest, isReply } : rest;
  if (isPlanned && cause.type !== "reply") active.isPlanned = isPlanned;
  putRun(turn, active, advance(turn, active, cause, wait.type === "ask" ? wait.refused : 0));
}

/** Ends a run, or the flow in it: a sequence goes on at its next step. */
export function leaveOut(turn: OpenTurn, run: Run): void {
  removeRun(turn, run);
  const { wait: _, ...rest } = run;
  const isInside = isInSequence(turn, run);
  const behind = isInside ? passFlow(rest) : undefined;
  if (behind) putRun(turn, behind, advance(turn, behind, { type: "reached" }));
  else endRun(turn, rest, isInside ? "ended" : "stopped");
}

/** Changes what the AI step of a waiting run remembers. */
export const keepMemory = (turn: OpenTurn, run: Run, ai: AiMemory): void => putRun(turn, run, { ...run, ai });

/** The customer has answered a private reply: sends what was left of its step, and goes on. */
export function releaseRun(turn: OpenTurn, run: Run): void {
  const { wait, ...rest } = run;
  const { unsent, ...waiting } = wait;
  if (unsent) sayUnsent(turn, run, unsent);
  if (waiting.type !== "opening") {
    putRun(turn, run, { ...run, wait: waiting });
    return;
  }
  removeRun(turn, run);
  const active: ActiveRun = { ...rest, isReply: true };
  if (waiting.isEnd) endRun(turn, active, "ended");
  else putRun(turn, active, advance(turn, active, { type: "reached" }));
}

/** Starts the sequences and flows beside the conversation that this turn has asked for. Each may ask for more. */
export function startSequences(turn: OpenTurn): void {
  for (let next = turn.sequences.shift(); next; next = turn.sequences.shift()) {
    const { flows, sequences } = turn.setup;
    const flow = flows.get(next.flowId) ?? sequences?.get(next.flowId);
    if (!flow) continue;
    noteEntry(turn, next.flowId);
    startRun(turn, { ...next, version: flow.version, isBeside: true });
  }
}

/** Puts a run into the state if it waits, else removes it. */
function putRun(turn: OpenTurn, { id, sequenceFlowId }: ActiveRun, waiting: Run | undefined): void {
  if (sequenceFlowId === undefined) {
    turn.state = { ...turn.state, main: waiting ?? null };
    return;
  }
  const others = turn.state.sequences.filter((run) => run.id !== id);
  turn.state = { ...turn.state, sequences: waiting ? [...others, waiting] : others };
}
