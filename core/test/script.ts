import type { Planned } from "../audience/send-plan.ts";
import type { Customer } from "../flow/customer.ts";
import type { Effect } from "../flow/effect.ts";
import type { ConversationEvent } from "../flow/event.ts";
import { explainRule } from "../flow/explain/explain-rule.ts";
import { english } from "../flow/explain/trace-words.ts";
import { listPressables, type OutgoingMessage, type Pressable } from "../flow/outgoing.ts";
import type { RequestAnswer } from "../flow/request-answer.ts";
import { type Consent, type ConversationState, newState, type Run } from "../flow/state.ts";
import type { Note, Trace, TriggerCheck, VisitReason } from "../flow/trace.ts";
import type { Reach } from "../flow/turn/open-turn.ts";
import { type SimulatedTurn, type Simulation, simulate } from "../flow/turn/simulate.ts";
import { ann, aPage, type PageCase } from "./conversation.ts";

/** A conversation in a case file. */
export type ScriptCase = PageCase & {
  customer?: Partial<Customer>;
  state?: Partial<ConversationState>;
  /** The start; by default noon of 1 June 2026, a Monday. */
  now?: string;
  /** The random numbers, used in turn and repeated; by default always 0. */
  random?: number[];
  reach?: Reach;
  /** When the customer came to the page; by default at the start. */
  firstSeen?: string;
  script: Act[];
};

/** Something that the customer, the page or a server does, or time that passes. */
type Act =
  | { say: string }
  | { press: string }
  | { event: ConversationEvent }
  | { answer: RequestAnswer }
  | { wait: number }
  | { until: string };

/** Runs the script. Returns the result of each act in short lines, and the state at the end. */
export function runScript(given: ScriptCase) {
  const { simulation, turns, start } = playScript(given);
  const changed = Object.entries(simulation.customer).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(start[key as keyof Customer]),
  );
  return {
    turns: turns.map((each, index) => describeTurns(each, given.script[index])),
    ...(changed.length > 0 && { customer: Object.fromEntries(changed) }),
    left: describeState(simulation),
  };
}

export function playScript(given: ScriptCase) {
  const { customer, state, now = "2026-06-01T12:00Z", random = [0], reach, firstSeen, script, ...page } = given;
  let drawn = 0;
  const start = { ...ann, ...customer };
  const simulation = simulate({
    setup: aPage(page),
    customer: start,
    state: { ...newState(), ...state },
    now: Date.parse(now),
    random: () => random[drawn++ % random.length] ?? 0,
    reach,
    firstSeenAt: firstSeen === undefined ? undefined : Date.parse(firstSeen),
  });
  return { simulation, start, turns: script.map((act) => perform(simulation, act)) };
}

function perform(simulation: Simulation, act: Act): SimulatedTurn[] {
  if ("say" in act) return [simulation.say(act.say)];
  if ("press" in act) return [simulation.press(act.press)];
  if ("event" in act) return [simulation.handle(act.event)];
  if ("answer" in act) return [simulation.answer(act.answer)];
  return simulation.advanceTo("wait" in act ? simulation.now + act.wait * 1000 : Date.parse(act.until));
}

function describeTurns(turns: SimulatedTurn[], act: Act | undefined) {
  const isTime = act !== undefined && ("wait" in act || "until" in act);
  const described = turns.map(({ at, effects, trace }) => ({
    ...(isTime && { at: instant(at) }),
    ...(effects.length > 0 && { effects: effects.map(describeEffect) }),
    why: describeTrace(trace),
  }));
  return described.length === 1 ? described[0] : described;
}

function describeEffect(effect: Effect): unknown {
  switch (effect.type) {
    case "say": {
      const { isReply, message, origin, warnings, messageTag } = effect;
      const from =
        origin.flowId === null ? `send ${origin.sendId}` : `${origin.flowId}@${origin.version} ${origin.step}`;
      const said = `${isReply ? "reply" : "bulk"} (${from}${messageTag ? `, ${messageTag}` : ""}): ${describeMessage(message)}`;
      return warnings.length > 0 ? [said, ...warnings] : said;
    }
    case "set_timer":
      return `timer ${instant(effect.at)} for run ${effect.runId} turn ${effect.turn}${effect.isTyping ? ", typing" : ""}`;
    case "hand_over":
      return `hand over${effect.flowId === null ? "" : ` by flow ${effect.flowId}`}${effect.until === null ? "" : `, until ${instant(effect.until)}`}`;
    case "pass_control":
      return "pass control to the platform's inbox";
    case "comment_action": {
      const { action } = effect;
      return `${action.action} comment ${action.commentId}${action.action === "answer" ? `: ${action.text}` : ""}`;
    }
    case "react": {
      const { emoji, about } = effect.reaction;
      return `${emoji === null ? "take back the reaction" : `react ${emoji}`} to message ${about.id}`;
    }
    case "transfer":
      if (effect.event.type !== "arrived") return effect;
      return `move to ${effect.to}${effect.event.run ? ", with the run" : ""}`;
    case "postpone": {
      const { event } = effect;
      if (event.type !== "rule_due") return `again at ${instant(effect.at)}`;
      const { type: _, ...due } = event;
      return `postponed to ${instant(effect.at)}: ${JSON.stringify(due)}`;
    }
    case "unsendable":
      return `unsendable: ${effect.reason}`;
    default:
      return effect;
  }
}

const describeConsent = ({ isWanted, since, how, words }: Consent) =>
  `${isWanted ? "wanted" : "refused"} since ${instant(since)}${how ? `, by ${how}` : ""}${words ? `: ${words}` : ""}`;

const describePlanned = ({ type, id, send, at, isAnswered }: Planned) =>
  `${type} ${id}${send === undefined ? "" : `, send ${send}`} at ${instant(at)}${isAnswered ? ", answered" : ""}`;

function describeMessage(message: OutgoingMessage): string {
  const { type, buttons: _, quick_replies: __, variables, commentId, quoted, ...rest } = message;
  const words = message.type === "text" ? message.text : `${type} ${JSON.stringify({ ...rest, type: undefined })}`;
  const pressables = listPressables(message).map((item) => ` [${describePressable(item)}]`);
  const privately = commentId === undefined ? "" : ` to comment ${commentId}`;
  const answering = quoted === undefined ? "" : ` answering ${quoted.id}`;
  return `${words}${pressables.join("")}${privately}${answering}${variables ? ` with ${JSON.stringify(variables)}` : ""}`;
}

function describePressable(item: Pressable): string {
  if (item.type === "url") return `${item.title}: ${item.url}`;
  if (item.type === "call") return `${item.title}: call ${item.phone}`;
  if (item.type !== "press") return item.type;
  const { title, target } = item;
  if (target === null) return `${title}: nowhere`;
  if (target.type === "text") return title === target.text ? title : `${title}: "${target.text}"`;
  if (target.type === "consent") return `${title}: ${target.is_wanted ? "subscribe" : "unsubscribe"}`;
  if (target.type === "flow") return `${title}: flow ${target.flow_id}`;
  return `${title}: step ${target.flow_id}@${target.version} ${target.step}`;
}

function describeTrace({ triggers = [], visits = [], values = [], notes = [], goals = [], outcome }: Trace): string {
  return [
    ...triggers.map(describeTrigger),
    ...visits.map(([flow, version, step, exit, reason]) => {
      return `${flow}@${version} ${step} ${exit}${reason ? ` (${describeReason(reason)})` : ""}`;
    }),
    ...values.map(([name, source, value]) => `${name} from ${source}: ${value}`),
    ...notes.map(describeNote),
    ...goals.map(({ name, value, currency, flow, send }) =>
      ["goal", name, value, currency, flow && `for ${flow}`, send && `after send ${send}`]
        .filter((part) => part !== undefined)
        .join(" "),
    ),
    outcome,
  ].join("; ");
}

function describeTrigger({ on, verdict, ...more }: TriggerCheck): string {
  return [on, verdict, ...Object.entries(more).map(([key, value]) => `${key} ${value}`)].join(" ");
}

function describeNote({ note, ...more }: Note): string {
  const shown = (value: unknown) => (typeof value === "object" ? JSON.stringify(value) : value);
  return [note, ...Object.entries(more).map(([key, value]) => `${key} ${shown(value)}`)].join(" ");
}

/** The parts of the state that differ from a new one. */
function describeState({ state }: Simulation) {
  const { main, sequences, paused, turnsWithoutInput, sequencesWithoutInput, defaultReplyAt, splits } = state;
  const { isKnown, contactAsked, handOver, isBlocked, ad, marketing, planned, formConsent, rules, unanswered } = state;
  return {
    ...(main && { main: describeRun(main) }),
    ...(sequences.length > 0 && { sequences: sequences.map(describeRun) }),
    ...(paused && { paused: paused.until === null ? "until given back" : `until ${instant(paused.until)}` }),
    ...(handOver && { handOver: describeHandOver(handOver) }),
    ...(isBlocked && { isBlocked }),
    ...(ad && { ad }),
    ...(marketing && { marketing: describeConsent(marketing) }),
    ...(planned && { planned: planned.map(describePlanned) }),
    ...(formConsent && { formConsent: `${formConsent.text} since ${instant(formConsent.since)}` }),
    ...(defaultReplyAt !== null && { defaultReplyAt: instant(defaultReplyAt) }),
    ...(Object.keys(splits).length > 0 && { splits }),
    ...(turnsWithoutInput > 0 && { turnsWithoutInput }),
    ...(sequencesWithoutInput && { sequencesWithoutInput }),
    ...(contactAsked && { contactAsked }),
    ...(rules && { rules: Object.fromEntries(Object.entries(rules).map(([id, at]) => [id, instant(at)])) }),
    ...(unanswered && { unanswered: `since ${instant(unanswered.since)}, last ${instant(unanswered.last)}` }),
    ...(!isKnown && { isKnown }),
  };
}

function describeHandOver({ since, until }: NonNullable<ConversationState["handOver"]>): string {
  return `since ${instant(since)}${until === null ? "" : `, until ${instant(until)}`}`;
}

function describeRun({ id, flowId, version, step, wait: { type, turn, ...wait }, payload, stack, ...run }: Run) {
  const more = [...Object.entries(wait), ...Object.entries(run).filter(([, value]) => value !== null)];
  return [
    `run ${id} at ${flowId}@${version} ${step}: ${type} since turn ${turn}`,
    ...more.map(([key, value]) => `${key} ${JSON.stringify(value)}`),
    ...stack.map(({ flowId, version, next }) => `returns to ${flowId}@${version} ${next}`),
    ...(Object.keys(payload).length > 0 ? [`payload ${JSON.stringify(payload)}`] : []),
  ].join(", ");
}

const instant = (at: number) => new Date(at).toISOString().replace(".000", "");

function describeReason(reason: VisitReason): string {
  if (typeof reason === "string") return reason;
  return reason.map((each) => explainRule(each, english.rules)).join("; ");
}
