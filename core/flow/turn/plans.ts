import { readConsent } from "../../audience/consent-words.ts";
import type { Plan } from "../../audience/send-plan.ts";
import { consentAnswer } from "../../audience/settings.ts";
import type { ConversationEvent } from "../event.ts";
import { eventTraits } from "../event-traits.ts";
import { recordTrigger } from "../record-trace.ts";
import type { Consent, Run } from "../state.ts";
import type { TurnOutcome } from "../trace.ts";
import { planRest, planSend, settingsOf } from "./audience/plan-send.ts";
import { isInSequence } from "./audience/sequences.ts";
import { hasNews, keepWord } from "./audience/subscription.ts";
import type { CustomerInput } from "./input.ts";
import type { OpenTurn } from "./open-turn.ts";
import { waitOn } from "./pauses/pause.ts";
import { isChoice } from "./questions.ts";
import { leaveOut } from "./runs.ts";
import { openScene } from "./scene.ts";
import { sendContent } from "./step-actions.ts";

/** Input counts as an answer to what was sent within this time. */
const answerMs = 3 * 86_400_000;

/**
 * Decides about the mail of a broadcast. Returns undefined if it goes, or if somebody has asked. One that must wait comes
 * back as the same mail.
 */
export function refusePlan(turn: OpenTurn, event: ConversationEvent): TurnOutcome | undefined {
  if (event.type !== "send_flow" && event.type !== "send_content") return undefined;
  const { plan, sendId } = event;
  if (!plan) return undefined;
  const record = (verdict: PlanVerdictName) => recordTrigger(turn, { on: "plan", verdict, send: sendId });
  if (hasGot(turn, plan)) {
    record("again");
    return "nothing";
  }
  if (plan.type === "broadcast" && turn.setup.stoppedBroadcasts?.has(plan.id)) {
    record("stopped");
    return "nothing";
  }
  const needs = { isForAnyTime: plan.isForAnyTime === true, hasOutside: plan.outside !== undefined };
  const { type, id } = plan;
  const verdict = planSend(turn, { type, id, send: sendId }, needs);
  if (verdict.go === "never") {
    record(verdict.why);
    return "nothing";
  }
  if (verdict.go === "later") {
    record("later");
    turn.effects.push({ type: "postpone", at: verdict.at, event });
    return "nothing";
  }
  record(verdict.isOutside ? "outside" : "go");
  if (verdict.isOutside) turn.isOutside = true;
  return undefined;
}

/**
 * Decides at the end of a wait about the rest of a flow that a plan has started. Returns true if it waits on, or is left
 * out. The steps of a sequence itself are decided about one by one.
 */
export function withholdRest(turn: OpenTurn, run: Run, isShort: boolean): boolean {
  if (!run.isPlanned || (run.flowId === run.sequenceFlowId && isInSequence(turn, run))) return false;
  const verdict = planRest(turn, run, isShort);
  if (verdict.go === "now") return false;
  // Without the send, which counts each customer once.
  recordTrigger(turn, { on: "plan", verdict: verdict.go === "never" ? verdict.why : "later" });
  if (verdict.go === "later") waitOn(turn, run, verdict.at);
  else leaveOut(turn, run);
  return true;
}

type PlanVerdictName = Extract<NonNullable<OpenTurn["trace"]["triggers"]>[number], { on: "plan" }>["verdict"];

/** A broadcast reaches a customer once, also if its mail came twice. */
const hasGot = ({ state }: OpenTurn, { type, id }: Plan) =>
  type === "broadcast" && (state.planned ?? []).some((planned) => planned.type === type && planned.id === id);

/** Notes that the customer has answered the newest message of a plan, once. */
export function noteAnswer(turn: OpenTurn, event: ConversationEvent): void {
  const newest = turn.state.planned?.at(-1);
  if (newest?.send === undefined || newest.isAnswered || !eventTraits[event.type].isWords) return;
  if (turn.now - newest.at > answerMs || wordOf(turn, event) !== undefined) return;
  recordTrigger(turn, { on: "plan", verdict: "answered", send: newest.send });
  const planned = [...(turn.state.planned ?? []).slice(0, -1), { ...newest, isAnswered: true as const }];
  turn.state = { ...turn.state, planned };
}

/** The customer's word on the page's news, if the input is one: yes, no, and how they have said it. */
function wordOf(turn: OpenTurn, event: ConversationEvent): Omit<Consent, "since"> | undefined {
  if (event.type === "press" && event.target?.type === "consent")
    return { isWanted: event.target.is_wanted, how: "button", words: event.title };
  if (event.type !== "message" || event.attachments) return undefined;
  const isWanted = readConsent(settingsOf(turn), event.text);
  if (isWanted === undefined || isChoice(turn, event.text)) return undefined;
  // If the owner has an answer of their own, the word may be about something else, such as a booking.
  if (hasKeyword(turn, event.text) && !hasNews(turn)) return undefined;
  const before = turn.state.marketing?.isWanted;
  // "Start" is a greeting, too: it counts for those who have refused, or whom the page must ask.
  if (isWanted && before !== false && (before || !settingsOf(turn).needs_opt_in)) return undefined;
  return { isWanted, how: "words", words: event.text };
}

/** The owner has an answer of their own to this word. */
export function hasKeyword({ setup, now }: OpenTurn, text: string): boolean {
  const flowId = setup.matcher.match(text, { instant: now, zone: setup.zone })?.keyword.flowId ?? null;
  return flowId !== null && setup.flows.has(flowId);
}

/** Keeps the customer's word on the page's news, with the proof. Returns it if the input was one. */
export function keepConsent(turn: OpenTurn, event: CustomerInput["event"]): Consent | undefined {
  const word = wordOf(turn, event);
  return word && keepSaid(turn, word);
}

export function keepPlatformConsent(
  turn: OpenTurn,
  { isWanted, userId, words }: Extract<ConversationEvent, { type: "consent" }>,
): TurnOutcome {
  keepSaid(turn, { isWanted, ...(userId !== undefined && { how: "member" }), ...(words !== undefined && { words }) });
  return "consent_kept";
}

function keepSaid(turn: OpenTurn, word: Omit<Consent, "since">): Consent {
  const consent = keepWord(turn, word);
  recordTrigger(turn, { on: "consent", verdict: word.isWanted ? "given" : "refused" });
  return consent;
}

/** Tells the customer that it was understood. A flow under way goes on as before. */
export function confirmConsent(turn: OpenTurn, { isWanted }: Consent): TurnOutcome {
  const text = consentAnswer(settingsOf(turn), isWanted, turn.customer.locale);
  const scene = openScene(turn, null, { payload: {}, sendId: null, isReply: true });
  sendContent(scene, { messages: [{ type: "text", text }] });
  return "consent_kept";
}
