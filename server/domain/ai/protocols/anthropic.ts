import { isObject, type JsonObject } from "@banter/core/model/json.ts";
import {
  argumentsOf,
  type ChatReply,
  type ChatRequest,
  failureOfStatus,
  keyHeader,
  ModelError,
  type Protocol,
  type TokenUsage,
  tokensOf,
} from "./protocol.ts";
import { jsonOf } from "./sse.ts";

/** Anthropic's messages. https://docs.anthropic.com/en/api/messages */
export const anthropic: Protocol = {
  chat: (server, request) => ({
    path: "/messages",
    headers: [...keyHeader("x-api-key", server), ["anthropic-version", "2023-06-01"]],
    body: {
      model: server.model,
      max_tokens: server.max_tokens,
      system: request.system,
      messages: messagesOf(request),
      stream: true,
      ...toolsOf(request),
    },
  }),

  lackOf: () => undefined,

  async readChat(events, onText) {
    const blocks = new Map<number, Block>();
    let [text, stop] = ["", ""];
    let begun: JsonObject = {};
    let usage: TokenUsage | null = null;
    for await (const event of events) {
      const part = jsonOf(event);
      if (part.type === "message_start" && isObject(part.message) && isObject(part.message.usage))
        begun = part.message.usage;
      if (part.type === "content_block_start") startBlock(blocks, part);
      if (part.type === "content_block_delta") {
        const added = addToBlock(blocks, part);
        text += added;
        if (added !== "") onText(text);
      }
      if (part.type === "message_delta") {
        if (isObject(part.delta) && typeof part.delta.stop_reason === "string") stop = part.delta.stop_reason;
        // The counts of the beginning are those of the input, and of an answer that has hardly begun.
        const output = isObject(part.usage) ? part.usage.output_tokens : undefined;
        if (output !== undefined) usage = usageOf({ ...begun, output_tokens: output });
      }
      if (part.type === "error") throw new ModelError(failureInStream(part.error));
      if (part.type === "message_stop") break;
    }
    if (stop === "") throw new ModelError("cut_off");
    const made = [...blocks.values()].filter(({ type }) => type === "tool_use");
    const toolCalls = made.map(({ id, name, json }) => ({ id, name, arguments: argumentsOf(json) }));
    // An answer in a form comes as the one tool.
    const answer = toolCalls.find(({ name }) => name === formTool);
    if (answer) return { text: JSON.stringify(answer.arguments), toolCalls: [], usage, stop: stopOf(stop) };
    return { text, toolCalls, usage, stop: stopOf(stop) };
  },

  embeddings: null,

  failureOf(status, { type, message }) {
    if (type === "billing_error" || /credit balance/i.test(message)) return "no_credit";
    return failureOfStatus(status);
  },
};

/** The tool by which an answer takes a form: all models of the protocol have tools. */
const formTool = "give_answer";

function toolsOf({ tools, schema }: ChatRequest) {
  if (schema) {
    const tool = { name: formTool, description: "Gives your answer.", input_schema: schema };
    return { tools: [tool], tool_choice: { type: "tool", name: formTool } };
  }
  if (tools.length === 0) return {};
  return {
    tools: tools.map(({ name, description, parameters }) => ({ name, description, input_schema: parameters })),
    tool_choice: { type: "any" },
  };
}

/** A conversation begins with the customer. */
function messagesOf({ messages, rounds }: ChatRequest) {
  const first = messages.findIndex(({ from }) => from === "customer");
  return [
    ...messages
      .slice(Math.max(first, 0))
      .map(({ from, text }) => ({ role: from === "customer" ? "user" : "assistant", content: text })),
    ...rounds.flatMap(({ calls }) => [
      {
        role: "assistant",
        content: calls.map(({ id, name, arguments: input }) => ({ type: "tool_use", id, name, input: input ?? {} })),
      },
      {
        role: "user",
        content: calls.map(({ id, result }) => ({ type: "tool_result", tool_use_id: id, content: result })),
      },
    ]),
  ];
}

type Block = { type: string; id: string; name: string; json: string };

function startBlock(blocks: Map<number, Block>, { index, content_block }: JsonObject): void {
  if (typeof index !== "number" || !isObject(content_block)) throw new ModelError("malformed");
  const { type, id, name } = content_block;
  blocks.set(index, { type: String(type), id: String(id ?? ""), name: String(name ?? ""), json: "" });
}

/** Returns the text that was added. */
function addToBlock(blocks: Map<number, Block>, { index, delta }: JsonObject): string {
  const block = typeof index === "number" ? blocks.get(index) : undefined;
  if (!block || !isObject(delta)) throw new ModelError("malformed");
  if (delta.type === "input_json_delta" && typeof delta.partial_json === "string") block.json += delta.partial_json;
  return delta.type === "text_delta" && typeof delta.text === "string" ? delta.text : "";
}

const usageOf = (told: unknown) =>
  tokensOf(told, {
    input: ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"],
    output: ["output_tokens"],
  });

function stopOf(reason: string): ChatReply["stop"] {
  if (reason === "refusal") return "declined";
  return reason === "max_tokens" || reason === "model_context_window_exceeded" ? "length" : "end";
}

const failureInStream = (error: unknown) =>
  isObject(error) && error.type === "rate_limit_error" ? "throttled" : "overloaded";
