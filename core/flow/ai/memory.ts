import type { ToolRound } from "./model-call.ts";

/** The memory of an AI step that waits. It is stored with the run, so that it is bounded. */
export type AiMemory = {
  waitsFor: "model" | "tool" | "customer";
  /** Answers to the customer so far. */
  turns: number;
  /** Tools that the model has used since the customer's words. */
  rounds: ToolRound[];
  /** The tools of the model's newest answer. The one at `at` asks another server, which has not answered yet. */
  open?: ToolRound & { at: number };
  /** The customer's newest messages that the model was asked to answer. */
  words: number;
  /** Messages that have come since it was asked. */
  behind?: number;
  /** Answers in a row that were dropped, because more had come. */
  dropped?: number;
};
