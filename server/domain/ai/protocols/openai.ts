import { isObject } from "@banter/core/model/json.ts";
import {
  argumentsOf,
  type ChatReply,
  type ChatRequest,
  failureOfStatus,
  keyHeader,
  type Lack,
  ModelError,
  type ModelServer,
  type Protocol,
  type TokenUsage,
  tokensOf,
} from "./protocol.ts";
import { jsonOf } from "./sse.ts";

/** OpenAI's chat completions, which many servers speak. https://platform.openai.com/docs/api-reference/chat */
export const openai: Protocol = {
  chat: (server, request, lacks) => ({
    path: "/chat/completions",
    headers: keyHeader("authorization", server, "Bearer "),
    body: {
      model: server.model,
      messages: messagesOf(request, lacks),
      ...streamOf(request, lacks),
      [lengthName(server, lacks)]: server.max_tokens,
      ...(request.tools.length > 0 && {
        tools: request.tools.map(({ name, description, parameters }) => ({
          type: "function",
          function: { name, description, parameters },
        })),
        tool_choice: lacks.has("required_tool") ? "auto" : "required",
      }),
      ...formOf(request, lacks),
    },
  }),

  lackOf(refusal, { schema, tools }, lacks) {
    const found = features.find(
      ([lack, name, of]) =>
        !lacks.has(lack) && name.test(refusal) && (of !== "form" || schema) && (of !== "tools" || tools.length > 0),
    );
    return found?.[0];
  },

  async readChat(events, onText) {
    const calls = new Map<number, { id: string; name: string; json: string }>();
    let [text, finish, refusal] = ["", "", ""];
    let usage: TokenUsage | null = null;
    for await (const event of events) {
      if (event.data === "[DONE]") break;
      const chunk = jsonOf(event);
      if (isObject(chunk.error)) throw new ModelError(failureInStream(chunk.error));
      if (isObject(chunk.usage)) usage = usageOf(chunk.usage);
      const choice = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
      if (!isObject(choice)) continue;
      // A server that cannot stream sends one `message`.
      const delta = [choice.delta, choice.message].find(isObject) ?? {};
      if (typeof delta.refusal === "string") refusal += delta.refusal;
      if (typeof delta.content === "string" && delta.content !== "") {
        text += delta.content;
        onText(text);
      }
      for (const part of Array.isArray(delta.tool_calls) ? delta.tool_calls : []) addCall(calls, part);
      if (typeof choice.finish_reason === "string") finish = choice.finish_reason;
    }
    if (finish === "") throw new ModelError("cut_off");
    const toolCalls = [...calls.values()].map(({ id, name, json }) => ({ id, name, arguments: argumentsOf(json) }));
    return { text, toolCalls, usage, stop: stopOf(finish, refusal) };
  },

  embeddings: {
    call: (server, texts) => ({
      path: "/embeddings",
      headers: keyHeader("authorization", server, "Bearer "),
      body: { model: server.model, input: texts, encoding_format: "float" },
    }),
    read(body) {
      if (!isObject(body) || !Array.isArray(body.data)) return undefined;
      const rows = body.data.filter(isObject).toSorted((one, other) => Number(one.index) - Number(other.index));
      const vectors = rows.map(({ embedding }) => embedding).filter((each): each is number[] => Array.isArray(each));
      return vectors.length === body.data.length ? { vectors, usage: usageOf(body.usage) } : undefined;
    },
  },

  failureOf(status, { type, code, message }) {
    if (code === "insufficient_quota" || type === "insufficient_quota") return "no_credit";
    if (code === "model_not_found" || (status === 400 && /model .*(not found|does not exist)/i.test(message)))
      return "model_unknown";
    return failureOfStatus(status);
  },
};

/**
 * The features by their names in refusals, those to do without first before the others. Mistral knows no
 * `stream_options`, Groq streams no forms, and many models take `json_object` only.
 */
const features: [Lack, name: RegExp, of: "any" | "form" | "tools"][] = [
  ["usage", /stream_options|include_usage/, "any"],
  ["form_stream", /response_format.*\bstream|\bstream.*(response_format|json)/is, "form"],
  ["schema", /response_format|json_schema/, "form"],
  ["json", /response_format|json_schema|json_object/, "form"],
  ["required_tool", /tool_choice/, "tools"],
  ["length_name", /max_tokens|max_completion_tokens/, "any"],
];

function streamOf({ schema }: ChatRequest, lacks: ReadonlySet<Lack>) {
  if (lacks.has("form_stream") && schema && !lacks.has("json")) return { stream: false };
  return { stream: true, ...(!lacks.has("usage") && { stream_options: { include_usage: true } }) };
}

function formOf({ schema }: ChatRequest, lacks: ReadonlySet<Lack>) {
  if (!schema || lacks.has("json")) return {};
  if (lacks.has("schema")) return { response_format: { type: "json_object" } };
  return { response_format: { type: "json_schema", json_schema: { name: "answer", schema, strict: true } } };
}

/** OpenAI's own newer models refuse `max_tokens`; others know only that. */
function lengthName({ base_url }: ModelServer, lacks: ReadonlySet<Lack>) {
  const isNew = /^https:\/\/([a-z0-9-]+\.)?(api\.openai\.com|openai\.azure\.com)(\/|$)/.test(base_url);
  return isNew === lacks.has("length_name") ? "max_tokens" : "max_completion_tokens";
}

/** The form is asked for in words if the server takes no schema. */
function systemOf({ system, schema }: ChatRequest, lacks: ReadonlySet<Lack>): string {
  if (!schema || !lacks.has("schema")) return system;
  return `${system}\n\nAnswer with one JSON object of this JSON schema, and nothing else:\n${JSON.stringify(schema)}`;
}

function messagesOf(request: ChatRequest, lacks: ReadonlySet<Lack>) {
  const { messages, rounds } = request;
  return [
    { role: "system", content: systemOf(request, lacks) },
    ...messages.map(({ from, text }) => ({ role: from === "customer" ? "user" : "assistant", content: text })),
    ...rounds.flatMap(({ calls }) => [
      {
        role: "assistant",
        content: null,
        tool_calls: calls.map(({ id, name, arguments: given }) => ({
          ...{ id, type: "function" },
          function: { name, arguments: JSON.stringify(given ?? {}) },
        })),
      },
      ...calls.map(({ id, result }) => ({ role: "tool", tool_call_id: id, content: result })),
    ]),
  ];
}

/** A call comes in pieces: its name first, then its arguments bit by bit. */
function addCall(calls: Map<number, { id: string; name: string; json: string }>, part: unknown): void {
  if (!isObject(part)) throw new ModelError("malformed");
  const index = typeof part.index === "number" ? part.index : calls.size;
  const call = calls.get(index) ?? { id: `call_${index}`, name: "", json: "" };
  if (typeof part.id === "string" && part.id !== "") call.id = part.id;
  const made = isObject(part.function) ? part.function : {};
  if (typeof made.name === "string") call.name += made.name;
  if (typeof made.arguments === "string") call.json += made.arguments;
  calls.set(index, call);
}

const usageOf = (told: unknown) => tokensOf(told, { input: ["prompt_tokens"], output: ["completion_tokens"] });

function stopOf(finish: string, refusal: string): ChatReply["stop"] {
  if (finish === "content_filter" || refusal !== "") return "declined";
  return finish === "length" ? "length" : "end";
}

const failureInStream = ({ code, type }: Record<string, unknown>) =>
  code === "rate_limit_exceeded" || type === "rate_limit_error" ? "throttled" : "overloaded";
