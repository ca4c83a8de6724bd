import type { ConversationEvent } from "../event.ts";
import type { TurnOutcome } from "../trace.ts";
import { endRun } from "./engine.ts";
import type { OpenTurn } from "./open-turn.ts";
import { removeRun } from "./runs.ts";

type EventOf<Type> = Extract<ConversationEvent, { type: Type }>;

/**
 * The customer has another id from now on: the new one gets what is known of them. The old one may soon be somebody
 * else's, so its runs are stopped.
 */
export function moveOn(turn: OpenTurn, { to }: EventOf<"number_changed">): TurnOutcome {
  const { isBlocked, isKnown, ad, marketing, main, sequences } = turn.state;
  const state = { isKnown, ...(isBlocked && { isBlocked }), ...(ad && { ad }), ...(marketing && { marketing }) };
  const { psid: from, phone: _, ...customer } = turn.customer;
  turn.effects.push({ type: "transfer", to, event: { type: "inherited", from, customer, state } });
  for (const run of [main, ...sequences]) {
    if (!run) continue;
    endRun(turn, run, "stopped");
    removeRun(turn, run);
  }
  return "passed_on";
}

/** Values that the new customer has given already stay as they are. */
export function inherit(turn: OpenTurn, { customer: before, state }: EventOf<"inherited">): TurnOutcome {
  const { customer } = turn;
  const tags = before.tags.filter((tag) => turn.setup.tags.has(tag));
  turn.customer = {
    ...customer,
    firstName: customer.firstName ?? before.firstName,
    lastName: customer.lastName ?? before.lastName,
    gender: customer.gender === "UNKNOWN" ? before.gender : customer.gender,
    email: customer.email ?? before.email,
    address: customer.address ?? before.address,
    locale: customer.locale ?? before.locale,
    timezone: customer.timezone ?? before.timezone,
    adId: customer.adId ?? before.adId,
    tags: [...new Set([...customer.tags, ...tags])],
    fields: { ...before.fields, ...customer.fields },
  };
  turn.state = { ...state, ...turn.state, isKnown: state.isKnown || turn.state.isKnown };
  return "passed_on";
}
