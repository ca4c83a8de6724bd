import type { Payload } from "../../model/payload.ts";
import type { Customer } from "../customer.ts";
import type { Effect } from "../effect.ts";
import { limits } from "../limits.ts";
import type { PageSetup } from "./page-setup.ts";
import type { ConversationState } from "../state.ts";
import type { Because, FailureReason, Note, Trace, Weighed } from "../trace.ts";

/**
 * A turn while it is being taken: what it starts from, and what it has come to so far. Only the outermost fields are
 * ever assigned; what they hold belongs to the caller and is copied when it changes.
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
  /** Messages said, to the customer or to the team. */
  messages: number;
  work: number;
  /** Sequences that start when the run at hand has come to rest. */
  sequences: SequenceStart[];
};

export type SequenceStart = { flowId: number; payload: Payload; sendId: number | null };

/** Says something, unless the turn has said as much as it may: then that is why its run cannot go on. */
export function tell(turn: OpenTurn, effect: Extract<Effect, { type: "say" | "notify" }>): FailureReason | undefined {
  if (turn.messages >= limits.messagesPerTurn) return "too_many_messages";
  turn.messages += 1;
  turn.effects.push(effect);
  return undefined;
}

export function weigh(turn: OpenTurn, weighed: Weighed): void {
  turn.trace.triggers ??= [];
  turn.trace.triggers.push(weighed);
}

export function visit(turn: OpenTurn, { flowId, version, step }: Place, exit: string, because?: Because): void {
  turn.trace.visits ??= [];
  turn.trace.visits.push(
    because === undefined ? [flowId, version, step, exit] : [flowId, version, step, exit, because],
  );
}

type Place = { flowId: number; version: number; step: string };

/** Of what goes wrong in a step the first are noted, each once. Runs that end are few, and all noted. */
export function note({ trace }: Pick<OpenTurn, "trace">, noted: Note): void {
  trace.notes ??= [];
  const isWarning = noted.note !== "run" && noted.note !== "failed";
  if (isWarning && (trace.notes.length >= maxWarnings || isNoted(trace.notes, noted))) return;
  trace.notes.push(noted);
}

const maxWarnings = 30;

function isNoted(notes: Note[], noted: Note): boolean {
  const json = JSON.stringify(noted);
  return notes.some((other) => other.note === noted.note && JSON.stringify(other) === json);
}
