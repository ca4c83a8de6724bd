import { z } from "zod";
import { ModelForm, ModelLimits } from "../../../flow/ai/model.ts";
import { ModelCall } from "../../../flow/ai/model-call.ts";
import { ModelFailure } from "../../../flow/ai/model-reply.ts";
import { Id, WireId } from "../../../model/id.ts";
import type { ManagementContract } from "../contract.ts";
import { inPage } from "../pages.ts";

const Done = z.strictObject({});
const inModel = inPage.extend({ model_id: WireId });

const ModelInfo = ModelForm.extend({ id: Id });

const Usage = z.strictObject({
  calls: z.int(),
  /** In and out. */
  tokens: z.int(),
  /** In millionths of the owner's currency. */
  cost: z.int(),
});

/** `detail` is what the model's server has said about it, without secrets. */
export const Refusal = z.strictObject({
  ok: z.literal(false),
  reason: ModelFailure,
  status: z.int().optional(),
  detail: z.string().optional(),
});

/** Language models, and what they may cost. */
export const models = {
  "GET /pages/:page_id/models": {
    scope: "page",
    permission: "look",
    summary: "List models",
    description: "The language models that the page may call, in the owner's order.",
    params: inPage,
    reply: z.strictObject({ models: z.array(ModelInfo) }),
  },
  "POST /pages/:page_id/models": {
    scope: "page",
    permission: "build",
    audit: "model_created",
    summary: "Create a model",
    description:
      "`key` names a secret of the page, which is sent only to its hosts. Prices are for a million tokens, in millionths of your currency: 150000 is 0.15. A page has at most 20 models.",
    params: inPage,
    body: ModelForm,
    reply: ModelInfo,
    errors: ["conflict"],
  },
  "PATCH /pages/:page_id/models/:model_id": {
    scope: "page",
    permission: "build",
    audit: "model_changed",
    summary: "Change a model",
    description: "Changes what is given. Calls that are under way end as they began.",
    params: inModel,
    body: ModelForm.partial(),
    reply: ModelInfo,
    errors: ["not_found", "conflict"],
  },
  "DELETE /pages/:page_id/models/:model_id": {
    scope: "page",
    permission: "build",
    audit: "model_deleted",
    summary: "Delete a model",
    description: "AI steps with this model leave by `failed` from now on.",
    params: inModel,
    reply: Done,
    errors: ["not_found"],
  },
  "POST /pages/:page_id/models/try": {
    scope: "page",
    permission: "build",
    audit: "model_tried",
    commitsAlone: true,
    summary: "Try a model",
    description:
      "Calls the model with a few words, without storing it. A refusal has a reason, and what the server has said. A model for conversations that answers is called twice more, for a form and for a tool: `lacks` names what it cannot do. All calls count towards the page's limits; a page has a few such trials a minute.",
    params: inPage,
    body: z.strictObject({ model: ModelForm, text: z.string().min(1).max(2000).default("Say hello in one sentence.") }),
    reply: z.discriminatedUnion("ok", [
      z.strictObject({
        ok: z.literal(true),
        /** Of a model for embeddings: how many numbers a text becomes. */
        text: z.string(),
        input_tokens: z.int(),
        output_tokens: z.int(),
        cost: z.int(),
        ms: z.int(),
        /** Needed by AI steps for intents, knowledge and tools, and the model cannot do it. */
        lacks: z.array(z.enum(["forms", "tools"])),
      }),
      Refusal,
    ]),
    errors: ["rate_limited"],
  },
  "POST /pages/:page_id/models/ask": {
    scope: "page",
    permission: "build",
    audit: "model_asked",
    commitsAlone: true,
    summary: "Make the call of an AI step",
    description:
      "What a turn would store as a call, with a conversation that the author makes up. Returns the answer as a turn gets it: `body` is the model's proposal as JSON. It counts towards the page's limits. With `watch`, the page's stream has `model_words` while the model writes, as far as customers would see them.",
    params: inPage,
    body: z.strictObject({
      call: ModelCall,
      /** A name for this call that the caller makes up. */
      watch: z.string().min(1).max(64).optional(),
      messages: z.array(z.strictObject({ from: z.enum(["customer", "page"]), text: z.string().max(4000) })).max(101),
    }),
    reply: z.discriminatedUnion("ok", [
      z.strictObject({ ok: z.literal(true), status: z.int(), body: z.string() }),
      Refusal,
    ]),
    errors: ["rate_limited"],
  },
  "GET /pages/:page_id/model_limits": {
    scope: "page",
    permission: "look",
    summary: "Get the limits of models",
    description:
      "What models may cost at most, what they must never say, and what they have used today and this month, by the page's time zone. Null is no limit. A call under way counts with the most that it can take.",
    params: inPage,
    reply: z.strictObject({ limits: ModelLimits, today: Usage, month: Usage }),
  },
  "PUT /pages/:page_id/model_limits": {
    scope: "page",
    permission: "build",
    audit: "model_limits_changed",
    summary: "Set the limits of models",
    description:
      "A call that could go beyond a limit is not made, and the AI step leaves by `failed`. The team is told at 80 % of a limit of the page.",
    params: inPage,
    body: ModelLimits,
    reply: ModelLimits,
  },
} satisfies ManagementContract;
