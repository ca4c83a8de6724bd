import type { ModelFailure } from "@banter/core/flow/ai/model-reply.ts";
import { isObject } from "@banter/core/model/json.ts";
import type { ArrivingAnswer } from "../../outbound/guarded-request.ts";
import { failureOfStatus, type ServerError } from "./protocols/protocol.ts";
import { textOf } from "./protocols/sse.ts";

/** `detail` goes to the owner. `refusal` is all that the server has said, if it does not understand the call. */
export type ServerRefusal = { reason: ModelFailure; status: number; detail?: string; refusal?: string };

const maxErrorBytes = 64 * 1024;
/** Words of a refusal that are searched for its reason, which takes time quadratic in their length. */
const maxWords = 4096;

/** Statuses of servers that do not know a part of a call. */
const notUnderstood = [400, 404, 422];

/** Why the server has said no, and its words without the key. */
export async function readRefusal(
  { status, body }: ArrivingAnswer,
  failureOf: (status: number, error: ServerError) => ModelFailure,
  mask: (text: string) => string,
): Promise<ServerRefusal> {
  if (status < 400) return { reason: failureOfStatus(status), status };
  const text = await textOf(body, maxErrorBytes).catch(() => "");
  const error = errorIn(text);
  const message = mask(error.message).slice(0, maxWords);
  const detail = message.slice(0, 500).toWellFormed();
  return {
    ...{ reason: failureOf(status, { ...error, message }), status },
    ...(detail !== "" && { detail }),
    ...(notUnderstood.includes(status) && { refusal: mask(text).slice(0, maxWords) }),
  };
}

const noError: ServerError = { type: "", code: "", message: "" };

/** `{ "error": { "type", "code" or "status", "message" } }`, or a plain text. */
function errorIn(text: string): ServerError {
  const body = parsed(text);
  const first = Array.isArray(body) ? body[0] : body;
  const error = isObject(first) ? (first.error ?? first) : undefined;
  if (typeof error === "string") return { ...noError, message: error };
  if (!isObject(error)) return { ...noError, message: text.trimStart().startsWith("<") ? "" : text };
  const details = Array.isArray(error.details) ? error.details.filter(isObject) : [];
  const reason = details.find((detail) => typeof detail.reason === "string")?.reason;
  return { type: String(error.type ?? ""), code: String(reason ?? error.code ?? ""), message: messageOf(error) };
}

/** A text, or as Mistral writes it: `{ "message": { "detail": [{ "loc": ["body", "tools"], "msg": "…" }] } }`. */
function messageOf(error: Record<string, unknown>): string {
  if (typeof error.message === "string") return error.message;
  const { detail } = isObject(error.message) ? error.message : error;
  if (typeof detail === "string") return detail;
  const parts = Array.isArray(detail) ? detail.filter(isObject) : [];
  return parts.map(({ loc, msg }) => `${[loc].flat().join(".")}: ${msg}`).join("; ");
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
