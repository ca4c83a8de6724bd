import type { ModelForm } from "@banter/core/flow/ai/model.ts";
import type { ToolRound, ToolSpec } from "@banter/core/flow/ai/model-call.ts";
import type { ModelFailure, ToolCall } from "@banter/core/flow/ai/model-reply.ts";
import type { SecretText } from "@banter/core/flow/render/secret-text.ts";
import { isObject } from "@banter/core/model/json.ts";

/** An event of a stream. https://html.spec.whatwg.org/multipage/server-sent-events.html */
export type SseEvent = { event: string; data: string };

/** A call of a model, in no protocol's words. */
export type ChatRequest = {
  system: string;
  /** Never empty. The last one is the customer's. */
  messages: ChatMessage[];
  /** Tools that the model has used since, with their results. */
  rounds: ToolRound[];
  tools: ToolSpec[];
  /** The form of the answer as a JSON schema; null: plain text. Never beside tools. */
  schema: Record<string, unknown> | null;
};

export type ChatMessage = { from: "customer" | "page"; text: string };

export type ChatReply = {
  text: string;
  toolCalls: ToolCall[];
  /** Null if the server does not tell. */
  usage: TokenUsage | null;
  /** `length`: the answer did not fit. */
  stop: "end" | "length" | "declined";
};

export type TokenUsage = { input: number; output: number };

/** The parts of an HTTP call. The key is a secret of the page, which is filled in when the call is made. */
export type HttpCall = { path: string; headers: [string, SecretText][]; body: unknown };

export type ModelServer = Pick<ModelForm, "base_url" | "model" | "key" | "max_tokens">;

/**
 * Features of a protocol that many servers do not have: telling the usage in a stream, answers in a form while
 * streaming, a form by its schema, a form at all, a tool call that is required, and the usual name of the longest answer.
 */
export type Lack = "usage" | "form_stream" | "schema" | "json" | "required_tool" | "length_name";

/** A protocol of language models: how a call is written and its answer is read. Pure but for the stream. */
export type Protocol = {
  /** Makes do without what the server lacks. */
  chat: (server: ModelServer, request: ChatRequest, lacks: ReadonlySet<Lack>) => HttpCall;
  /** The next feature to do without, by the words of a refusal. */
  lackOf: (refusal: string, request: ChatRequest, lacks: ReadonlySet<Lack>) => Lack | undefined;
  /** Reads the stream to its end. Throws `ModelError`. `onText` gets the text so far. */
  readChat: (events: AsyncIterable<SseEvent>, onText: (text: string) => void) => Promise<ChatReply>;
  /** Null if the protocol has no embeddings. */
  embeddings: {
    call: (server: ModelServer, texts: readonly string[]) => HttpCall;
    read: (body: unknown) => { vectors: number[][]; usage: TokenUsage | null } | undefined;
  } | null;
  /** Why the server has refused, by its status and the error in its answer. */
  failureOf: (status: number, error: ServerError) => ModelFailure;
};

/** The facts about an error that all three protocols tell, each in its own place. */
export type ServerError = { type: string; code: string; message: string };

/**
 * A model has not answered. `usage` is known if the server has told it at the end: the usage so far, which some tell
 * during an answer, is less than what a broken stream costs.
 */
export class ModelError extends Error {
  readonly reason: ModelFailure;
  readonly usage: TokenUsage | null;
  readonly detail: string;

  constructor(
    reason: ModelFailure,
    { usage = null, detail = "" }: { usage?: TokenUsage | null; detail?: string } = {},
  ) {
    super(reason);
    this.name = "ModelError";
    this.reason = reason;
    this.usage = usage;
    this.detail = detail;
  }
}

/** More tokens than any call has. */
const maxTokens = 100_000_000;

/**
 * The usage that a server tells, as sums of its counts. The first name of the input must be there, others count 0 if
 * they are not. Null if a count cannot be: what a server tells must not lower a sum, or be more than one can hold.
 */
export function tokensOf(told: unknown, names: { input: string[]; output: string[] }): TokenUsage | null {
  if (!isObject(told) || typeof told[names.input[0] ?? ""] !== "number") return null;
  const sum = (of: string[]) => of.map((name) => told[name] ?? 0).reduce(added, 0);
  const [input, output] = [sum(names.input), sum(names.output)];
  return input === null || output === null ? null : { input, output };
}

const added = (sum: number | null, count: unknown): number | null =>
  sum !== null && Number.isSafeInteger(count) && Number(count) >= 0 && Number(count) <= maxTokens
    ? sum + Number(count)
    : null;

/** By the status alone, as far as it tells. */
export function failureOfStatus(status: number): ModelFailure {
  if (status >= 300 && status < 400) return "redirected";
  if (status === 401 || status === 403) return "key_refused";
  if (status === 402) return "no_credit";
  if (status === 404) return "model_unknown";
  if (status === 408) return "timeout";
  if (status === 413) return "too_large";
  if (status === 429) return "throttled";
  return status >= 500 ? "overloaded" : "call_refused";
}

/** The header of a key, if the model has one. */
export function keyHeader(name: string, { key }: ModelServer, before = ""): [string, SecretText][] {
  if (key === null) return [];
  return [[name, before === "" ? [{ secret: key }] : [before, { secret: key }]]];
}

/** Arguments of a tool call; null if they are no JSON object. */
export function argumentsOf(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json === "" ? "{}" : json);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
