import { needsWindow } from "../../../audience/send-plan.ts";
import { stepOf, waitOf } from "../../audience/sequence.ts";
import type { ParsedDocument } from "../../document/document.ts";
import type { ConversationEvent } from "../../event.ts";
import { eventTraits } from "../../event-traits.ts";
import { limits } from "../../limits.ts";
import { recordNote } from "../../record-trace.ts";
import type { Run } from "../../state.ts";
import type { Cause } from "../../steps/context.ts";
import type { Step } from "../../steps/index.ts";
import type { FailureReason, SequenceDeed, SequenceReason, SkipReason } from "../../trace.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { SequenceSetup } from "../page-setup.ts";
import type { ActiveRun, Scene } from "../scene.ts";
import { isFlowForAnyTime, planSend } from "./plan-send.ts";

/** A sequence that is switched off, or that a person holds up, is looked at again so often, for each customer inside. */
const offMs = 86_400_000;
/** The same while the bot of the page is paused: its timers wait for the end of that by themselves. */
const pausedMs = 60_000;

type Entry = Pick<OpenTurn["sequences"][number], "payload" | "sendId" | "isPlanned">;

/** Lets the customer enter at the end of the turn, or says why not. */
export function enterSequence(
  turn: OpenTurn,
  id: number | null,
  { payload, sendId }: Entry,
  running?: number,
): { skipped: SkipReason } | { failed: FailureReason } | undefined {
  const sequence = id === null ? undefined : turn.setup.sequences?.get(id);
  if (id === null || !sequence?.isOn) return { skipped: "sequence_missing" };
  if (leavingTag(turn, sequence) !== undefined) return { skipped: "sequence_not_for_them" };
  return startBeside(turn, id, { payload, sendId }, running);
}

/** Starts a flow or a sequence beside the conversation at the end of the turn. `running` is that of the acting run. */
export function startBeside(
  turn: OpenTurn,
  id: number,
  { payload, sendId, isPlanned }: Entry,
  running?: number,
): { skipped: SkipReason } | { failed: FailureReason } | undefined {
  const { state } = turn;
  const there = [...state.sequences.map(({ sequenceFlowId }) => sequenceFlowId), running];
  const started = turn.sequences.map(({ flowId }) => flowId);
  if (there.includes(id) || started.includes(id)) return { skipped: "sequence_runs" };
  const count = (state.sequencesWithoutInput ?? 0) + 1;
  const isTooMany = count > limits.sequencesWithoutInput || there.length + started.length > limits.sequences;
  if (isTooMany) return { failed: "too_many_sequences" };
  turn.state = { ...state, sequencesWithoutInput: count };
  turn.sequences.push({ flowId: id, payload, sendId, isPlanned });
  return undefined;
}

/** Ends a flow or a sequence that runs beside the conversation. A run that stops itself is marked in its scene. */
export function stopBeside(turn: OpenTurn, id: number | null, scene?: Scene): void {
  const isMeant = (sequenceFlowId: number | undefined) => id !== null && sequenceFlowId === id;
  for (const run of turn.state.sequences) {
    if (!isMeant(run.sequenceFlowId)) continue;
    recordNote(turn, { note: "run", run: run.id, flow: run.flowId, end: "stopped" });
    noteLeaving(turn, run, "asked");
  }
  const sequences = turn.state.sequences.filter(({ sequenceFlowId }) => !isMeant(sequenceFlowId));
  turn.state = { ...turn.state, sequences };
  turn.sequences = turn.sequences.filter(({ flowId }) => !isMeant(flowId));
  if (!scene?.run || !isMeant(scene.run.sequenceFlowId)) return;
  noteLeaving(turn, scene.run, "asked");
  scene.isStopped = true;
}

/** A step of a sequence is about to run: it runs, waits, or is passed over. */
type Gate =
  | { run: ActiveRun; cause: Cause }
  | { run: ActiveRun; until: number }
  | { run: ActiveRun; passed: true }
  | "over";

/**
 * Asked before each step of a run that is in its sequence: a sequence that was edited for those inside is followed, and
 * nothing is sent that may not be.
 */
export function passGate(turn: OpenTurn, before: ActiveRun, cause: Cause): Gate {
  const sequence = before.sequenceFlowId === before.flowId ? turn.setup.sequences?.get(before.flowId) : undefined;
  if (!sequence) return { run: before, cause };
  const moved = followEdit(turn, before, cause, sequence);
  if (moved === "over" || "until" in moved) return moved;
  const { run } = moved;
  const step = turn.setup.document(run.flowId, run.version)?.steps.get(run.step);
  if (!step || step.type === "delay") return moved;
  if (!sequence.isOn) return { run, until: turn.now + offMs };
  const skipped = missingFlow(turn, step);
  if (skipped) return passOver(turn, run, skipped);
  const needs = { isForAnyTime: isForAnyTime(turn, step), hasOutside: false };
  const decision = planSend(turn, { type: "sequence", id: run.flowId }, needs);
  if (decision.go === "later") return { run, until: decision.at };
  if (decision.go === "never" && decision.why === "paused")
    return { run, until: turn.now + (turn.state.paused ? offMs : pausedMs) };
  if (decision.go === "never") return passOver(turn, run, decision.why);
  // A timer that ended a wait at this step itself is of no meaning to it.
  return { run: { ...run, isPlanned: true }, cause: { type: "reached" } };
}

function passOver(turn: OpenTurn, run: ActiveRun, why: SequenceReason): Gate {
  note(turn, run.flowId, "skipped", { step: run.step, why });
  return { run, passed: true };
}

const missingFlow = ({ setup }: OpenTurn, step: Step): "flow_missing" | undefined =>
  step.type === "goto" && (step.flow_id === null || !setup.flows.has(step.flow_id)) ? "flow_missing" : undefined;

function isForAnyTime(turn: OpenTurn, step: Step): boolean {
  if (step.type === "goto") return step.flow_id !== null && isFlowForAnyTime(turn, step.flow_id);
  return step.type === "message" && !step.content.messages.some((message) => needsWindow(message, undefined));
}

/**
 * The run on the newest version that the owner has made for those inside too. The customer goes on behind the last step
 * that they have had and that is still there. A wait that became longer goes on; one that became shorter is over.
 */
function followEdit(
  turn: OpenTurn,
  run: ActiveRun,
  cause: Cause,
  { movedTo }: SequenceSetup,
): { run: ActiveRun; cause: Cause } | { run: ActiveRun; until: number } | "over" {
  if (movedTo === null || movedTo <= run.version) return { run, cause };
  const [old, fresh] = [run.version, movedTo].map((version) => turn.setup.document(run.flowId, version));
  const [oldIds, freshIds] = [idsOf(old), idsOf(fresh)];
  const pending = stepOf(run.step);
  const last = oldIds.slice(0, oldIds.indexOf(pending)).findLast((id) => freshIds.includes(id));
  const next = freshIds[last === undefined ? 0 : freshIds.indexOf(last) + 1];
  if (next === undefined) return "over";
  const hasWait = fresh?.steps.has(waitOf(next)) === true;
  const moved: ActiveRun = { ...run, version: movedTo, step: hasWait ? waitOf(next) : next };
  if (cause.type !== "timer") return { run: moved, cause };
  const longerSeconds = secondsOf(fresh, next) - secondsOf(old, pending);
  if (longerSeconds > 0) return { run: moved, until: turn.now + longerSeconds * 1000 };
  return { run: moved, cause: hasWait ? cause : { type: "reached" } };
}

/** The steps in their order, without the waits. */
const idsOf = (document: ParsedDocument | undefined): string[] =>
  [...(document?.steps ?? [])].flatMap(([id, { type }]) => (type === "delay" ? [] : id));

function secondsOf(document: ParsedDocument | undefined, id: string): number {
  const wait = document?.steps.get(waitOf(id));
  return wait?.type === "delay" ? (wait.seconds ?? 0) : 0;
}

/**
 * At the end of a turn: customers who have answered, or have a tag or a goal that ends a sequence, leave it.
 * `firstRunId` is the first run that this turn has started: what the customer did before a run is no answer to it.
 */
export function leaveSequences(turn: OpenTurn, event: ConversationEvent, firstRunId: number): void {
  const { sequences } = turn.setup;
  if (!sequences) return;
  for (const run of turn.state.sequences) {
    const sequence = sequences.get(run.sequenceFlowId ?? 0);
    if (!sequence) continue;
    const isAnswer = eventTraits[event.type].isWords === true && run.id < firstRunId;
    const why = reasonToLeave(turn, sequence, isAnswer);
    if (isAnswer) noteAnswer(turn, run);
    if (why) leave(turn, run, why);
  }
}

function reasonToLeave(turn: OpenTurn, sequence: SequenceSetup, isAnswer: boolean): SequenceReason | undefined {
  if (isAnswer && sequence.leave.on_reply) return "reply";
  if (leavingTag(turn, sequence) !== undefined) return "tag";
  const reached = turn.trace.goals?.map(({ name }) => name) ?? [];
  return sequence.leave.goals.some((goal) => reached.includes(goal)) ? "goal" : undefined;
}

const leavingTag = ({ customer }: OpenTurn, { leave }: SequenceSetup) =>
  leave.tag_ids.find((tag) => customer.tags.includes(tag));

/** A customer who is in a flow of the sequence ends that flow, and does not return. */
function leave(turn: OpenTurn, run: Run, why: SequenceReason): void {
  const { sequenceFlowId, flowId } = run;
  noteLeaving(turn, run, why);
  const stays = flowId !== sequenceFlowId;
  if (!stays) recordNote(turn, { note: "run", run: run.id, flow: flowId, end: "stopped" });
  const stack = run.stack.filter((caller) => caller.flowId !== sequenceFlowId);
  const others = turn.state.sequences.flatMap((other) => {
    if (other.id !== run.id) return [other];
    return stays ? [{ ...run, stack, sequenceFlowId: flowId }] : [];
  });
  turn.state = { ...turn.state, sequences: others };
}

/** Records the first answer after each step. */
function noteAnswer(turn: OpenTurn, run: Run): void {
  const step = lastSent(turn, run);
  if (step === undefined || run.answered === step) return;
  note(turn, run.sequenceFlowId ?? 0, "answered", { step });
  const sequences = turn.state.sequences.map((other) => (other.id === run.id ? { ...run, answered: step } : other));
  turn.state = { ...turn.state, sequences };
}

/** Records that the customer leaves a sequence before its end, with the step that they had last. */
export function noteLeaving(turn: OpenTurn, run: ActiveRun, why: SequenceReason): void {
  if (!isInSequence(turn, run)) return;
  const step = lastSent(turn, run);
  note(turn, run.sequenceFlowId ?? 0, "left", { ...(step !== undefined && { step }), why });
}

export const isInSequence = ({ setup }: OpenTurn, { sequenceFlowId = 0 }: ActiveRun): boolean =>
  setup.sequences?.has(sequenceFlowId) === true;

/** The run has come to its end. */
export function noteFinish({ setup, trace }: OpenTurn, { sequenceFlowId = 0 }: ActiveRun): void {
  if (setup.sequences?.has(sequenceFlowId)) note({ trace }, sequenceFlowId, "finished");
}

/** The step of the sequence that the customer has had last. */
function lastSent({ setup }: OpenTurn, run: ActiveRun): string | undefined {
  const sequenceId = run.sequenceFlowId ?? 0;
  const own =
    run.flowId === sequenceId ? { ...run, next: run.step } : run.stack.find(({ flowId }) => flowId === sequenceId);
  const version = own?.version ?? setup.sequences?.get(sequenceId)?.version ?? 0;
  const ids = idsOf(setup.document(sequenceId, version));
  // A run in the flow of the last step has nowhere to return to.
  const pending = own?.next == null ? ids.length : ids.indexOf(stepOf(own.next));
  return ids[pending - 1];
}

function note(
  turn: Pick<OpenTurn, "trace">,
  sequence: number,
  did: SequenceDeed,
  more: { step?: string; why?: SequenceReason } = {},
): void {
  recordNote(turn, { note: "sequence", sequence, did, ...more });
}

/** The customer has entered. */
export const noteEntry = ({ setup, trace }: OpenTurn, id: number): void => {
  if (setup.sequences?.has(id)) note({ trace }, id, "entered");
};
