import { z } from "zod";
import { ToolCall } from "./model-reply.ts";

/** A tool as the model sees it. `parameters` is a JSON schema. */
export const ToolSpec = z.strictObject({
  name: z.string().max(64),
  description: z.string().max(2000),
  parameters: z.record(z.string(), z.unknown()),
});
export type ToolSpec = z.infer<typeof ToolSpec>;

/** Tool calls of an earlier answer, each with its result. An answer may come from one that holds facts. */
export const ToolRound = z.strictObject({
  calls: z
    .array(z.strictObject({ ...ToolCall.shape, result: z.string().max(8000), has_facts: z.boolean().optional() }))
    .max(16),
});
export type ToolRound = z.infer<typeof ToolRound>;

/** True if a tool has told the model something that it can answer from. */
export const hasFacts = (rounds: readonly ToolRound[]): boolean =>
  rounds.some(({ calls }) => calls.some(({ has_facts }) => has_facts));

/** Messages of the customer that are answered together, at most. */
export const maxWords = 20;

/**
 * A call of a model, as its turn stores it. History, knowledge and the page's limits are added when it is made. The
 * owner's words are `instructions` and the descriptions; everything else is data to the model.
 */
export const ModelCall = z.strictObject({
  modelId: z.int(),
  instructions: z.string().max(20_000),
  /** Null: the customer's own. */
  language: z.string().max(60).nullable(),
  /** Characters. */
  maxLength: z.int(),
  /** Messages before the question. */
  history: z.int().min(0).max(50),
  /** The customer's newest messages that make up the question. */
  words: z.int().min(1).max(maxWords).default(1),
  knowledge: z.strictObject({ sources: z.array(z.int()).max(50), threshold: z.number() }).nullable(),
  tools: z.array(ToolSpec).max(20),
  intents: z.array(z.strictObject({ id: z.string(), name: z.string(), description: z.string() })).max(20),
  fields: z.array(z.strictObject({ name: z.string(), accept: z.string(), description: z.string() })).max(20),
  rounds: z.array(ToolRound).max(4),
});
export type ModelCall = z.infer<typeof ModelCall>;

/** Longest results of tools that a model is shown. */
export const maxResultLength = 4000;

/** Calls in a row in which the model uses tools before it answers. */
export const maxRounds = 4;
