import { isObject } from "@banter/core/model/json.ts";

/**
 * Features of OpenAI's protocol that a stand-in lacks, as other servers do. `streams`: it answers in one piece, whatever
 * is asked.
 */
export type Lacking =
  | "stream_options"
  | "streamed_form"
  | "json_schema"
  | "response_format"
  | "tool_choice"
  | "max_tokens"
  | "streams";

type Body = Record<string, unknown>;

/** The refusals in the words of the servers that give them. */
const refusals: Record<
  Exclude<Lacking, "streams">,
  { isAsked: (body: Body) => boolean; status: number; body: unknown }
> = {
  stream_options: {
    isAsked: (body) => "stream_options" in body,
    status: 422,
    // Mistral's.
    body: {
      object: "error",
      message: {
        detail: [
          {
            ...{ type: "extra_forbidden", loc: ["body", "stream_options", "include_usage"] },
            ...{ msg: "Extra inputs are not permitted", input: true },
          },
        ],
      },
      ...{ type: "invalid_request_error", param: null, code: null },
    },
  },
  streamed_form: {
    isAsked: (body) => body.stream === true && "response_format" in body,
    status: 400,
    body: errorOf("response_format` does not support streaming"),
  },
  json_schema: {
    isAsked: ({ response_format: form }) => isObject(form) && form.type === "json_schema",
    status: 400,
    body: errorOf("This model does not support response format `json_schema`. See supported models at https://…"),
  },
  response_format: {
    isAsked: (body) => "response_format" in body,
    status: 400,
    body: errorOf("This response_format type is unavailable now"),
  },
  tool_choice: {
    isAsked: ({ tool_choice }) => tool_choice === "required",
    status: 400,
    body: errorOf("`tool_choice` value `required` is not supported with this model"),
  },
  max_tokens: {
    isAsked: (body) => "max_tokens" in body,
    status: 400,
    body: errorOf(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ),
  },
};

/** The refusal of a call that asks for what the server lacks. */
export function refusalOf(body: unknown, lacks: readonly Lacking[]): { status: number; body: unknown } | undefined {
  const asked = isObject(body) ? body : {};
  const lack = lacks.filter((each) => each !== "streams").find((each) => refusals[each].isAsked(asked));
  return lack && refusals[lack];
}

function errorOf(message: string) {
  return { error: { message, type: "invalid_request_error", param: null, code: null } };
}
