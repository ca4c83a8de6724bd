import type { Customer } from "../customer.ts";
import type { ConversationEvent } from "../event.ts";
import type { Run } from "../state.ts";
import type { TurnOutcome } from "../trace.ts";
import { endRun } from "./engine.ts";
import type { OpenTurn } from "./open-turn.ts";
import { removeRun } from "./runs.ts";

type EventOf<Type> = Extract<ConversationEvent, { type: Type }>;

/** How long a run that has moved waits at most. */
const waitMs = 7 * 86_400_000;

/**
 * The private reply has reached its person under another id. What is left of the run goes to that customer, with what
 * the run has noted down so far.
 */
export function moveAway(turn: OpenTurn, { to }: EventOf<"moved">): TurnOutcome {
  const { state, customer } = turn;
  const { firstName, lastName, adId, tags, fields } = customer;
  const run = state.main?.comment?.isReplied ? state.main : null;
  if (run) {
    removeRun(turn, run);
    endRun(turn, run, "moved");
  }
  const event: EventOf<"arrived"> = {
    type: "arrived",
    from: customer.psid,
    comment: state.lastComment ?? "",
    run: run && pick(run),
    customer: { firstName, lastName, adId, tags, fields },
  };
  turn.effects.push({ type: "transfer", to, event });
  return "moved";
}

type MovedRun = Omit<Run, "id" | "sequenceFlowId" | "isReply">;

const pick = ({ flowId, version, step, payload, stack, wait, sendId, comment }: Run): MovedRun => ({
  ...{ flowId, version, step, payload, stack, wait, sendId },
  ...(comment && { comment }),
});

/** Takes over the run of a comment that came under another id. */
export function arrive(turn: OpenTurn, { run, customer }: EventOf<"arrived">): TurnOutcome {
  turn.customer = withCustomer(turn.customer, customer);
  turn.state = { ...turn.state, isKnown: true };
  if (!run) return "moved";
  const { main, lastRunId, turn: count } = turn.state;
  if (main) endRun(turn, main, "replaced");
  const came = run as MovedRun;
  const arrived: Run = { ...came, id: lastRunId + 1, wait: { ...came.wait, turn: count } };
  turn.state = { ...turn.state, lastRunId: arrived.id, main: arrived };
  turn.effects.push({ type: "set_timer", at: turn.now + waitMs, runId: arrived.id, turn: count, isTyping: false });
  return "moved";
}

/**
 * The customer has another id from now on: the new one gets what is known of them. The old one may soon be somebody
 * else's, so its runs are stopped.
 */
export function moveOn(turn: OpenTurn, { to }: EventOf<"number_changed">): TurnOutcome {
  const { isBlocked, isKnown, ad, marketing, planned, joined, main, sequences } = turn.state;
  const state = {
    ...{ isKnown, ...(isBlocked && { isBlocked }), ...(ad && { ad }), ...(marketing && { marketing }) },
    ...(planned && { planned }),
    ...(joined && { joined }),
  };
  const { psid: from, phone: _, ...customer } = turn.customer;
  turn.effects.push({ type: "transfer", to, event: { type: "inherited", from, customer, state } });
  for (const run of [main, ...sequences]) {
    if (!run) continue;
    endRun(turn, run, "stopped");
    removeRun(turn, run);
  }
  if (joined) {
    const { joined: _, ...others } = turn.state;
    turn.state = others;
  }
  return "passed_on";
}

/** Values that the new customer has given already stay as they are. */
export function inherit(turn: OpenTurn, { customer: before, state }: EventOf<"inherited">): TurnOutcome {
  const { customer } = turn;
  const tags = before.tags.filter((tag) => turn.setup.tags.has(tag));
  turn.customer = {
    ...withCustomer(customer, { ...before, tags }),
    gender: customer.gender === "UNKNOWN" ? before.gender : customer.gender,
    email: customer.email ?? before.email,
    address: customer.address ?? before.address,
    locale: customer.locale ?? before.locale,
    timezone: customer.timezone ?? before.timezone,
  };
  turn.state = { ...state, ...turn.state, isKnown: state.isKnown || turn.state.isKnown };
  return "passed_on";
}

/** Data that this customer has goes before data that came along. */
function withCustomer(customer: Customer, came: EventOf<"arrived">["customer"]): Customer {
  return {
    ...customer,
    firstName: customer.firstName ?? came.firstName,
    lastName: customer.lastName ?? came.lastName,
    adId: customer.adId ?? came.adId,
    tags: [...new Set([...customer.tags, ...came.tags])],
    fields: { ...came.fields, ...customer.fields },
  };
}
