import type { TurnOutcome } from "../trace.ts";
import { readContact } from "./contact.ts";
import { type OpenTurn, weigh } from "./open-turn.ts";
import { followPress } from "./press.ts";
import { findFitting, listQuestions } from "./questions.ts";
import { goOn, startRun } from "./runs.ts";
import type { Words } from "./input.ts";

/** Takes the words and says what became of them, or leaves them to the next. */
type Trigger = (turn: OpenTurn, words: Words) => TurnOutcome | undefined;

/** In order of precedence. Before all of them comes a pause. */
const triggers: Trigger[] = [followPress, answerQuestion, matchKeyword, keepContact, askAgain, welcome, replyByDefault];

export function handleInput(turn: OpenTurn, event: Words["event"]): TurnOutcome {
  const { isKnown, contactAsked, ...state } = turn.state;
  turn.state = { ...state, isKnown: true };
  if (state.paused || turn.setup.isPaused) {
    weigh(turn, { on: "pause", verdict: "paused" });
    return "paused";
  }
  const text = textOf(event);
  const words: Words = { event, text, isFirst: !isKnown, contact: readContact(turn, text, contactAsked) };
  for (const trigger of triggers) {
    const outcome = trigger(turn, words);
    if (outcome) return outcome;
  }
  return "nothing";
}

function textOf(event: Words["event"]): string {
  if (event.type === "message") return event.text;
  return event.target?.type === "text" ? event.target.text : event.title;
}

function answerQuestion(turn: OpenTurn, { text }: Words): TurnOutcome | undefined {
  const found = findFitting(turn, text);
  if (!found) return undefined;
  goOn(turn, found.run, { type: "reply", value: found.value }, true);
  return "answered";
}

function matchKeyword(turn: OpenTurn, { text }: Words): TurnOutcome | undefined {
  const { setup, now } = turn;
  const match = setup.matcher.match(text, { instant: now, zone: setup.zone });
  if (!match) {
    weigh(turn, { on: "keyword", verdict: text.trim() === "" ? "no_text" : "none" });
    return undefined;
  }
  const { id: keyword, flowId } = match.keyword;
  const flow = flowId === null ? undefined : setup.flows.get(flowId);
  if (flowId === null || !flow) {
    weigh(turn, { on: "keyword", verdict: "flow_gone", keyword });
    return undefined;
  }
  weigh(turn, { on: "keyword", verdict: "matched", keyword, rank: match.rank, flow: flowId });
  startRun(turn, { flowId, version: flow.version, isReply: true });
  return "started";
}

/** Whoever has just given their number is not told that they were not understood. */
function keepContact(turn: OpenTurn, { contact }: Words): TurnOutcome | undefined {
  if (!contact) return undefined;
  weigh(turn, { on: "contact", verdict: contact });
  return "contact_kept";
}

/** A waiting question that the words are no answer to. */
function askAgain(turn: OpenTurn): TurnOutcome | undefined {
  const [run] = listQuestions(turn.state);
  if (!run) return undefined;
  const visited = turn.trace.visits?.length ?? 0;
  goOn(turn, run, { type: "reply", value: undefined }, true);
  return turn.trace.visits?.[visited]?.[3] === "gave_up" ? "gave_up" : "asked_again";
}

function welcome(turn: OpenTurn, { isFirst }: Words): TurnOutcome | undefined {
  const { welcomeFlowId } = turn.setup;
  if (!isFirst || welcomeFlowId === null) return undefined;
  return fallBack(turn, "welcome", welcomeFlowId);
}

function replyByDefault(turn: OpenTurn): TurnOutcome | undefined {
  const { setup, state, now } = turn;
  if (setup.defaultReplyFlowId === null) {
    weigh(turn, { on: "default_reply", verdict: "none" });
    return undefined;
  }
  if (state.defaultReplyAt !== null && now < state.defaultReplyAt + setup.defaultReplySeconds * 1000) {
    weigh(turn, { on: "default_reply", verdict: "too_soon" });
    return undefined;
  }
  const outcome = fallBack(turn, "default_reply", setup.defaultReplyFlowId);
  if (outcome === "started") turn.state = { ...turn.state, defaultReplyAt: now };
  return outcome;
}

/**
 * Words that nothing else took must not end what is going on: while the flow is speaking they get no reply, and beside a
 * long wait the reply is a run of its own.
 */
function fallBack(turn: OpenTurn, on: "welcome" | "default_reply", flowId: number): TurnOutcome | undefined {
  const { main } = turn.state;
  const flow = turn.setup.flows.get(flowId);
  if (!flow) {
    weigh(turn, { on, verdict: "flow_gone", flow: flowId });
    return undefined;
  }
  if (main?.wait.type === "request" || (main?.wait.type === "delay" && main.wait.isTyping)) {
    weigh(turn, { on, verdict: "busy", flow: main.flowId });
    return "nothing";
  }
  weigh(turn, { on, verdict: "started", flow: flowId });
  startRun(turn, { flowId, version: flow.version, isReply: true, isBeside: main !== null });
  return "started";
}
