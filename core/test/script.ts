import type { Customer } from "../flow/customer.ts";
import type { Effect } from "../flow/effect.ts";
import type { ConversationEvent, RequestAnswer } from "../flow/event.ts";
import { explainRule } from "../flow/explain/explain-rule.ts";
import { english } from "../flow/explain/trace-words.ts";
import { listPressables, type OutgoingMessage, type Pressable } from "../flow/outgoing.ts";
import { type ConversationState, newState, type Run } from "../flow/state.ts";
import type { Note, Trace, TriggerCheck, VisitReason } from "../flow/trace.ts";
import { type SimulatedTurn, type Simulation, simulate } from "../flow/turn/simulate.ts";
import { ann, aPage, type PageCase } from "./conversation.ts";

/** A conversation as a case file tells it. */
export type ScriptCase = PageCase & {
  customer?: Partial<Customer>;
  state?: Partial<ConversationState>;
  /** When it starts; else at noon of 1 June 2026, a Monday. */
  now?: string;
  /** Drawn in turn, and round and round; else always 0. */
  random?: number[];
  script: Act[];
};

/** What happens: somebody does something, or time passes. */
type Act =
  | { say: string }
  | { press: string }
  | { event: ConversationEvent }
  | { answer: RequestAnswer }
  | { wait: number }
  | { until: string };

/** What came of each act, in short lines, and what is left at the end. */
export function runScript(given: ScriptCase) {
  const { simulation, turns, start } = playScript(given);
  const changed = Object.entries(simulation.customer).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(start[key as keyof Customer]),
  );
  return {
    turns: turns.map((each, index) => tellTurns(each, given.script[index])),
    ...(changed.length > 0 && { customer: Object.fromEntries(changed) }),
    left: tellState(simulation),
  };
}

export function playScript({ customer, state, now = "2026-06-01T12:00Z", random = [0], script, ...page }: ScriptCase) {
  let drawn = 0;
  const start = { ...ann, ...customer };
  const simulation = simulate({
    setup: aPage(page),
    customer: start,
    state: { ...newState(), ...state },
    now: Date.parse(now),
    random: () => random[drawn++ % random.length] ?? 0,
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

function tellTurns(turns: SimulatedTurn[], act: Act | undefined) {
  const isTime = act !== undefined && ("wait" in act || "until" in act);
  const told = turns.map(({ at, effects, trace }) => ({
    ...(isTime && { at: instant(at) }),
    ...(effects.length > 0 && { effects: effects.map(tellEffect) }),
    why: tellTrace(trace),
  }));
  return told.length === 1 ? told[0] : told;
}

function tellEffect(effect: Effect): unknown {
  switch (effect.type) {
    case "say": {
      const { isReply, message, origin, warnings, messageTag } = effect;
      const from =
        origin.flowId === null ? `send ${origin.sendId}` : `${origin.flowId}@${origin.version} ${origin.step}`;
      const said = `${isReply ? "reply" : "bulk"} (${from}${messageTag ? `, ${messageTag}` : ""}): ${tellMessage(message)}`;
      return warnings.length > 0 ? [said, ...warnings] : said;
    }
    case "set_timer":
      return `timer ${instant(effect.at)} for run ${effect.runId} turn ${effect.turn}${effect.isTyping ? ", typing" : ""}`;
    case "unsendable":
      return `unsendable: ${effect.reason}`;
    default:
      return effect;
  }
}

function tellMessage(message: OutgoingMessage): string {
  const { type, buttons: _, quick_replies: __, variables, ...rest } = message;
  const words = message.type === "text" ? message.text : `${type} ${JSON.stringify({ ...rest, type: undefined })}`;
  const pressables = listPressables(message).map((item) => ` [${tellPressable(item)}]`);
  return `${words}${pressables.join("")}${variables ? ` with ${JSON.stringify(variables)}` : ""}`;
}

function tellPressable(item: Pressable): string {
  if (item.type === "url") return `${item.title}: ${item.url}`;
  if (item.type === "call") return `${item.title}: call ${item.phone}`;
  if (item.type !== "press") return item.type;
  const { title, target } = item;
  if (target === null) return `${title}: nowhere`;
  if (target.type === "text") return title === target.text ? title : `${title}: "${target.text}"`;
  if (target.type === "flow") return `${title}: flow ${target.flow_id}`;
  return `${title}: step ${target.flow_id}@${target.version} ${target.step}`;
}

function tellTrace({ triggers = [], visits = [], values = [], notes = [], outcome }: Trace): string {
  return [
    ...triggers.map(tellTrigger),
    ...visits.map(([flow, version, step, exit, reason]) => {
      return `${flow}@${version} ${step} ${exit}${reason ? ` (${inWords(reason)})` : ""}`;
    }),
    ...values.map(([name, source, value]) => `${name} from ${source}: ${value}`),
    ...notes.map(tellNote),
    outcome,
  ].join("; ");
}

function tellTrigger({ on, verdict, ...more }: TriggerCheck): string {
  return [on, verdict, ...Object.entries(more).map(([key, value]) => `${key} ${value}`)].join(" ");
}

function tellNote({ note, ...more }: Note): string {
  return [note, ...Object.entries(more).map(([key, value]) => `${key} ${value}`)].join(" ");
}

/** Where the conversation stands, as far as that is not as it was at the very start. */
function tellState({ state }: Simulation) {
  const { main, sequences, paused, turnsWithoutInput, sequencesWithoutInput, defaultReplyAt, splits } = state;
  const { isKnown, contactAsked } = state;
  return {
    ...(main && { main: tellRun(main) }),
    ...(sequences.length > 0 && { sequences: sequences.map(tellRun) }),
    ...(paused && { paused: paused.until === null ? "until given back" : `until ${instant(paused.until)}` }),
    ...(defaultReplyAt !== null && { defaultReplyAt: instant(defaultReplyAt) }),
    ...(Object.keys(splits).length > 0 && { splits }),
    ...(turnsWithoutInput > 0 && { turnsWithoutInput }),
    ...(sequencesWithoutInput && { sequencesWithoutInput }),
    ...(contactAsked && { contactAsked }),
    ...(!isKnown && { isKnown }),
  };
}

function tellRun({ id, flowId, version, step, wait: { type, turn, ...wait }, payload, stack, ...run }: Run) {
  const more = [...Object.entries(wait), ...Object.entries(run).filter(([, value]) => value !== null)];
  return [
    `run ${id} at ${flowId}@${version} ${step}: ${type} since turn ${turn}`,
    ...more.map(([key, value]) => `${key} ${JSON.stringify(value)}`),
    ...stack.map(({ flowId, version, next }) => `returns to ${flowId}@${version} ${next}`),
    ...(Object.keys(payload).length > 0 ? [`payload ${JSON.stringify(payload)}`] : []),
  ].join(", ");
}

const instant = (at: number) => new Date(at).toISOString().replace(".000", "");

function inWords(reason: VisitReason): string {
  if (typeof reason === "string") return reason;
  return reason.map((each) => explainRule(each, english.rules, () => undefined)).join("; ");
}
