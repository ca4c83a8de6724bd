import type { Customer } from "../customer.ts";
import type { Effect } from "../effect.ts";
import type { ConversationEvent } from "../event.ts";
import { limits } from "../limits.ts";
import type { PageSetup } from "./page-setup.ts";
import type { ConversationState, Run } from "../state.ts";
import type { Trace, TurnOutcome } from "../trace.ts";
import { fail } from "./engine.ts";
import { note, type OpenTurn, weigh } from "./open-turn.ts";
import { giveBack, hold, pause, pauseAt } from "./pause.ts";
import { drop, goOn, startRun, startSequences } from "./runs.ts";
import { openScene } from "./scene.ts";
import { speak } from "./step-actions.ts";
import { handleInput } from "./triggers.ts";

export type TurnInput = {
  setup: PageSetup;
  customer: Customer;
  state: ConversationState;
  event: ConversationEvent;
  /** Epoch milliseconds. */
  now: number;
  /** 0 to below 1. */
  random: () => number;
};

/** The same objects come back where nothing has changed. */
export type TurnResult = { customer: Customer; state: ConversationState; effects: Effect[]; trace: Trace };

/**
 * What an event does to a conversation. Pure: the same input gives the same result, and the input stays as it is.
 * NeedsDocument passes through.
 */
export function takeTurn({ setup, customer, state, event, now, random }: TurnInput): TurnResult {
  const run = runOf(state, event);
  if (run === "void") return { customer, state, effects: [], trace: { outcome: "void" } };
  const turn: OpenTurn = {
    setup,
    now,
    random,
    customer,
    state: counted({ ...state, turn: state.turn + 1, paused: pauseAt(state.paused, now) }, event),
    effects: [],
    trace: { outcome: "nothing" },
    steps: 0,
    messages: 0,
    work: 0,
    sequences: [],
  };
  const outcome = handle(turn, event, run);
  startSequences(turn);
  if (turn.trace.outcome === "nothing") turn.trace.outcome = outcome;
  return { customer: turn.customer, state: turn.state, effects: turn.effects, trace: turn.trace };
}

/** The run that waits for this very timer or answer. A run that has moved on since makes the event void. */
function runOf({ main, sequences }: ConversationState, event: ConversationEvent): Run | "void" | undefined {
  if (event.type !== "timer" && event.type !== "answer") return undefined;
  const run = [main, ...sequences].find((each) => each?.id === event.runId && each.wait.turn === event.turn);
  if (!run || (event.type === "answer" && run.wait.type !== "request")) return "void";
  return run;
}

/** Whoever speaks from outside sets the counts of what the bot does by itself back to nothing. */
function counted(state: ConversationState, { type }: ConversationEvent): ConversationState {
  if (type === "takeover" || type === "resume") return state;
  if (type === "timer" || type === "answer") return { ...state, turnsWithoutInput: state.turnsWithoutInput + 1 };
  const { sequencesWithoutInput: _, ...others } = state;
  return { ...others, turnsWithoutInput: 0 };
}

/** Returns what became of it, as far as no run has failed. */
function handle(turn: OpenTurn, event: ConversationEvent, run: Run | undefined): TurnOutcome {
  switch (event.type) {
    case "message":
    case "press":
      return handleInput(turn, event);
    case "referral":
      return handleReferral(turn, event);
    case "send_flow":
      return sendFlow(turn, event);
    case "send_content":
      return sendContent(turn, event);
    case "timer":
    case "answer":
      return run ? wake(turn, run, event) : "void";
    case "takeover":
      pause(turn, event.pausedSeconds === null ? null : turn.now + event.pausedSeconds * 1000);
      return "taken_over";
    case "resume":
      giveBack(turn);
      return "given_back";
  }
}

type EventOf<Type> = Extract<ConversationEvent, { type: Type }>;

/** Whoever came by a tool's link has had their welcome: the tool's flow. */
function handleReferral(turn: OpenTurn, { ref, adId }: EventOf<"referral">): TurnOutcome {
  if (adId !== undefined) turn.customer = { ...turn.customer, adId };
  if (turn.state.paused || turn.setup.isPaused) {
    weigh(turn, { on: "pause", verdict: "paused" });
    return "paused";
  }
  const tool = turn.setup.tools.get(ref);
  const flowId = tool?.flowId ?? null;
  const flow = flowId === null ? undefined : turn.setup.flows.get(flowId);
  if (flowId === null || !flow) {
    weigh(turn, { on: "referral", verdict: tool ? "flow_gone" : "unknown", ref });
    return "nothing";
  }
  weigh(turn, { on: "referral", verdict: "flow", ref, flow: flowId });
  turn.state = { ...turn.state, isKnown: true };
  startRun(turn, { flowId, version: flow.version, isReply: true });
  return "started";
}

function sendFlow(turn: OpenTurn, { flowId, payload, sendId }: EventOf<"send_flow">): TurnOutcome {
  const flow = turn.setup.flows.get(flowId);
  if (!flow) {
    note(turn, { note: "skipped", what: "flow_missing", name: String(flowId) });
    return "nothing";
  }
  startRun(turn, { flowId, version: flow.version, payload, sendId });
  return "started";
}

function sendContent(turn: OpenTurn, { content, payload, messageTag, sendId }: EventOf<"send_content">): TurnOutcome {
  speak(openScene(turn, null, { payload, sendId, messageTag }), content);
  return "sent";
}

/** A wait is over. While a person talks to the customer, only a server's answer is taken: it comes but once. */
function wake(turn: OpenTurn, run: Run, event: EventOf<"timer" | "answer">): TurnOutcome {
  if (turn.state.turnsWithoutInput > limits.turnsWithoutInput) {
    drop(turn, run);
    fail(turn, run, "too_many_turns");
    return "failed";
  }
  if (event.type === "timer" && turn.state.paused && run.wait.type !== "request") {
    hold(turn, run);
    return "held";
  }
  const isStillReply = run.isReply === true && (run.wait.type === "request" || isTyping(run));
  goOn(turn, run, event.type === "answer" ? { type: "answer", answer: event.answer } : { type: "timer" }, isStillReply);
  return "went_on";
}

const isTyping = ({ wait }: Run) => wait.type === "delay" && wait.isTyping === true && !wait.isHeld;
