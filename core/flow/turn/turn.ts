import type { Content } from "../../model/content/content.ts";
import type { Customer } from "../customer.ts";
import type { Effect } from "../effect.ts";
import type { ConversationEvent } from "../event.ts";
import { eventTraits, isOfMember } from "../event-traits.ts";
import { limits } from "../limits.ts";
import { recordGoal, recordNote, recordTrigger } from "../record-trace.ts";
import type { RequestAnswer } from "../request-answer.ts";
import type { ConversationState, Run } from "../state.ts";
import type { Cause } from "../steps/context.ts";
import type { Trace, TurnOutcome } from "../trace.ts";
import { handleDue, judgeRules } from "./audience/rules.ts";
import { enterSequence, leaveSequences, stopBeside } from "./audience/sequences.ts";
import { addUnsubscribe } from "./audience/subscription.ts";
import { arrive, inherit, moveAway, moveOn } from "./change-of-id.ts";
import { handleComment } from "./comments/comments.ts";
import { keepFields, keepForm } from "./contact.ts";
import { endRun, failRun } from "./engine.ts";
import { handleReaction, startByHappening } from "./happenings.ts";
import { handleJoin } from "./joins.ts";
import type { OpenTurn, Reach } from "./open-turn.ts";
import type { PageSetup } from "./page-setup.ts";
import { controlEffects, handleControl, recordStandbyMessage, resumeIfReturned } from "./pauses/control.ts";
import { answerHandOver, giveBack, hold, pause, pauseAt } from "./pauses/pause.ts";
import { handlePerson } from "./people.ts";
import { keepConsent, keepPlatformConsent, noteAnswer, refusePlan, withholdRest } from "./plans.ts";
import { handleReferral, handleReferredMessage } from "./referral.ts";
import { continueRun, removeRun, startRun, startSequences } from "./runs.ts";
import { openScene } from "./scene.ts";
import { sendContent } from "./step-actions.ts";
import { handleInput, noticeAlbum } from "./triggers.ts";

export type TurnInput = {
  setup: PageSetup;
  customer: Customer;
  state: ConversationState;
  event: ConversationEvent;
  /** Epoch milliseconds. */
  now: number;
  /** 0 to below 1. */
  random: () => number;
  /** Left out where nothing is really sent: the customer can be reached at any time. */
  reach?: Reach | undefined;
  /** When the customer came to the page, in epoch milliseconds. Left out for one who is new. */
  firstSeenAt?: number | undefined;
};

/** An unchanged customer or state is the same object as in the input. */
export type TurnResult = { customer: Customer; state: ConversationState; effects: Effect[]; trace: Trace };

/**
 * Handles one event of a conversation. A pure function: the same input gives the same result, and the input is not
 * changed. Throws NeedsDocument if a document is not loaded.
 */
export function takeTurn(input: TurnInput): TurnResult {
  const { setup, customer, state, event, now, random, reach, firstSeenAt } = input;
  const run = runOf(state, event);
  if (run === "void" || isOverdue(state, event)) return { customer, state, effects: [], trace: { outcome: "void" } };
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
    isInput: eventTraits[event.type].isInput === true,
    reach,
    firstSeenAt,
  };
  noteAnswer(turn, event);
  const outcome = refusePlan(turn, event) ?? handle(turn, event, run);
  startSequences(turn);
  judgeRules(turn, event, { customer, state });
  // After the rules, which may add a tag that ends a sequence.
  leaveSequences(turn, event, state.lastRunId + 1);
  turn.effects.push(...controlEffects(turn));
  if (turn.trace.outcome === "nothing") turn.trace.outcome = outcome;
  return { customer: turn.customer, state: turn.state, effects: turn.effects, trace: turn.trace };
}

/** The run that waits for this timer or answer. The event is void if the run has moved on since. */
function runOf({ main, sequences }: ConversationState, event: ConversationEvent): Run | "void" | undefined {
  if (event.type !== "timer" && event.type !== "answer") return undefined;
  const run = [main, ...sequences].find((each) => each?.id === event.runId && each.wait.turn === event.turn);
  if (!run || (event.type === "answer" && run.wait.type !== "request")) return "void";
  return run;
}

/** The end of a hand-over that was answered, or of an earlier one. */
const isOverdue = ({ handOver }: ConversationState, event: ConversationEvent) =>
  event.type === "hand_over_timeout" && handOver?.since !== event.since;

/** Input of the customer or of the page's people and programs resets the counters of turns and sequences without input. */
function counted(state: ConversationState, { type }: ConversationEvent): ConversationState {
  const { counters } = eventTraits[type];
  if (counters === "leave") return state;
  if (counters === "add") return { ...state, turnsWithoutInput: state.turnsWithoutInput + 1 };
  const { sequencesWithoutInput: _, ...others } = state;
  return { ...others, turnsWithoutInput: 0 };
}

/** Returns the outcome, unless a run fails: then the trace has the outcome already. */
function handle(turn: OpenTurn, event: ConversationEvent, run: Run | undefined): TurnOutcome {
  if (turn.state.isBlocked && eventTraits[event.type].mayReach) {
    recordTrigger(turn, { on: "block", verdict: "blocked" });
    return "nothing";
  }
  if (isOfMember(event)) return handlePerson(turn, event);
  if (event.type === "message" && event.isStandby) {
    // The other app answers, but a word on the page's news counts all the same.
    keepConsent(turn, event);
    return recordStandbyMessage(turn);
  }
  resumeIfReturned(turn, event);
  switch (event.type) {
    case "message":
      if (noticeAlbum(turn, event)) return "nothing";
      return event.referral ? handleReferredMessage(turn, event, event.referral) : handleInput(turn, event);
    case "press":
      return handleInput(turn, event);
    case "referral":
      return handleReferral(turn, event);
    case "comment":
      return handleComment(turn, event);
    case "moved":
      return moveAway(turn, event);
    case "arrived":
      return arrive(turn, event);
    case "opened":
      return handleOpening(turn);
    case "follow":
      return handleFollow(turn, event);
    case "reaction":
      return handleReaction(turn, event);
    case "send_flow":
      return handleSendFlow(turn, event);
    case "send_content":
      return handleSendContent(turn, event);
    case "goal":
      recordGoal(turn, event.goal);
      return "goal_kept";
    case "hook":
      return handleHook(turn, event);
    case "rule_due":
      return handleDue(turn, event);
    case "enter_sequence":
      return handleEntry(turn, event);
    case "leave_sequence":
      stopBeside(turn, event.sequenceId);
      return "sequence_left";
    case "timer":
    case "answer":
      return run ? endWait(turn, run, event) : "void";
    case "takeover":
      answerHandOver(turn);
      pause(turn, event.pausedSeconds === null ? null : turn.now + event.pausedSeconds * 1000);
      return "taken_over";
    case "consent":
      return keepPlatformConsent(turn, event);
    case "prechat_form":
      return keepForm(turn, event);
    case "number_changed":
      return moveOn(turn, event);
    case "inherited":
      return inherit(turn, event);
    case "join":
    case "joined":
    case "part":
    case "parted":
    case "join_declined":
      return handleJoin(turn, event);
    case "resume":
      giveBack(turn);
      return "given_back";
    case "control_lost":
    case "control_asked":
    case "control_kept":
      return handleControl(turn, event);
    case "hand_over_timeout":
      return endHandOver(turn);
  }
}

type EventOf<Type> = Extract<ConversationEvent, { type: Type }>;

/** A new follower is welcomed once, unless a growth tool waits for them. */
function handleFollow(turn: OpenTurn, event: EventOf<"follow">): TurnOutcome {
  if (turn.state.paused || turn.setup.isPaused) {
    recordTrigger(turn, { on: "pause", verdict: "paused" });
    return "paused";
  }
  return startByHappening(turn, event) ?? handleOpening(turn);
}

/** Starts the welcome before the customer has written, once. */
function handleOpening(turn: OpenTurn): TurnOutcome {
  const { state, setup } = turn;
  if (state.isKnown || state.main || setup.welcomeFlowId === null) return "nothing";
  if (state.paused || setup.isPaused) {
    recordTrigger(turn, { on: "pause", verdict: "paused" });
    return "paused";
  }
  const flow = setup.flows.get(setup.welcomeFlowId);
  if (!flow) {
    recordTrigger(turn, { on: "opening", verdict: "flow_gone" });
    return "nothing";
  }
  recordTrigger(turn, { on: "opening", verdict: "started", flow: setup.welcomeFlowId });
  turn.state = { ...state, isKnown: true };
  startRun(turn, { flowId: setup.welcomeFlowId, version: flow.version, isReply: true });
  return "started";
}

function handleSendFlow(turn: OpenTurn, event: EventOf<"send_flow">): TurnOutcome {
  return turn.isOutside ? sendPlanned(turn, event, event.plan?.outside) : startSent(turn, event);
}

type SentFlow = Pick<EventOf<"send_flow">, "flowId" | "payload" | "plan"> & { sendId: number | null };

/** Starts a flow that a program of the page sends. */
function startSent(turn: OpenTurn, { flowId, payload, sendId, plan }: SentFlow): TurnOutcome {
  const flow = turn.setup.flows.get(flowId);
  if (!flow) {
    recordNote(turn, { note: "skipped", what: "flow_missing", name: String(flowId) });
    return "nothing";
  }
  // Nobody has asked for a plan's flow: a conversation under way goes on.
  const isBeside = plan !== undefined && turn.state.main !== null;
  startRun(turn, { flowId, version: flow.version, payload, sendId, isBeside, isPlanned: plan && true });
  addUnsubscribe(turn, plan?.unsubscribe);
  return "started";
}

function handleSendContent(turn: OpenTurn, event: EventOf<"send_content">): TurnOutcome {
  return sendPlanned(turn, event, turn.isOutside ? event.plan?.outside : event.content);
}

function sendPlanned(
  turn: OpenTurn,
  event: EventOf<"send_flow" | "send_content">,
  content: Content | undefined,
): TurnOutcome {
  const { payload, sendId, plan } = event;
  const messageTag = turn.isOutside ? plan?.outsideTag : "messageTag" in event ? event.messageTag : undefined;
  if (content) sendContent(openScene(turn, null, { payload, sendId, messageTag, isPlanned: plan && true }), content);
  addUnsubscribe(turn, plan?.unsubscribe);
  return "sent";
}

/** Keeps the values that another program has told of the customer, counts the goal and starts the flow. */
function handleHook(turn: OpenTurn, { fields, goal, flowId }: EventOf<"hook">): TurnOutcome {
  keepFields(turn, fields);
  if (goal) recordGoal(turn, goal);
  return flowId === null ? "hook_kept" : startSent(turn, { flowId, payload: {}, sendId: null });
}

function handleEntry(turn: OpenTurn, { sequenceId }: EventOf<"enter_sequence">): TurnOutcome {
  const result = enterSequence(turn, sequenceId, { payload: {}, sendId: null });
  if (!result) return "sequence_entered";
  if ("skipped" in result) recordNote(turn, { note: "skipped", what: result.skipped });
  return "nothing";
}

/** Nobody has answered: the customer is told so, and the bot takes over again. */
function endHandOver(turn: OpenTurn): TurnOutcome {
  const { handOverText } = turn.setup.inbox;
  giveBack(turn);
  if (handOverText !== null) {
    const scene = openScene(turn, null, { payload: {}, sendId: null, isReply: true });
    sendContent(scene, { messages: [{ type: "text", text: handOverText }] });
  }
  return "hand_over_ended";
}

/**
 * Ends a wait. During a takeover timers are held, but the answer of a server is handled: it comes only once. While
 * another app has the conversation the platform takes no message, so that the answer is kept.
 */
function endWait(turn: OpenTurn, run: Run, event: EventOf<"timer" | "answer">): TurnOutcome {
  if (run.wait.type === "opening") {
    removeRun(turn, run);
    endRun(turn, run, "unanswered");
    return "nothing";
  }
  if (turn.state.turnsWithoutInput > limits.turnsWithoutInput) {
    removeRun(turn, run);
    failRun(turn, run, "too_many_turns");
    return "failed";
  }
  const { paused, elsewhere } = turn.state;
  if (elsewhere || (event.type === "timer" && paused && run.wait.type !== "request")) {
    hold(turn, event.type === "answer" ? withAnswer(run, event.answer) : run);
    return "held";
  }
  const isShort = run.wait.type === "request" || isTyping(run);
  if (event.type === "timer" && withholdRest(turn, run, isShort)) return "nothing";
  const isStillReply = run.isReply === true && isShort;
  continueRun(turn, run, causeOf(run, event), isStillReply);
  return "went_on";
}

const withAnswer = (run: Run, answer: RequestAnswer): Run =>
  run.wait.type === "request" ? { ...run, wait: { ...run.wait, answer } } : run;

function causeOf({ wait }: Run, event: EventOf<"timer" | "answer">): Cause {
  const answer = event.type === "answer" ? event.answer : wait.type === "request" ? wait.answer : undefined;
  return answer ? { type: "answer", answer } : { type: "timer" };
}

const isTyping = ({ wait }: Run) => wait.type === "delay" && wait.isTyping === true && !wait.isHeld;
