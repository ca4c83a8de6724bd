import { attachedVariables, wordsWithContact } from "../answers/attached.ts";
import { recordTrigger } from "../record-trace.ts";
import type { TurnOutcome } from "../trace.ts";
import { openedRun } from "./comments/private-reply.ts";
import { readContact } from "./contact.ts";
import { startByHappening } from "./happenings.ts";
import type { CustomerInput } from "./input.ts";
import type { OpenTurn } from "./open-turn.ts";
import { confirmConsent, hasKeyword, keepConsent } from "./plans.ts";
import { followPress } from "./press.ts";
import { findFitting, listQuestions } from "./questions.ts";
import { continueRun, isSpeaking, keepMemory, releaseRun, startRun } from "./runs.ts";

/** Handles the input and returns the outcome, or returns undefined to leave it to the next trigger. */
type Trigger = (turn: OpenTurn, input: CustomerInput) => TurnOutcome | undefined;

/** In order of precedence. A pause is checked before them. */
const triggers: Trigger[] = [
  followPress,
  answerPrivateReply,
  answerQuestion,
  (turn, { event }) => startByHappening(turn, event) ?? keepPayment(event),
  matchKeyword,
  keepContact,
  keepForModel,
  askAgain,
  welcome,
  replyByDefault,
];

export function handleInput(turn: OpenTurn, event: CustomerInput["event"]): TurnOutcome {
  const { isKnown, contactAsked, ...state } = turn.state;
  turn.state = { ...state, main: openedRun(state.main), isKnown: true };
  const text = textOf(event);
  // A person has the conversation, but a word on the page's news counts all the same.
  const consent = keepConsent(turn, event);
  if (state.paused || turn.setup.isPaused) {
    recordTrigger(turn, { on: "pause", verdict: "paused" });
    return "paused";
  }
  if (consent && !hasKeyword(turn, text)) return confirmConsent(turn, consent);
  const attachments = attachmentsOf(event);
  const words = wordsWithContact(text, { attachments });
  turn.attached = attachedVariables(attachments);
  const input: CustomerInput = { event, text, isFirst: !isKnown, contact: readContact(turn, words, contactAsked) };
  for (const trigger of triggers) {
    const outcome = trigger(turn, input);
    if (outcome) return outcome;
  }
  return "nothing";
}

/** Remembers the album of a message. True for a part that arrived after the others were handled: it starts nothing. */
export function noticeAlbum(turn: OpenTurn, { album }: Extract<CustomerInput["event"], { type: "message" }>): boolean {
  if (album === undefined) return false;
  const isLate = turn.state.album === album;
  if (isLate) recordTrigger(turn, { on: "album", verdict: "late" });
  else turn.state = { ...turn.state, album };
  return isLate;
}

function textOf(event: CustomerInput["event"]): string {
  if (event.type === "message") return event.text;
  return event.target?.type === "text" ? event.target.text : event.title;
}

const attachmentsOf = (event: CustomerInput["event"]) => (event.type === "message" ? (event.attachments ?? []) : []);

/** Any answer to a private reply lets the rest of its flow go on. */
function answerPrivateReply(turn: OpenTurn): TurnOutcome | undefined {
  const { main } = turn.state;
  if (!main || (main.wait.type !== "opening" && !main.wait.unsent)) return undefined;
  recordTrigger(turn, { on: "private_reply", verdict: "answered", flow: main.flowId });
  releaseRun(turn, main);
  return "went_on";
}

function answerQuestion(turn: OpenTurn, { event, text }: CustomerInput): TurnOutcome | undefined {
  const found = findFitting(turn, text, attachmentsOf(event));
  if (!found) return undefined;
  const { value, exit, parts } = found.reply;
  const cause = { type: "reply", value, ...(exit !== undefined && { exit }), ...(parts && { parts }) } as const;
  continueRun(turn, found.run, cause, true);
  return "answered";
}

/** A payment says nothing: without a tool that waits for it, it is kept, and a question goes on waiting. */
const keepPayment = (event: CustomerInput["event"]) =>
  attachmentsOf(event).some(({ type }) => type === "payment") ? "nothing" : undefined;

function matchKeyword(turn: OpenTurn, { text }: CustomerInput): TurnOutcome | undefined {
  const { setup, now } = turn;
  const match = setup.matcher.match(text, { instant: now, zone: setup.zone });
  if (!match) {
    recordTrigger(turn, { on: "keyword", verdict: text.trim() === "" ? "no_text" : "none" });
    return undefined;
  }
  const { id: keyword, flowId } = match.keyword;
  const flow = flowId === null ? undefined : setup.flows.get(flowId);
  if (flowId === null || !flow) {
    recordTrigger(turn, { on: "keyword", verdict: "flow_gone", keyword });
    return undefined;
  }
  recordTrigger(turn, { on: "keyword", verdict: "matched", keyword, rank: match.rank, flow: flowId });
  startRun(turn, { flowId, version: flow.version, isReply: true });
  return "started";
}

/** A customer who gave the number or address they were asked for gets no default reply. */
function keepContact(turn: OpenTurn, { contact }: CustomerInput): TurnOutcome | undefined {
  if (!contact) return undefined;
  recordTrigger(turn, { on: "contact", verdict: contact });
  return "contact_kept";
}

/** A model that thinks about the customer's words gets these too. */
function keepForModel(turn: OpenTurn, { text }: CustomerInput): TurnOutcome | undefined {
  if (text.trim() === "") return undefined;
  const { main, sequences } = turn.state;
  // A default reply during a long wait of the main run is beside it.
  const thinking = [main, ...sequences.filter(({ isReply }) => isReply)].find(
    (run) => run?.ai && run.wait.type === "request",
  );
  if (!thinking?.ai) return undefined;
  recordTrigger(turn, { on: "question", verdict: "kept", flow: thinking.flowId, step: thinking.step });
  keepMemory(turn, thinking, { ...thinking.ai, behind: (thinking.ai.behind ?? 0) + 1 });
  return "answered";
}

/** Asks the waiting question again: nothing else handled the input, and it was no answer. */
function askAgain(turn: OpenTurn): TurnOutcome | undefined {
  const [run] = listQuestions(turn.state);
  if (!run) return undefined;
  const visited = turn.trace.visits?.length ?? 0;
  continueRun(turn, run, { type: "reply", value: undefined }, true);
  return turn.trace.visits?.[visited]?.[3] === "gave_up" ? "gave_up" : "asked_again";
}

function welcome(turn: OpenTurn, { isFirst }: CustomerInput): TurnOutcome | undefined {
  const { welcomeFlowId } = turn.setup;
  if (!isFirst || welcomeFlowId === null) return undefined;
  return fallBack(turn, "welcome", welcomeFlowId);
}

function replyByDefault(turn: OpenTurn): TurnOutcome | undefined {
  const { setup, state, now } = turn;
  if (setup.defaultReplyFlowId === null) {
    recordTrigger(turn, { on: "default_reply", verdict: "none" });
    return undefined;
  }
  if (state.defaultReplyAt !== null && now < state.defaultReplyAt + setup.defaultReplySeconds * 1000) {
    recordTrigger(turn, { on: "default_reply", verdict: "too_soon" });
    return undefined;
  }
  const outcome = fallBack(turn, "default_reply", setup.defaultReplyFlowId);
  if (outcome === "started") turn.state = { ...turn.state, defaultReplyAt: now };
  return outcome;
}

/**
 * Starts the welcome or the default reply without ending the main run: while that run is sending, there is no reply,
 * and during a long wait the reply is a run of its own.
 */
function fallBack(turn: OpenTurn, on: "welcome" | "default_reply", flowId: number): TurnOutcome | undefined {
  const { main } = turn.state;
  const flow = turn.setup.flows.get(flowId);
  if (!flow) {
    recordTrigger(turn, { on, verdict: "flow_gone", flow: flowId });
    return undefined;
  }
  if (isSpeaking(main)) {
    recordTrigger(turn, { on, verdict: "busy", flow: main.flowId });
    return "nothing";
  }
  recordTrigger(turn, { on, verdict: "started", flow: flowId });
  startRun(turn, { flowId, version: flow.version, isReply: true, isBeside: main !== null });
  return "started";
}
