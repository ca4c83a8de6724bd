import { z } from "zod";
import { event, type ProtocolServer, piecesOf, type Said } from "./protocol-server.ts";

const Words = z.strictObject({ text: z.string().min(1) });
const Call = z.strictObject({
  functionCall: z.strictObject({ name: z.string(), args: z.record(z.string(), z.unknown()) }),
  // Newer models refuse a call that comes back without the signature that it came with.
  thoughtSignature: z.literal("signed"),
});
const Result = z.strictObject({
  functionResponse: z.strictObject({ name: z.string(), response: z.strictObject({ result: z.string() }) }),
});

/** https://ai.google.dev/api/generate-content */
const Body = z.strictObject({
  systemInstruction: z.strictObject({ parts: z.array(Words).length(1) }),
  contents: z
    .array(
      z.discriminatedUnion("role", [
        z.strictObject({ role: z.literal("user"), parts: z.array(z.union([Words, Result])).min(1) }),
        z.strictObject({ role: z.literal("model"), parts: z.array(z.union([Words, Call])).min(1) }),
      ]),
    )
    .min(1),
  tools: z
    .array(
      z.strictObject({
        functionDeclarations: z
          .array(
            z.strictObject({
              name: z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/),
              description: z.string(),
              parametersJsonSchema: z.looseObject({ type: z.literal("object") }).optional(),
            }),
          )
          .min(1),
      }),
    )
    .optional(),
  toolConfig: z.strictObject({ functionCallingConfig: z.strictObject({ mode: z.enum(["AUTO", "ANY"]) }) }).optional(),
  generationConfig: z.strictObject({
    maxOutputTokens: z.int().positive(),
    responseMimeType: z.literal("application/json").optional(),
    responseJsonSchema: z.looseObject({ type: z.literal("object") }).optional(),
  }),
});

/** https://ai.google.dev/api/embeddings */
const EmbeddingsBody = z.strictObject({
  requests: z
    .array(
      z.strictObject({
        model: z.literal("models/small"),
        content: z.strictObject({ parts: z.array(Words).length(1) }),
      }),
    )
    .min(1)
    .max(100),
});

export const geminiServer: ProtocolServer = {
  key: (headers) => String(headers["x-goog-api-key"] ?? ""),
  path: (model) => `/v1/models/${model}:streamGenerateContent?alt=sse`,
  read(given) {
    const parsed = Body.safeParse(given);
    if (!parsed.success) return z.prettifyError(parsed.error);
    const { systemInstruction, contents, tools = [], generationConfig } = parsed.data;
    if (generationConfig.responseMimeType && tools.length > 0)
      return "Function calling with a response mime type: 'application/json' is unsupported";
    const parts = contents.flatMap(({ role, parts }) => parts.map((part) => ({ role, part })));
    return {
      system: systemInstruction.parts[0]?.text ?? "",
      messages: parts.flatMap(({ role, part }) => ("text" in part ? [{ role, text: part.text }] : [])),
      tools: tools.flatMap(({ functionDeclarations }) => functionDeclarations),
      results: parts.flatMap(({ part }) =>
        "functionResponse" in part
          ? [{ name: part.functionResponse.name, result: part.functionResponse.response.result }]
          : [],
      ),
      schema: generationConfig.responseJsonSchema ?? null,
    };
  },
  write({ text, form, tools = [], usage = { input: 1, output: 1 }, stop }: Said) {
    const words = form && tools.length === 0 && text === undefined ? JSON.stringify(form) : (text ?? "");
    const isMalformed = tools.some(({ arguments: args }) => args === "not json");
    // Each chunk tells the usage so far.
    const soFar = { promptTokenCount: usage.input, candidatesTokenCount: 1 };
    const chunk = (part: unknown) =>
      event({ candidates: [{ content: { role: "model", parts: [part] }, index: 0 }], usageMetadata: soFar });
    const finishReason = isMalformed
      ? "MALFORMED_FUNCTION_CALL"
      : stop === "declined"
        ? "SAFETY"
        : stop === "length"
          ? "MAX_TOKENS"
          : "STOP";
    const usageMetadata = {
      promptTokenCount: usage.input,
      candidatesTokenCount: usage.output - 1,
      thoughtsTokenCount: 1,
    };
    return [
      ...piecesOf(words).map((piece) => chunk({ text: piece })),
      ...(isMalformed ? [] : tools).map(({ name, arguments: args }) =>
        chunk({ functionCall: { name, args }, thoughtSignature: "signed" }),
      ),
      event({ candidates: [{ finishReason, index: 0 }], usageMetadata }),
    ];
  },
  embeddings: {
    path: (model) => `/v1/models/${model}:batchEmbedContents`,
    read(given) {
      const parsed = EmbeddingsBody.safeParse(given);
      if (!parsed.success) return z.prettifyError(parsed.error);
      return parsed.data.requests.map(({ content }) => content.parts[0]?.text ?? "");
    },
    // No usage is told.
    write: (vectors) => ({ embeddings: vectors.map((values) => ({ values })) }),
  },
  errorInStream: { error: { code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" } },
  error: (code, message, reason) => ({
    error: {
      ...{ code, message, status: code === 429 ? "RESOURCE_EXHAUSTED" : "INVALID_ARGUMENT" },
      details: reason === undefined ? [] : [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason }],
    },
  }),
};
