import { z } from "zod";

/** Why a model did not answer. `status` and the reasons of addresses and secrets are those of any call. */
export const modelFailures = [
  "blocked_address",
  "timeout",
  "too_large",
  "unreachable",
  "secret_missing",
  "secret_not_for_host",
  /** The model of the step was deleted. */
  "model_missing",
  /** The server does not take the key. */
  "key_refused",
  /** The server does not have the model. */
  "model_unknown",
  /** The server does not understand the call: the model lacks something that it needs, such as tools. */
  "call_refused",
  "throttled",
  /** The account has no money left. */
  "no_credit",
  "overloaded",
  /** The server has led to another address. Calls with a key do not follow. */
  "redirected",
  /** The stream ended before the answer did. */
  "cut_off",
  /** The answer is not one of the protocol, or not of the form that was asked for. */
  "malformed",
  /** The model would not answer, or the company's filter has stopped it. */
  "declined",
  /** The answer did not fit into the model's longest. */
  "too_long",
  /** A limit of the page. */
  "limit_customer_day",
  "limit_page_day",
  "limit_page_month",
  /** The answer holds something that the bot must never say. */
  "forbidden_words",
] as const;
export const ModelFailure = z.enum(modelFailures);
export type ModelFailure = z.infer<typeof ModelFailure>;

/** A tool call that the model proposes. `signature` goes back to the model's server as it came. */
export const ToolCall = z.strictObject({
  id: z.string().max(200),
  name: z.string().max(100),
  /** Null if they were not JSON. */
  arguments: z.record(z.string(), z.unknown()).nullable(),
  signature: z.string().max(20_000).optional(),
});
export type ToolCall = z.infer<typeof ToolCall>;

/** A passage of the page's knowledge that the model was shown. */
const ShownPassage = z.strictObject({
  id: z.int(),
  source: z.string().max(200),
  heading: z.string().max(200),
  score: z.number(),
  url: z.string().max(2000).nullable(),
});

/** The contents and the cost of a call, for the trace. */
export const CallFacts = z.strictObject({
  model: z.string().max(200),
  input_tokens: z.int(),
  output_tokens: z.int(),
  /** In millionths of the owner's currency. */
  cost: z.int(),
  ms: z.int(),
  passages: z.array(ShownPassage).max(20),
});
export type CallFacts = z.infer<typeof CallFacts>;

/**
 * The proposal of a model, as the body of an answer. It is data: the turn decides what of it is done, by the settings of
 * the step.
 */
export const ModelReply = z.strictObject({
  /** The words for the customer. */
  text: z.string().max(20_000).nullable(),
  /** False if the model says that it does not know, or the knowledge holds nothing. */
  is_sure: z.boolean(),
  /** The id of the intent that the customer's words fit. */
  intent: z.string().max(100).nullable(),
  /** The ids of the passages that the answer comes from. */
  cites: z.array(z.int()).max(20),
  /** Values for fields, by the field's name. */
  fields: z.record(z.string(), z.string().max(10_000)),
  tool_calls: z.array(ToolCall).max(16),
  facts: CallFacts,
});
export type ModelReply = z.infer<typeof ModelReply>;
