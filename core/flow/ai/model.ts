import { z } from "zod";
import { RequestUrl } from "../../model/content/url.ts";
import { Name } from "../../model/names.ts";
import { text } from "../../model/text.ts";
import { SecretName } from "../secret-name.ts";

/** `openai` is spoken by many servers: OpenAI, Azure, Ollama, vLLM, llama.cpp, Groq, Mistral. */
export const ModelProtocol = z.enum(["openai", "anthropic", "gemini"]);
export type ModelProtocol = z.infer<typeof ModelProtocol>;

/** The addresses of the companies behind the protocols. */
export const usualAddresses: Record<ModelProtocol, string> = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  gemini: "https://generativelanguage.googleapis.com/v1beta",
};

/** A page has at most so many models. */
export const maxModels = 20;

/** Millionths of the owner's currency: 150,000 is 0.15. Integers, so that sums are exact. */
const Micros = z.int().min(0).max(1_000_000_000_000);

/**
 * A language model that a page may call. `key` names a secret of the page, whose hosts must hold that of `base_url`.
 *
 *     { "name": "Small", "protocol": "openai", "base_url": "https://api.openai.com/v1", "model": "gpt-5-mini",
 *       "key": "openai", "purpose": "chat", "input_price": 250000, "output_price": 2000000,
 *       "max_tokens": 1024, "timeout_seconds": 30 }
 */
export const ModelForm = z.strictObject({
  name: Name,
  protocol: ModelProtocol,
  base_url: RequestUrl.refine((address) => !/[?#{}]/.test(address), {
    error: "must not hold variables, a query or a fragment",
  }),
  /** Its name at the server. */
  model: text(200),
  key: SecretName.nullable(),
  purpose: z.enum(["chat", "embeddings"]),
  /** The price of a million tokens, in millionths of the owner's currency. */
  input_price: Micros,
  output_price: Micros,
  /** The longest answer. A model that thinks before it answers needs more. */
  max_tokens: z.int().min(1).max(64_000),
  timeout_seconds: z.int().min(1).max(120),
});
export type ModelForm = z.infer<typeof ModelForm>;

/** Tokens of a call. `cost` is in millionths of the owner's currency. */
export type ModelUsage = { calls: number; tokens: number; cost: number };

/** The cost of a call, rounded up: many small calls never cost more than was counted. */
export function costOf(
  { input_price, output_price }: Pick<ModelForm, "input_price" | "output_price">,
  { input, output }: { input: number; output: number },
): number {
  return Number((BigInt(input) * BigInt(input_price) + BigInt(output) * BigInt(output_price) + 999_999n) / 1_000_000n);
}

const Limit = z.strictObject({
  calls: z.int().min(0).max(1_000_000_000).nullable(),
  tokens: z.int().min(0).max(1_000_000_000_000).nullable(),
  cost: Micros.nullable(),
});
/** Null: no limit. */
export type ModelLimit = z.infer<typeof Limit>;

/** The periods that a page can limit, by its own time zone. */
export const limitPeriods = ["customer_day", "page_day", "page_month"] as const;
export type LimitPeriod = (typeof limitPeriods)[number];

/** The limits of a page's models, and the words they must never say. */
export const ModelLimits = z.strictObject({
  customer_day: Limit,
  page_day: Limit,
  page_month: Limit,
  /** Words and phrases, compared without accents and capitals. An answer that holds one is not sent. */
  never_say: z.array(text(200)).max(500),
});
export type ModelLimits = z.infer<typeof ModelLimits>;

const unlimited: ModelLimit = { calls: null, tokens: null, cost: null };
export const noLimits: ModelLimits = {
  customer_day: unlimited,
  page_day: unlimited,
  page_month: unlimited,
  never_say: [],
};
