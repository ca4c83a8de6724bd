import { z } from "zod";
import { event, type ProtocolServer, piecesOf, type Said, written } from "./protocol-server.ts";

const Text = z.string().min(1);
const Call = z.strictObject({
  id: Text,
  type: z.literal("function"),
  function: z.strictObject({ name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/), arguments: z.string() }),
});

/** https://platform.openai.com/docs/api-reference/chat/create */
const Body = z.strictObject({
  model: z.literal("small"),
  messages: z
    .array(
      z.discriminatedUnion("role", [
        z.strictObject({ role: z.literal("system"), content: Text }),
        z.strictObject({ role: z.literal("user"), content: Text }),
        z.strictObject({
          role: z.literal("assistant"),
          content: Text.nullable(),
          tool_calls: z.array(Call).min(1).optional(),
        }),
        z.strictObject({ role: z.literal("tool"), tool_call_id: Text, content: z.string() }),
      ]),
    )
    .min(1),
  stream: z.boolean(),
  stream_options: z.strictObject({ include_usage: z.literal(true) }).optional(),
  max_tokens: z.int().positive().optional(),
  max_completion_tokens: z.int().positive().optional(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal("function"),
        function: z.strictObject({
          name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
          description: z.string(),
          parameters: z.looseObject({ type: z.literal("object") }),
        }),
      }),
    )
    .min(1)
    .max(128)
    .optional(),
  tool_choice: z.enum(["none", "auto", "required"]).optional(),
  response_format: z
    .discriminatedUnion("type", [
      z.strictObject({
        type: z.literal("json_schema"),
        json_schema: z.strictObject({
          name: Text,
          strict: z.literal(true),
          // In its strict form, all properties are required and no others allowed.
          schema: z.looseObject({ additionalProperties: z.literal(false), required: z.array(Text) }),
        }),
      }),
      z.strictObject({ type: z.literal("json_object") }),
    ])
    .optional(),
});

/** https://platform.openai.com/docs/api-reference/embeddings/create */
const EmbeddingsBody = z.strictObject({
  model: z.literal("small"),
  input: z.array(Text).min(1).max(2048),
  encoding_format: z.literal("float"),
});

export const openaiServer: ProtocolServer = {
  key: ({ authorization }) => /^Bearer (.+)$/.exec(authorization ?? "")?.[1],
  path: () => "/v1/chat/completions",
  read(given) {
    const parsed = Body.safeParse(given);
    if (!parsed.success) return z.prettifyError(parsed.error);
    const { messages, tools = [], tool_choice, response_format: form, stream } = parsed.data;
    if ("max_tokens" in parsed.data === "max_completion_tokens" in parsed.data) return "One longest answer is needed.";
    if (!stream && parsed.data.stream_options)
      return "The 'stream_options' parameter is only allowed when 'stream' is on.";
    if (form?.type === "json_object" && !/json/i.test(JSON.stringify(messages)))
      return "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.";
    if (tool_choice && tools.length === 0) return "'tool_choice' is only allowed when 'tools' are specified.";
    const open = new Map<string, string>();
    const results: { name: string; result: string }[] = [];
    for (const message of messages) {
      if (message.role === "tool") {
        const name = open.get(message.tool_call_id);
        if (name === undefined) return "A tool message must answer a preceding message with 'tool_calls'.";
        open.delete(message.tool_call_id);
        results.push({ name, result: message.content });
        continue;
      }
      if (open.size > 0) return "Each tool_call_id must be followed by a tool message.";
      if (message.role !== "assistant") continue;
      for (const call of message.tool_calls ?? []) open.set(call.id, call.function.name);
    }
    if (open.size > 0) return "Each tool_call_id must be followed by a tool message.";
    return {
      system: messages.flatMap(({ role, content }) => (role === "system" ? (content ?? "") : [])).join("\n"),
      messages: messages.flatMap(({ role, content }) =>
        role === "user" || (role === "assistant" && content !== null) ? [{ role, text: content ?? "" }] : [],
      ),
      tools: tools.map((tool) => tool.function),
      results,
      schema: form?.type === "json_schema" ? form.json_schema.schema : null,
      isWhole: !stream,
    };
  },
  write({ text, form, tools = [], usage, stop }: Said) {
    const words = form && tools.length === 0 && text === undefined ? JSON.stringify(form) : (text ?? "");
    const chunk = (delta: unknown, finish_reason: string | null = null) =>
      event({ id: "chatcmpl-1", object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason }] });
    const calls = tools.flatMap(({ name, arguments: given }, index) => [
      chunk({ tool_calls: [{ index, id: `call_${index}`, type: "function", function: { name, arguments: "" } }] }),
      ...piecesOf(written(given)).map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]);
    const finish = stop === "declined" ? "content_filter" : (stop ?? (tools.length > 0 ? "tool_calls" : "stop"));
    return [
      ...piecesOf(words).map((content) => chunk({ content })),
      ...calls,
      chunk({}, finish),
      event({ choices: [], usage: usage && { prompt_tokens: usage.input, completion_tokens: usage.output } }),
      "data: [DONE]\n\n",
    ];
  },
  writeWhole({ text, form, tools = [], usage, stop }: Said) {
    const tool_calls = tools.map(({ name, arguments: given }, index) => ({
      ...{ id: `call_${index}`, type: "function", function: { name, arguments: written(given) } },
    }));
    const content = text ?? (form && tools.length === 0 ? JSON.stringify(form) : null);
    return {
      ...{ id: "chatcmpl-1", object: "chat.completion" },
      choices: [
        {
          index: 0,
          message: { role: "assistant", content, ...(tools.length > 0 && { tool_calls }) },
          finish_reason: stop === "declined" ? "content_filter" : (stop ?? (tools.length > 0 ? "tool_calls" : "stop")),
        },
      ],
      usage: usage && { prompt_tokens: usage.input, completion_tokens: usage.output },
    };
  },
  embeddings: {
    path: () => "/v1/embeddings",
    read(given) {
      const parsed = EmbeddingsBody.safeParse(given);
      return parsed.success ? parsed.data.input : z.prettifyError(parsed.error);
    },
    // The order is told by `index` alone.
    write: (vectors, tokens) => ({
      object: "list",
      data: vectors.map((embedding, index) => ({ object: "embedding", index, embedding })).reverse(),
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    }),
  },
  errorInStream: { error: { message: "Too much to do.", type: "server_error", code: null } },
  error: (_, message, code) => ({ error: { message, type: "invalid_request_error", code: code ?? null } }),
};
