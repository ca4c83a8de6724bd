import type { OutgoingMessage } from "./outgoing.ts";

/** What a turn asks the outside to do. Changes to the customer and the state are returned beside these. */
export type Effect =
  /** A message of a flow (or of send_content: no flow). `isReply`: the customer is waiting for it. */
  | { type: "say"; message: OutgoingMessage; origin: Origin; isReply: boolean; messageTag?: string; warnings: string[] }
  /** Put a timer event in the mailbox, due at that instant (epoch milliseconds). */
  | { type: "set_timer"; at: number; runId: number; turn: number; isTyping: boolean }
  | {
      type: "request";
      runId: number;
      turn: number;
      method: string;
      url: string;
      headers: [string, string][];
      body?: string;
    }
  | { type: "notify"; text: string; flowId: number | null }
  | { type: "hand_over" }
  /** The customer left a phone number in a flow, or in the flow that asked for it. */
  | { type: "phone_left"; flowId: number }
  /** Content that could not be sent, such as a text that is empty once filled in. */
  | { type: "unsendable"; reason: string; origin: Origin };

/** Where a message comes from, for statistics and for "why this reply?". */
export type Origin = {
  flowId: number | null;
  version: number | null;
  step: string | null;
  runId: number | null;
  sendId: number | null;
};
