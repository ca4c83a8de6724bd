import type { Effect } from "../../effect.ts";
import type { ConversationEvent } from "../../event.ts";
import { eventTraits } from "../../event-traits.ts";
import { recordTrigger } from "../../record-trace.ts";
import type { TurnOutcome } from "../../trace.ts";
import type { OpenTurn } from "../open-turn.ts";
import { giveBack, giveToOtherApp, handOver } from "./pause.ts";

// Platforms with an inbox of their own let one app at a time answer a customer. The conversation can be given to the
// inbox and comes back; meanwhile the bot is silent, and its flows wait.

/**
 * Events of the customer that reach us as theirs show that we have the conversation. They may have been under way while
 * it was given away, so that they count only after a while.
 */
const settleMs = 60_000;

/** Gives the conversation to the platform's own inbox when this turn has said everything. */
export function passControl(turn: OpenTurn): void {
  if (!turn.state.elsewhere) turn.isPassed = true;
  giveToOtherApp(turn);
}

/** The effect of `passControl`, unless the same turn has taken the conversation back. */
export function controlEffects({ state, isPassed }: OpenTurn): Effect[] {
  return isPassed && state.elsewhere ? [{ type: "pass_control" }] : [];
}

type ControlEvent = Extract<ConversationEvent, { type: "control_lost" | "control_asked" | "control_kept" }>;

export function handleControl(turn: OpenTurn, { type }: ControlEvent): TurnOutcome {
  switch (type) {
    case "control_lost":
      giveToOtherApp(turn);
      return "taken_over";
    case "control_asked":
      passControl(turn);
      return "control_passed";
    case "control_kept": {
      const { elsewhere, ...state } = turn.state;
      if (!elsewhere) return "nothing";
      turn.state = state;
      handOver(turn, null);
      return "control_kept";
    }
  }
}

/**
 * Records what the customer says to another app. It also tells that the other app has the conversation: not all
 * platforms announce that, and a message of ours would take the conversation from it.
 */
export function recordStandbyMessage(turn: OpenTurn): TurnOutcome {
  turn.state = { ...turn.state, isKnown: true };
  if (!turn.state.elsewhere) giveToOtherApp(turn);
  recordTrigger(turn, { on: "pause", verdict: "elsewhere" });
  return "paused";
}

/** Takes up a conversation that came back without a word: the platform lets an idle one go after a day. */
export function resumeIfReturned(turn: OpenTurn, { type }: ConversationEvent): void {
  const { elsewhere } = turn.state;
  if (!elsewhere || !eventTraits[type].endsOtherApp || turn.now < elsewhere.since + settleMs) return;
  recordTrigger(turn, { on: "pause", verdict: "came_back" });
  giveBack(turn);
}
