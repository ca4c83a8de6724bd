import type { Payload } from "../model/payload.ts";

/** Where a customer's conversation stands. Kept as JSON between turns. */
export type ConversationState = {
  /** Counts turns. A timer or an answer carries the turn it was asked for in, and is void once its run has moved on. */
  turn: number;
  /** Numbers runs, so that each has a name of its own. */
  lastRunId: number;
  /** The conversation's run: at most one. */
  main: Run | null;
  /** Flows that run beside the conversation. */
  sequences: Run[];
  /** A person has taken over, until then or, with null, until given back. */
  paused: { until: number | null } | null;
  /** When the default reply was last given. */
  defaultReplyAt: number | null;
  /** Whether the customer has written or pressed before: the first time is welcomed. */
  isKnown: boolean;
  /** Which branch of a split the customer drew: `flow.step` to branch. */
  splits: Record<string, string>;
  /**
   * Timers and answers in a row, since the customer or the page's own programs last spoke: bounded, so that flows cannot
   * feed each other for ever.
   */
  turnsWithoutInput: number;
  /** Sequences started since then: bounded for the same reason. */
  sequencesWithoutInput?: number;
  /** The last message showed a quick reply that asks for these. What comes next may be the answer. */
  contactAsked?: { phone?: true; email?: true; flowId: number | null };
};

/** A flow that is being run, on the version it started on. */
export type Run = {
  id: number;
  flowId: number;
  version: number;
  /** Where it waits. */
  step: string;
  wait: Wait;
  /** The variables it was sent with. They win over the customer's own. */
  payload: Payload;
  /** The flows to return to, innermost last. */
  stack: { flowId: number; version: number; next: string | null }[];
  sendId: number | null;
  /** Of a run beside the conversation: the flow that it started with. */
  sequenceFlowId?: number;
  /** The customer is waiting for what it says. */
  isReply?: true;
};

/**
 * Every wait has an end: a timer in the same commit. A wait that ended while a person had taken over is held: it ends
 * when the conversation is given back.
 */
export type Wait =
  /** `choices` as they were shown, where they are not the step's own words. */
  (
    | { type: "ask"; turn: number; refused: number; choices?: string[] }
    | { type: "delay"; turn: number; isTyping?: true }
    | { type: "request"; turn: number }
  ) & { isHeld?: true };

export const newState = (): ConversationState => ({
  turn: 0,
  lastRunId: 0,
  main: null,
  sequences: [],
  paused: null,
  defaultReplyAt: null,
  isKnown: false,
  splits: {},
  turnsWithoutInput: 0,
});
