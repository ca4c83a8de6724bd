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
