import type { ConversationState, Run } from "../state.ts";
import type { OpenTurn } from "./open-turn.ts";

type Pause = ConversationState["paused"];

/** A pause ends by itself when its time is over. */
export function pauseAt(paused: Pause, now: number): Pause {
  return paused?.until !== null && (paused?.until ?? 0) <= now ? null : paused;
}

/** Keeps the bot from answering, until then or, with null, until given back. A longer pause is not cut short. */
export function pause(turn: OpenTurn, until: number | null): void {
  const { paused } = turn.state;
  const later =
    paused === null ? until : paused.until === null || until === null ? null : Math.max(paused.until, until);
  turn.state = { ...turn.state, paused: { until: later } };
  setHeldTimers(turn);
}

export function giveBack(turn: OpenTurn): void {
  turn.state = { ...turn.state, paused: null };
  setHeldTimers(turn);
}

/** The wait of a run is over, but a person is talking: the run goes on when the pause ends. */
export function hold(turn: OpenTurn, run: Run): void {
  const held = { ...run, wait: { ...run.wait, isHeld: true as const } };
  turn.state = { ...turn.state, ...placed(turn.state, held) };
  setHeldTimers(turn);
}

/** A pause without an end is looked at again every day, so that no wait is ever without a timer. */
const lookAgain = 86_400_000;

function setHeldTimers(turn: OpenTurn): void {
  const { state, now } = turn;
  const at = state.paused === null ? now : (state.paused.until ?? now + lookAgain);
  for (const run of [state.main, ...state.sequences]) {
    if (!run?.wait.isHeld) continue;
    turn.state = { ...turn.state, ...placed(turn.state, { ...run, wait: { ...run.wait, turn: state.turn } }) };
    setTimer(turn, run.id, at);
  }
}

/** A turn that pauses and gives back, or the other way round, leaves each run one timer. */
function setTimer({ effects, state }: OpenTurn, runId: number, at: number): void {
  const earlier = effects.findIndex((effect) => effect.type === "set_timer" && effect.runId === runId);
  if (earlier >= 0) effects.splice(earlier, 1);
  effects.push({ type: "set_timer", at, runId, turn: state.turn, isTyping: false });
}

function placed({ main, sequences }: ConversationState, run: Run): Pick<ConversationState, "main" | "sequences"> {
  if (main?.id === run.id) return { main: run, sequences };
  return { main, sequences: sequences.map((other) => (other.id === run.id ? run : other)) };
}
