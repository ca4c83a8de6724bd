import type { Payload } from "../../model/payload.ts";
import type { Customer } from "../customer.ts";
import type { Effect } from "../effect.ts";
import { limits } from "../limits.ts";
import type { ConversationState } from "../state.ts";
import type { FailureReason, Trace } from "../trace.ts";
import type { PageSetup } from "./page-setup.ts";

// The objects of a turn, from the outside in:
//
//   OpenTurn     one per event     the page's set-up, customer, state, effects and trace so far, counters
//   ActiveRun    one per run       flow, version, step, variables; replaced by a changed copy when the run moves on
//   Scene        one per step      the turn, the run, the run's variables and its filler; actions work on it
//   Filler       one per scene     fills templates; knows which variables were unknown and whether a text grew too long
//   StepContext  one per step      what a step type's `run` may read of the scene; it changes nothing
//
// send_content has a scene without a run.

/**
 * A turn in progress: its input and its result so far. Only these fields are assigned. The objects in them belong to
 * the caller and are copied when they change.
 */
export type OpenTurn = {
  readonly setup: PageSetup;
  readonly now: number;
  readonly random: () => number;
  customer: Customer;
  state: ConversationState;
  readonly effects: Effect[];
  readonly trace: Trace;
  steps: number;
  /** Messages sent, to the customer or to the team. */
  messages: number;
  work: number;
  /** Parts of a place, a form or an order that the customer has sent: variables of the flows that it starts. */
  attached?: Payload;
  /** The platform's own inbox gets the conversation when the turn has said everything. */
  isPassed?: true;
  /** The messaging window is closed: the plan's other content goes out. */
  isOutside?: true;
  /** Sequences, and flows beside the conversation, to start once the current run waits or is over. */
  sequences: SequenceStart[];
  /** The customer has just done something. */
  readonly isInput: boolean;
  /** How the customer can be reached. Undefined where nothing is really sent, as in a simulation. */
  readonly reach?: Reach | undefined;
  /** When the customer came to the page. Undefined for one who is new. */
  readonly firstSeenAt?: number | undefined;
};

/**
 * `unreachable` is the reason why nothing reaches the customer. `lastInputAt` is before this turn. `windowSeconds` is how
 * long after it the channel takes free messages; null: always.
 */
export type Reach = { unreachable: string | null; lastInputAt: number | null; windowSeconds: number | null };

type SequenceStart = { flowId: number; payload: Payload; sendId: number | null; isPlanned?: true | undefined };

/** Adds a message, up to the limit of a turn. At the limit it returns the reason to fail the run. */
export function send(turn: OpenTurn, effect: Extract<Effect, { type: "say" | "notify" }>): FailureReason | undefined {
  if (turn.messages >= limits.messagesPerTurn) return "too_many_messages";
  turn.messages += 1;
  turn.effects.push(effect);
  return undefined;
}
