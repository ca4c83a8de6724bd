import { recordNote } from "../../record-trace.ts";
import type { ConversationState, Run } from "../../state.ts";
import type { OpenTurn } from "../open-turn.ts";

type Pause = ConversationState["paused"];

/** A pause ends by itself when its time is over. */
export function pauseAt(paused: Pause, now: number): Pause {
  return paused?.until !== null && (paused?.until ?? 0) <= now ? null : paused;
}

/** Pauses the bot until then or, with null, until the conversation is given back. Never shortens a pause. */
export function pause(turn: OpenTurn, until: number | null): void {
  const { paused } = turn.state;
  const later =
    paused === null ? until : paused.until === null || until === null ? null : Math.max(paused.until, until);
  turn.state = { ...turn.state, paused: { until: later } };
  endAiRuns(turn);
  setHeldTimers(turn);
}

/** A person has the conversation: the answer of a model would come between. */
function endAiRuns(turn: OpenTurn): void {
  const { main, sequences } = turn.state;
  const ended = [main, ...sequences].flatMap((run) => (run?.ai ? [run] : []));
  if (ended.length === 0) return;
  for (const { id, flowId } of ended) recordNote(turn, { note: "run", run: id, flow: flowId, end: "taken_over" });
  turn.state = { ...turn.state, main: main?.ai ? null : main, sequences: sequences.filter(({ ai }) => !ai) };
}

/** Ends the pause and an open hand-over, to people or to the platform. Runs that were held go on. */
export function giveBack(turn: OpenTurn): void {
  const { handOver: _, elsewhere: __, ...state } = turn.state;
  turn.state = { ...state, paused: null };
  setHeldTimers(turn);
}

/** Pauses the bot until a person has answered. An open hand-over stays as it is. */
export function handOver(turn: OpenTurn, flowId: number | null): void {
  const { now, state, setup } = turn;
  if (!state.handOver) {
    const { handOverMinutes } = setup.inbox;
    const until = handOverMinutes === null ? null : now + handOverMinutes * 60_000;
    turn.state = { ...state, handOver: { since: now, until } };
    turn.effects.push({ type: "hand_over", since: now, until, flowId });
  }
  pause(turn, null);
}

/** The platform's own inbox, or another app there, answers the customer until it gives the conversation back. */
export function giveToOtherApp(turn: OpenTurn): void {
  const { handOver: _, ...state } = turn.state;
  turn.state = { ...state, elsewhere: state.elsewhere ?? { since: turn.now } };
  pause(turn, null);
}

/** A person is there: an open hand-over is answered, and its pause without an end is over. */
export function answerHandOver(turn: OpenTurn): void {
  const { handOver: open, ...state } = turn.state;
  if (open) turn.state = { ...state, paused: null };
}

/** Holds a run whose wait ends during a takeover: it continues when the pause ends. */
export function hold(turn: OpenTurn, run: Run): void {
  const held = { ...run, wait: { ...run.wait, isHeld: true as const } };
  turn.state = { ...turn.state, ...placed(turn.state, held) };
  setHeldTimers(turn);
}

/** Interval of the timers during a pause without an end, so that no wait is ever without a timer. */
const heldTimerMs = 86_400_000;

function setHeldTimers(turn: OpenTurn): void {
  const { state, now } = turn;
  const at = state.paused === null ? now : (state.paused.until ?? now + heldTimerMs);
  for (const run of [state.main, ...state.sequences]) {
    if (run?.wait.isHeld) waitOn(turn, run, at);
  }
}

/** The run goes on waiting as it does, until then. */
export function waitOn(turn: OpenTurn, run: Run, at: number): void {
  const { state } = turn;
  turn.state = { ...state, ...placed(state, { ...run, wait: { ...run.wait, turn: state.turn } }) };
  setTimer(turn, run.id, at);
}

/** Replaces an earlier timer of the run: a turn may both pause and give back. */
function setTimer({ effects, state }: OpenTurn, runId: number, at: number): void {
  const earlier = effects.findIndex((effect) => effect.type === "set_timer" && effect.runId === runId);
  if (earlier >= 0) effects.splice(earlier, 1);
  effects.push({ type: "set_timer", at, runId, turn: state.turn, isTyping: false });
}

function placed({ main, sequences }: ConversationState, run: Run): Pick<ConversationState, "main" | "sequences"> {
  if (main?.id === run.id) return { main: run, sequences };
  return { main, sequences: sequences.map((other) => (other.id === run.id ? run : other)) };
}
