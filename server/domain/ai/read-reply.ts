import type { ModelCall } from "@banter/core/flow/ai/model-call.ts";
import type { ModelReply, ToolCall } from "@banter/core/flow/ai/model-reply.ts";
import { isObject, parseJson } from "@banter/core/model/json.ts";
import { answerTool, fieldKey, noIntent } from "./prompt.ts";
import type { ChatReply } from "./protocols/protocol.ts";

type Proposal = Omit<ModelReply, "facts">;

/** The proposal of the model, from its words, its form or its tools. Undefined if they are not of the form asked for. */
export function readReply(call: ModelCall, { text, toolCalls }: ChatReply): Proposal | undefined {
  const others = toolCalls.filter(({ name }) => name !== answerTool).slice(0, 16);
  const answer = toolCalls.find(({ name }) => name === answerTool);
  if (answer) return answer.arguments ? formed(call, answer.arguments, others) : undefined;
  if (others.length > 0) return { ...nothing, tool_calls: others };
  if (!hasForm(call)) return { ...nothing, text: stored(text) };
  const form = formIn(text);
  if (form) return formed(call, form, []);
  // Small models answer in words whatever form is asked for. Words alone name no passage.
  return call.tools.length > 0 && text.trim() !== "" ? { ...nothing, text: stored(text) } : undefined;
}

const nothing: Proposal = { text: null, is_sure: true, intent: null, cites: [], fields: {}, tool_calls: [] };

/** False if the answer is words alone. */
export const hasForm = ({ knowledge, tools, intents, fields }: Parts): boolean =>
  knowledge !== null || tools.length + intents.length + fields.length > 0;

type Parts = Pick<ModelCall, "knowledge" | "tools" | "intents" | "fields">;

function formed(call: ModelCall, form: Record<string, unknown>, others: ToolCall[]): Proposal | undefined {
  const { text, is_sure = true, passages = [], intent = noIntent, fields = {} } = form;
  if (typeof text !== "string" && text !== null && text !== undefined) return undefined;
  if (typeof is_sure !== "boolean" || !Array.isArray(passages) || typeof intent !== "string") return undefined;
  const wanted = intent === noIntent || intent === "" ? null : intent;
  if (wanted !== null && !call.intents.some(({ id }) => id === wanted)) return undefined;
  const words = stored(text ?? "").trim();
  return {
    text: words === "" ? null : words,
    is_sure: is_sure && (words !== "" || wanted !== null || !call.knowledge),
    intent: wanted,
    cites: idsIn(passages),
    fields: fieldsIn(call, fields),
    tool_calls: others,
  };
}

/** Models write numbers as texts now and then. */
const idsIn = (passages: unknown[]): number[] =>
  passages
    .map((id) => (typeof id === "string" && /^\d+$/.test(id) ? Number(id) : id))
    .filter((id): id is number => Number.isSafeInteger(id))
    .slice(0, 20);

function fieldsIn(call: ModelCall, given: unknown): Record<string, string> {
  if (!isObject(given)) return {};
  const values = call.fields.flatMap(({ name }, index): [string, string][] => {
    const value = given[fieldKey(index)];
    if (typeof value === "number" || typeof value === "boolean") return [[name, String(value)]];
    return typeof value === "string" && value.trim() !== "" ? [[name, stored(value).slice(0, 10_000)]] : [];
  });
  return Object.fromEntries(values);
}

/** JSON, also between the marks and behind the words that models like to put around it. */
export function formIn(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text) ?? parseJson(markedIn(text));
  return isObject(value) ? value : undefined;
}

/** From the first brace behind the mark to the last one: an expression would take time quadratic in the length. */
function markedIn(text: string): string {
  const mark = text.indexOf("```");
  return mark < 0 ? "" : text.slice(text.indexOf("{", mark), text.lastIndexOf("}") + 1);
}

/** PostgreSQL stores neither NUL nor a lone surrogate. */
const stored = (text: string) => text.replaceAll("\0", "\ufffd").slice(0, 20_000).toWellFormed();
