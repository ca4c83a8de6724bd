import type { EventType } from "@banter/core/events/event-type.ts";
import type { Customer } from "@banter/core/flow/customer.ts";
import type { ConversationEvent } from "@banter/core/flow/event.ts";
import { traitsOf } from "@banter/core/flow/event-traits.ts";
import type { ConversationState } from "@banter/core/flow/state.ts";
import type { Trace } from "@banter/core/flow/trace.ts";
import type { PageSetup } from "@banter/core/flow/turn/page-setup.ts";
import { startedFlows } from "../statistics/counts.ts";

/** `isAboutTurn`: its words are those of the turn's event, and are read when it is sent. */
export type TurnEvent = { type: EventType; data: object; isAboutTurn?: true };

type Person = { customer: Customer; state: ConversationState };

/** A turn: the customer before and after it, the event, and why it went as it did. */
export type ToldTurn = {
  setup: Pick<PageSetup, "tags" | "flows" | "offFlows">;
  before: Person;
  after: Person;
  event: ConversationEvent;
  trace: Trace;
};

/** The events that a turn tells of, of the types that somebody wants. Pure, and called for pages with endpoints only. */
export function eventsOfTurn(turn: ToldTurn, wanted: ReadonlySet<EventType>): TurnEvent[] {
  if (turn.trace.outcome === "void") return [];
  const all: TurnEvent[] = [
    ...(turn.before.state.turn === 0 && turn.after.state.turn > 0
      ? [{ type: "customer.created" as const, data: {} }]
      : []),
    ...(traitsOf(turn.event).isWords
      ? [{ type: "message.received" as const, data: {}, isAboutTurn: true as const }]
      : []),
    ...changesOf(turn),
    ...flowsOf(turn),
    ...(turn.trace.goals ?? []).map(({ name, value = null, currency = null, flow = null }) => ({
      ...{ type: "goal.reached" as const, data: { goal: { name, value, currency, flow_id: flow } } },
    })),
    ...subscriptionOf(turn),
  ];
  return all.filter(({ type }) => wanted.has(type));
}

function subscriptionOf({ before, after }: ToldTurn): TurnEvent[] {
  const word = after.state.marketing;
  if (!word || word.isWanted === before.state.marketing?.isWanted) return [];
  const { isWanted, how = "platform", words = null } = word;
  return [{ type: "subscription.changed", data: { subscription: { is_wanted: isWanted, how, words } } }];
}

/** The customer's own fields that people and programs change, by the names of the API. */
const ownFields = [
  ["first_name", "firstName"],
  ["last_name", "lastName"],
  ["email", "email"],
  ["phone", "phone"],
  ["address", "address"],
] as const;

function changesOf({ setup, before: { customer: before }, after: { customer: after } }: ToldTurn): TurnEvent[] {
  if (before === after) return [];
  const tagged = (type: EventType, of: Customer, without: Customer): TurnEvent[] =>
    of.tags
      .filter((tag) => !without.tags.includes(tag))
      .map((id) => ({ type, data: { tag: { id, name: setup.tags.get(id) ?? null } } }));
  const changed = (field: string, old: string | null, now: string | null): TurnEvent[] =>
    old === now ? [] : [{ type: "field.changed", data: { field, value: now, before: old } }];
  const names = new Set([...Object.keys(before.fields), ...Object.keys(after.fields)]);
  return [
    ...tagged("tag.added", after, before),
    ...tagged("tag.removed", before, after),
    ...ownFields.flatMap(([field, key]) => changed(field, before[key], after[key])),
    ...[...names].flatMap((name) => changed(name, before.fields[name] ?? null, after.fields[name] ?? null)),
  ];
}

function flowsOf({ setup, trace }: ToldTurn): TurnEvent[] {
  const { outcome, triggers = null, visits = null, notes = null } = trace;
  const flow = (id: number) => ({ id, name: (setup.flows.get(id) ?? setup.offFlows?.get(id))?.name ?? null });
  return [
    ...startedFlows({ outcome, triggers, visits, notes }).map((id) => ({
      ...{ type: "flow.started" as const, data: { flow: flow(id) } },
    })),
    ...(notes ?? []).flatMap((note): TurnEvent[] => {
      if (note.note === "run" && note.end === "ended")
        return [{ type: "flow.finished", data: { flow: flow(note.flow) } }];
      if (note.note !== "failed") return [];
      return [{ type: "flow.failed", data: { flow: flow(note.flow), step: note.step ?? null, reason: note.reason } }];
    }),
  ];
}
