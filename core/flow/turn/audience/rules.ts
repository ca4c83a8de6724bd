import { actsAt, isDayOf, lookAt, maxLateMs } from "../../audience/due-day.ts";
import type { RuleWhen } from "../../audience/page-rule.ts";
import { joinVerdicts } from "../../conditions/judge-condition.ts";
import { judge, type TurnFacts } from "../../conditions/judge-rule.ts";
import type { Customer } from "../../customer.ts";
import type { ConversationEvent } from "../../event.ts";
import { readField } from "../../fields/customer-fields.ts";
import { fieldTypes } from "../../fields/field-types.ts";
import { happeningOf } from "../../happenings/happening.ts";
import { limits } from "../../limits.ts";
import { recordNote } from "../../record-trace.ts";
import type { ConversationState } from "../../state.ts";
import { addDays, dayOf } from "../../time.ts";
import type { RuleDeed, RuleReason, TurnOutcome } from "../../trace.ts";
import { performFlowAction } from "../flow-actions.ts";
import type { OpenTurn } from "../open-turn.ts";
import type { RuleSetup } from "../page-setup.ts";
import { startRun, startSequences } from "../runs.ts";
import { openScene } from "../scene.ts";
import { zoneOf } from "../step/step-context.ts";
import { isSpent, spend } from "../work.ts";
import { customerFacts } from "./customer-facts.ts";
import { isFlowForAnyTime, planSend } from "./plan-send.ts";

type Before = { customer: Customer; state: ConversationState };

/**
 * At the end of a turn: does what the page's rules say about everything that has happened in it. Rules may set each
 * other off. One that would run again in the same turn is stopped, so that they never go on for ever.
 */
export function judgeRules(turn: OpenTurn, event: ConversationEvent, before: Before): void {
  const { rules } = turn.setup;
  if (!rules) return;
  const ran = new Set(event.type === "rule_due" ? [event.ruleId] : []);
  let change: Change = {
    ...changeSince(turn, { customer: before.customer, notes: 0, goals: 0 }),
    outside: outsideOf(turn, event, before),
    ...(event.type === "hook" && { hook: event.hookId }),
  };
  for (let depth = 0; ; depth++) {
    const { notes = [], goals = [] } = turn.trace;
    const now = { customer: turn.customer, notes: notes.length, goals: goals.length };
    const met = rules.filter((rule) => isMeant(rule.when, change) && isDue(turn, rule));
    const fresh = met.filter(({ id }) => depth < limits.chainedRules && !ran.has(id));
    for (const rule of met) if (!fresh.includes(rule)) note(turn, rule, "looped");
    if (fresh.length === 0) break;
    for (const rule of fresh) {
      ran.add(rule.id);
      act(turn, rule);
    }
    startSequences(turn);
    change = changeSince(turn, now);
  }
  planDates(turn, before.customer);
  awaitAnswer(turn);
}

/** Things that come from outside of a turn and that rules wait for. */
type Outside = "customer_new" | "order" | "payment";

/**
 * A change of the customer: from `was` to `is`, the sequences that they have had all of, the goals that they have
 * reached, and the hook that was called about them.
 */
type Change = {
  was: Customer;
  is: Customer;
  finished: number[];
  goals: string[];
  outside: Outside[];
  hook?: number;
};

/** The turn before a round of rules: the customer, and how much was recorded. */
type Mark = { customer: Customer; notes: number; goals: number };

function changeSince({ customer, trace }: OpenTurn, was: Mark): Change {
  const finished = (trace.notes ?? [])
    .slice(was.notes)
    .flatMap((each) => (each.note === "sequence" && each.did === "finished" ? each.sequence : []));
  const goals = (trace.goals ?? []).slice(was.goals).map(({ name }) => name);
  return { was: was.customer, is: customer, finished, goals, outside: [] };
}

function outsideOf(turn: OpenTurn, event: ConversationEvent, { state }: Before): Outside[] {
  const happening = happeningOf(event);
  return [
    ...(!state.isKnown && turn.state.isKnown ? (["customer_new"] as const) : []),
    ...(happening === "order" || happening === "payment" ? [happening] : []),
  ];
}

function isMeant(when: RuleWhen, { was, is, finished, goals, outside, hook }: Change): boolean {
  const hasTag = ({ tags }: Customer, tag: number | null) => tag !== null && tags.includes(tag);
  switch (when.type) {
    case "tag_added":
      return was !== is && hasTag(is, when.tag_id) && !hasTag(was, when.tag_id);
    case "tag_removed":
      return was !== is && hasTag(was, when.tag_id) && !hasTag(is, when.tag_id);
    case "field_changed":
      return was !== is && isChanged(when.field, was, is);
    case "sequence_finished":
      return when.sequence_id !== null && finished.includes(when.sequence_id);
    case "customer_new":
    case "order":
    case "payment":
      return outside.includes(when.type);
    case "goal":
      return goals.includes(when.goal);
    case "incoming_hook":
      return when.hook_id !== null && when.hook_id === hook;
    // They come by events of their own.
    case "no_answer":
    case "date":
      return false;
  }
}

const isChanged = (field: string, was: Customer, is: Customer) =>
  (readField(was, field) ?? "") !== (readField(is, field) ?? "");

/** True if the rule may act again for this customer, and its condition holds. */
function isDue(turn: OpenTurn, rule: RuleSetup): boolean {
  const { often } = rule;
  const last = turn.state.rules?.[rule.id];
  if (often.type === "once" && last !== undefined) return false;
  if (often.type === "once_per" && last !== undefined && turn.now < last + often.days * 86_400_000) return false;
  return holds(turn, rule);
}

function holds(turn: OpenTurn, rule: RuleSetup): boolean {
  if (rule.if === null) return true;
  const facts = factsOf(turn);
  return joinVerdicts(
    rule.if.match,
    rule.if.rules.map((each) => judge(each, facts)),
  ).holds;
}

function factsOf(turn: OpenTurn): TurnFacts {
  const { setup, customer, now } = turn;
  return {
    now,
    zone: () => zoneOf(turn),
    channel: setup.channel,
    tags: customer.tags,
    read: (field) => readField(customer, field),
    fieldType: (field) => fieldTypes(setup).get(field),
    fill: (template) => template,
    work(units) {
      spend(turn, units);
      return !isSpent(turn);
    },
    ...customerFacts(turn),
  };
}

/** Does what the rule says, and keeps when it has, unless it is for every time. */
function act(turn: OpenTurn, rule: RuleSetup, since?: number): void {
  const did =
    "flow_id" in rule.do ? startFlow(turn, rule, rule.do.flow_id, since) : perform(turn, rule, rule.do.actions);
  if (did !== "done" && did !== "later") return;
  // The date of a day may come by two ways.
  if (rule.often.type !== "every_time" || rule.when.type === "date") {
    const others = Object.entries(turn.state.rules ?? {}).filter(([id]) => id !== String(rule.id));
    const kept = others.slice(1 - limits.rules);
    turn.state = { ...turn.state, rules: { ...Object.fromEntries(kept), [rule.id]: turn.now } };
  }
}

function perform(turn: OpenTurn, rule: RuleSetup, actions: Parameters<typeof performFlowAction>[1][]): RuleDeed {
  const scene = openScene(turn, null, { payload: turn.attached ?? {}, sendId: null, rule: rule.name });
  for (const action of actions) {
    const failure = performFlowAction(scene, action) ?? scene.filler.failure();
    if (failure) return note(turn, rule, "failed", failure);
  }
  return note(turn, rule, "done");
}

/** Nobody has asked for the flow: a conversation under way goes on. */
function startFlow(turn: OpenTurn, rule: RuleSetup, flowId: number | null, since: number | undefined): RuleDeed {
  const flow = flowId === null ? undefined : turn.setup.flows.get(flowId);
  if (flowId === null || !flow) return note(turn, rule, "failed", "flow_missing");
  const needs = { isForAnyTime: isFlowForAnyTime(turn, flowId), hasOutside: false };
  const decision = planSend(turn, { type: "rule", id: rule.id }, needs);
  if (decision.go === "never") return note(turn, rule, "withheld", decision.why);
  if (decision.go === "later") {
    turn.effects.push({
      type: "postpone",
      at: decision.at,
      event: { type: "rule_due", ruleId: rule.id, isPlanned: true, ...(since !== undefined && { since }) },
    });
    return note(turn, rule, "later");
  }
  note(turn, rule, "done");
  startRun(turn, {
    flowId,
    version: flow.version,
    isReply: turn.isInput,
    isPlanned: true,
    isBeside: turn.state.main !== null,
  });
  return "done";
}

function note(turn: OpenTurn, { id }: RuleSetup, did: RuleDeed, why?: RuleReason): RuleDeed {
  recordNote(turn, { note: "rule", rule: id, did, ...(why !== undefined && { why }) });
  return did;
}

type DueEvent = Extract<ConversationEvent, { type: "rule_due" }>;

/** The time of a rule has come. */
export function handleDue(turn: OpenTurn, event: DueEvent): TurnOutcome {
  const rule = turn.setup.rules?.find(({ id }) => id === event.ruleId);
  if (!rule) return "void";
  if (event.isPlanned) {
    // Somebody who has answered meanwhile is not asked again.
    if (event.since !== undefined && turn.state.unanswered?.since !== event.since) return "void";
    act(turn, rule, event.since);
    return "rule_done";
  }
  if (rule.when.type === "no_answer" && event.since !== undefined) return endSilence(turn, rule, rule.when, event);
  if (rule.when.type === "date" && event.day !== undefined) return endDate(turn, rule, rule.when, event.day);
  return "void";
}

function endSilence(
  turn: OpenTurn,
  rule: RuleSetup,
  { hours }: Extract<RuleWhen, { type: "no_answer" }>,
  event: DueEvent,
): TurnOutcome {
  const { unanswered } = turn.state;
  if (!unanswered || unanswered.since !== event.since) return "void";
  const at = unanswered.last + hours * 3_600_000;
  if (turn.now < at) {
    turn.effects.push({ type: "postpone", at, event });
    return "nothing";
  }
  return actIfDue(turn, rule, event.since);
}

type DateWhen = Extract<RuleWhen, { type: "date" }>;

function endDate(turn: OpenTurn, rule: RuleSetup, when: DateWhen, day: string): TurnOutcome {
  if (!isDayOf(when, readField(turn.customer, when.field) ?? "", day)) return "void";
  const at = actsAt(when, day, zoneOf(turn));
  const event: DueEvent = { type: "rule_due", ruleId: rule.id, day };
  if (turn.now < at) {
    turn.effects.push({ type: "postpone", at, event });
    return "nothing";
  }
  const last = turn.state.rules?.[rule.id];
  const isDone = last !== undefined && last >= at;
  return isDone || turn.now > at + maxLateMs ? "void" : actIfDue(turn, rule);
}

function actIfDue(turn: OpenTurn, rule: RuleSetup, since?: number): TurnOutcome {
  if (!isDue(turn, rule)) return "nothing";
  act(turn, rule, since);
  return "rule_done";
}

/** A date that was changed to a day whose customers were looked for before gets its timer here. */
function planDates(turn: OpenTurn, was: Customer): void {
  if (was === turn.customer) return;
  for (const { id, when } of turn.setup.rules ?? []) {
    if (when.type !== "date" || !isChanged(when.field, was, turn.customer)) continue;
    const value = readField(turn.customer, when.field) ?? "";
    const today = dayOf(turn.now, "UTC");
    const day = [-1, 0, 1].map((days) => addDays(today, days)).find((each) => isDayOf(when, value, each));
    if (day === undefined || turn.now < lookAt(day)) continue;
    const at = actsAt(when, day, zoneOf(turn));
    if (at > turn.now) turn.effects.push({ type: "postpone", at, event: { type: "rule_due", ruleId: id, day } });
  }
}

/** Keeps since when the page waits for an answer of the customer, for rules that wait for that. */
function awaitAnswer(turn: OpenTurn): void {
  const waiting = turn.setup.rules?.filter(({ when }) => when.type === "no_answer") ?? [];
  if (waiting.length === 0) return;
  if (turn.isInput && turn.state.unanswered) {
    const { unanswered: _, ...state } = turn.state;
    turn.state = state;
  }
  if (!turn.effects.some(({ type }) => type === "say")) return;
  const since = turn.state.unanswered?.since ?? turn.now;
  const isNew = !turn.state.unanswered;
  turn.state = { ...turn.state, unanswered: { since, last: turn.now } };
  for (const { id, when } of isNew ? waiting : [])
    if (when.type === "no_answer") {
      const at = turn.now + when.hours * 3_600_000;
      turn.effects.push({ type: "postpone", at, event: { type: "rule_due", ruleId: id, since } });
    }
}
