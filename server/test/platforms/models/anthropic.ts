import { z } from "zod";
import { event, type ProtocolServer, piecesOf, type Said, written } from "./protocol-server.ts";

const Text = z.string().min(1);
const ToolUse = z.strictObject({
  type: z.literal("tool_use"),
  id: Text,
  name: Text,
  input: z.record(z.string(), z.unknown()),
});
const ToolResult = z.strictObject({ type: z.literal("tool_result"), tool_use_id: Text, content: z.string() });

/** https://docs.anthropic.com/en/api/messages */
const Body = z.strictObject({
  model: z.literal("small"),
  max_tokens: z.int().positive(),
  system: Text,
  messages: z
    .array(
      z.discriminatedUnion("role", [
        z.strictObject({ role: z.literal("user"), content: z.union([Text, z.array(ToolResult).min(1)]) }),
        z.strictObject({ role: z.literal("assistant"), content: z.union([Text, z.array(ToolUse).min(1)]) }),
      ]),
    )
    .min(1),
  stream: z.literal(true),
  tools: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/),
        description: z.string(),
        input_schema: z.looseObject({
          type: z.literal("object"),
          properties: z.record(z.string().regex(/^[a-zA-Z0-9_.-]{1,64}$/), z.unknown()),
        }),
      }),
    )
    .min(1)
    .optional(),
  tool_choice: z
    .discriminatedUnion("type", [
      z.strictObject({ type: z.enum(["auto", "any", "none"]) }),
      z.strictObject({ type: z.literal("tool"), name: Text }),
    ])
    .optional(),
});

export const anthropicServer: ProtocolServer = {
  key: (headers) => String(headers["x-api-key"] ?? ""),
  path: () => "/v1/messages",
  read(given, headers) {
    if (headers["anthropic-version"] !== "2023-06-01") return "anthropic-version: header is required";
    const parsed = Body.safeParse(given);
    if (!parsed.success) return z.prettifyError(parsed.error);
    const { system, messages, tools = [], tool_choice } = parsed.data;
    if (messages[0]?.role !== "user") return "messages: first message must use the user role";
    if (tool_choice && tools.length === 0) return "tool_choice may only be specified while providing tools";
    const results: { name: string; result: string }[] = [];
    for (const [index, { role, content }] of messages.entries()) {
      if (role !== "assistant" || typeof content === "string") continue;
      const next = messages[index + 1]?.content;
      for (const { id, name } of content) {
        const result = Array.isArray(next)
          ? next.find((part) => "tool_use_id" in part && part.tool_use_id === id)
          : null;
        if (!result || !("tool_use_id" in result)) return "tool_use ids were found without tool_result blocks after";
        results.push({ name, result: result.content });
      }
    }
    const forced = tool_choice?.type === "tool" ? tools.find(({ name }) => name === tool_choice.name) : undefined;
    return {
      system,
      messages: messages.flatMap(({ role, content }) => (typeof content === "string" ? [{ role, text: content }] : [])),
      tools: forced ? [] : tools,
      results,
      schema: forced?.input_schema ?? null,
    };
  },
  write({ text, form, tools = [], usage = { input: 1, output: 1 }, stop }: Said) {
    const made = form && text === undefined && tools.length === 0 ? [{ name: "give_answer", arguments: form }] : tools;
    const block = (index: number, start: unknown, deltas: unknown[]) => [
      event({ type: "content_block_start", index, content_block: start }, "content_block_start"),
      ...deltas.map((delta) => event({ type: "content_block_delta", index, delta }, "content_block_delta")),
      event({ type: "content_block_stop", index }, "content_block_stop"),
    ];
    const words = text === undefined ? [] : block(0, { type: "text", text: "" }, deltasOf(text));
    const calls = made.flatMap(({ name, arguments: given }, index) =>
      block(
        index + 1,
        { type: "tool_use", id: `toolu_${index}`, name, input: {} },
        piecesOf(written(given)).map((partial_json) => ({ type: "input_json_delta", partial_json })),
      ),
    );
    const stop_reason =
      stop === "declined" ? "refusal" : stop === "length" ? "max_tokens" : made.length > 0 ? "tool_use" : "end_turn";
    return [
      event(
        { type: "message_start", message: { usage: { input_tokens: usage.input, output_tokens: 1 } } },
        "message_start",
      ),
      event({ type: "ping" }, "ping"),
      ...words,
      ...calls,
      event({ type: "message_delta", delta: { stop_reason }, usage: { output_tokens: usage.output } }, "message_delta"),
      event({ type: "message_stop" }, "message_stop"),
    ];
  },
  errorInStream: { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
  error: (status, message) => ({ type: "error", error: { type: errorTypes[status] ?? "api_error", message } }),
};

const deltasOf = (text: string) => piecesOf(text).map((piece) => ({ type: "text_delta", text: piece }));

const errorTypes: Record<number, string> = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  404: "not_found_error",
  429: "rate_limit_error",
  529: "overloaded_error",
};
