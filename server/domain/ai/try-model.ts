import { costOf, type ModelForm, type ModelUsage } from "@banter/core/flow/ai/model.ts";
import type { ModelFailure } from "@banter/core/flow/ai/model-reply.ts";
import { mostOf } from "./ask.ts";
import { type ClientDeps, chat, embed, type ModelResult } from "./client.ts";
import { counted } from "./counted.ts";
import type { ChatReply, ChatRequest, TokenUsage } from "./protocols/protocol.ts";
import { formIn } from "./read-reply.ts";

/** `lacks`: what AI steps need beyond words, and the model cannot do. */
export type TriedModel =
  | {
      ok: true;
      text: string;
      input_tokens: number;
      output_tokens: number;
      cost: number;
      ms: number;
      lacks: ("forms" | "tools")[];
    }
  | { ok: false; reason: ModelFailure; status?: number; detail?: string };

/**
 * Calls a model that need not be stored yet with a few words; if it answers, also for a form and for a tool. All of it
 * counts towards the page's limits.
 */
export async function tryModel(
  deps: ClientDeps,
  pageId: string,
  { model, text }: { model: ModelForm; text: string },
): Promise<TriedModel> {
  const startedAt = performance.now();
  const tried =
    model.purpose === "chat" ? await sayHello(deps, pageId, model, text) : await makeVector(deps, pageId, model, text);
  const ms = Math.round(performance.now() - startedAt);
  if (!tried.ok) {
    const { reason, status, detail } = tried;
    return { ok: false, reason, ...(status !== undefined && { status }), ...(detail !== undefined && { detail }) };
  }
  const { usage, text: said } = tried.reply;
  const lacks = model.purpose === "chat" ? await lacksOf(deps, pageId, model) : [];
  const tokens = usage ?? { input: 0, output: 0 };
  const counted = { input_tokens: tokens.input, output_tokens: tokens.output, cost: costOf(model, tokens), ms };
  return { ok: true, text: said, ...counted, lacks };
}

type Said = { text: string; usage: TokenUsage | null };

async function sayHello(deps: ClientDeps, pageId: string, model: ModelForm, text: string): Promise<ModelResult<Said>> {
  const result = await ask(deps, pageId, model, requestOf(text));
  if (!result.ok) return result;
  const { usage, stop, text: said } = result.reply;
  if (stop === "declined") return { ok: false, reason: "declined", usage, mayHaveCost: true };
  // A model that thinks may use up its longest answer before the first word.
  if (said.trim() === "")
    return { ok: false, reason: stop === "length" ? "too_long" : "malformed", usage, mayHaveCost: true };
  return { ok: true, reply: { text: said.slice(0, 4000), usage } };
}

async function makeVector(
  deps: ClientDeps,
  pageId: string,
  model: ModelForm,
  text: string,
): Promise<ModelResult<Said>> {
  const most = { input: 4 * text.length + 1000, output: 0 };
  const reserved: ModelUsage = { calls: 1, tokens: most.input, cost: costOf(model, most) };
  const result = await counted(deps, { pageId, psid: null }, { model, reserved }, () =>
    embed(deps, pageId, model, [text]),
  );
  if (!result.ok) return result;
  return { ok: true, reply: { text: String(result.reply.vectors[0]?.length ?? 0), usage: result.reply.usage } };
}

/** Only a call that was answered, or not understood, tells whether the model can do it. */
async function lacksOf(deps: ClientDeps, pageId: string, model: ModelForm): Promise<("forms" | "tools")[]> {
  const [form, tool] = await Promise.all([
    ask(deps, pageId, model, { ...requestOf("Greet Ann."), schema: greeting }),
    ask(deps, pageId, model, {
      ...requestOf("Greet Ann."),
      tools: [{ name: "greet", description: "Greets somebody.", parameters: greeting }],
    }),
  ]);
  const hasForm = typeof formIn(form.ok ? form.reply.text : "")?.words === "string";
  const hasTool = tool.ok && tool.reply.toolCalls.some(({ name, arguments: given }) => name === "greet" && given);
  return [
    ...(!hasForm && isTold(form) ? (["forms"] as const) : []),
    ...(!hasTool && isTold(tool) ? (["tools"] as const) : []),
  ];
}

const isTold = (result: ModelResult<ChatReply>) =>
  result.ok ? result.reply.stop === "end" : ["call_refused", "model_unknown", "malformed"].includes(result.reason);

const greeting = {
  ...{ type: "object", properties: { words: { type: "string", description: "The words of the greeting." } } },
  ...{ required: ["words"], additionalProperties: false },
};

const requestOf = (text: string): ChatRequest => ({
  ...{ system: "Be brief.", messages: [{ from: "customer", text }], rounds: [], tools: [], schema: null },
});

function ask(
  deps: ClientDeps,
  pageId: string,
  model: ModelForm,
  request: ChatRequest,
): Promise<ModelResult<ChatReply>> {
  return counted(deps, { pageId, psid: null }, { model, reserved: mostOf(model, request) }, () =>
    chat(deps, pageId, model, request),
  );
}
