import type { ToolCall } from "@banter/core/flow/ai/model-reply.ts";
import { isObject } from "@banter/core/model/json.ts";
import {
  type ChatReply,
  type ChatRequest,
  failureOfStatus,
  keyHeader,
  ModelError,
  type ModelServer,
  type Protocol,
  type TokenUsage,
  tokensOf,
} from "./protocol.ts";
import { jsonOf } from "./sse.ts";

/** Gemini's own protocol. https://ai.google.dev/api/generate-content */
export const gemini: Protocol = {
  chat: (server, request) => ({
    path: `/models/${nameOf(server)}:streamGenerateContent?alt=sse`,
    headers: keyHeader("x-goog-api-key", server),
    body: {
      systemInstruction: { parts: [{ text: request.system }] },
      contents: contentsOf(request),
      ...(request.tools.length > 0 && {
        tools: [{ functionDeclarations: request.tools.map(declarationOf) }],
        toolConfig: { functionCallingConfig: { mode: "ANY" } },
      }),
      generationConfig: {
        maxOutputTokens: server.max_tokens,
        ...(request.schema && { responseMimeType: "application/json", responseJsonSchema: request.schema }),
      },
    },
  }),

  lackOf: () => undefined,

  async readChat(events, onText) {
    const toolCalls: ToolCall[] = [];
    let [text, finish] = ["", ""];
    let usage: TokenUsage | null = null;
    for await (const event of events) {
      const chunk = jsonOf(event);
      if (isObject(chunk.error)) throw new ModelError(chunk.error.code === 429 ? "throttled" : "overloaded");
      if (isObject(chunk.usageMetadata)) usage = usageOf(chunk.usageMetadata);
      if (isObject(chunk.promptFeedback) && chunk.promptFeedback.blockReason !== undefined) finish = "SAFETY";
      const candidate = Array.isArray(chunk.candidates) ? chunk.candidates[0] : undefined;
      if (!isObject(candidate)) continue;
      for (const part of partsOf(candidate)) {
        if (typeof part.text === "string" && part.thought !== true && part.text !== "") {
          text += part.text;
          onText(text);
        }
        if (isObject(part.functionCall)) toolCalls.push(callOf(part, toolCalls.length));
      }
      if (typeof candidate.finishReason === "string") finish = candidate.finishReason;
    }
    if (finish === "") throw new ModelError("cut_off");
    if (finish === "MALFORMED_FUNCTION_CALL") throw new ModelError("malformed", { usage });
    return { text, toolCalls, usage, stop: stopOf(finish) };
  },

  embeddings: {
    call: (server, texts) => ({
      path: `/models/${nameOf(server)}:batchEmbedContents`,
      headers: keyHeader("x-goog-api-key", server),
      body: {
        requests: texts.map((text) => ({
          model: `models/${nameOf(server)}`,
          content: { parts: [{ text }] },
        })),
      },
    }),
    read(body) {
      if (!isObject(body) || !Array.isArray(body.embeddings)) return undefined;
      const vectors = body.embeddings
        .filter(isObject)
        .map(({ values }) => values)
        .filter((each): each is number[] => Array.isArray(each));
      return vectors.length === body.embeddings.length ? { vectors, usage: null } : undefined;
    },
  },

  failureOf(status, { code, message }) {
    // A wrong key is a bad request there.
    if (status === 400 && (code === "API_KEY_INVALID" || /api key/i.test(message))) return "key_refused";
    return failureOfStatus(status);
  },
};

/** Google's lists have the names with `models/` before them. */
const nameOf = ({ model }: ModelServer) => encodeURIComponent(model.replace(/^models\//, ""));

/** A function without parameters has no schema. */
function declarationOf({ name, description, parameters }: ChatRequest["tools"][number]) {
  const { properties } = parameters;
  const hasSome = isObject(properties) && Object.keys(properties).length > 0;
  return { name, description, ...(hasSome && { parametersJsonSchema: parameters }) };
}

function contentsOf({ messages, rounds }: ChatRequest) {
  return [
    ...messages.map(({ from, text }) => ({ role: from === "customer" ? "user" : "model", parts: [{ text }] })),
    ...rounds.flatMap(({ calls }) => [
      {
        role: "model",
        parts: calls.map(({ name, arguments: args, signature }) => ({
          functionCall: { name, args: args ?? {} },
          // Newer models refuse a call that comes back without it.
          ...(signature !== undefined && { thoughtSignature: signature }),
        })),
      },
      {
        role: "user",
        parts: calls.map(({ name, result }) => ({ functionResponse: { name, response: { result } } })),
      },
    ]),
  ];
}

function partsOf({ content }: Record<string, unknown>): Record<string, unknown>[] {
  return isObject(content) && Array.isArray(content.parts) ? content.parts.filter(isObject) : [];
}

function callOf({ functionCall, thoughtSignature }: Record<string, unknown>, index: number): ToolCall {
  const { name, args } = isObject(functionCall) ? functionCall : {};
  return {
    id: `call_${index}`,
    name: String(name ?? ""),
    arguments: args === undefined ? {} : isObject(args) ? args : null,
    ...(typeof thoughtSignature === "string" && { signature: thoughtSignature }),
  };
}

const usageOf = (told: unknown) =>
  tokensOf(told, { input: ["promptTokenCount"], output: ["candidatesTokenCount", "thoughtsTokenCount"] });

function stopOf(finish: string): ChatReply["stop"] {
  if (finish === "STOP") return "end";
  return finish === "MAX_TOKENS" ? "length" : "declined";
}
