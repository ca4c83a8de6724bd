import { meter } from "../meter.ts";
import { isSending, type Method, methods } from "./methods.ts";
import type { webhookSender } from "./person.ts";
import type { Call, Telegram, Trouble } from "./stand-in.ts";

/** A running stand-in, with the parts that tests do not see. */
export type Running = {
  telegram: Telegram;
  sender: ReturnType<typeof webhookSender>;
  limits: { overall: () => boolean; perChat: Map<number, () => boolean> };
  lastMessageId: number;
  changed: () => void;
};

/** The error of an invalid call, in Telegram's words. */
export function faultOf(running: Running, { method, body }: Call): Trouble["refuse"] {
  const { telegram, sender } = running;
  const parsed = methods[method].safeParse(body);
  if (!parsed.success) return badRequest(wordsOf(parsed.error.issues));
  if (method === "answerCallbackQuery" && !sender.answer(String(body.callback_query_id))) {
    return badRequest("query is too old and response timeout expired or query ID is invalid");
  }
  if (method === "answerPreCheckoutQuery" && sender.isAnswered(String(body.pre_checkout_query_id))) {
    return badRequest("query is too old and response timeout expired or query ID is invalid");
  }
  const file = method === "getFile" ? telegram.files.describe(String(body.file_id)) : undefined;
  if (file && "fault" in file) return badRequest(file.fault);
  const about = faultOfReference(telegram, method, body);
  if (about) return about;
  const url = body.photo ?? body.video ?? body.audio ?? body.voice ?? body.document;
  if (telegram.unfetchable.has(String(url))) return badRequest("failed to get HTTP URL content");
  const missing = itemsOf(body).findIndex(({ media }) => telegram.unfetchable.has(media));
  if (missing >= 0)
    return badRequest(`failed to send message #${missing + 1} with the error message "WEBPAGE_CURL_FAILED"`);
  return typeof body.chat_id === "number" ? faultOfChat(running, method, body.chat_id) : undefined;
}

/** The message that is answered or reacted to. Telegram quotes nothing if the call allows that. */
function faultOfReference({ written }: Telegram, method: Method, body: Call["body"]): Trouble["refuse"] {
  const { message_id, allow_sending_without_reply: isAllowed } = Object(body.reply_parameters);
  const psid = `tg_${body.chat_id}`;
  if (message_id !== undefined && !isAllowed && !written.has(message_id, psid))
    return badRequest("message to be replied not found");
  return method === "setMessageReaction" && !written.has(body.message_id, psid)
    ? badRequest("message to react not found")
    : undefined;
}

/** The pictures and videos of an album. */
export function itemsOf(body: Call["body"]): { type: string; media: string }[] {
  return Array.isArray(body.media) ? body.media : [];
}

function faultOfChat({ sender, limits }: Running, method: Method, chatId: number): Trouble["refuse"] {
  const person = sender.people.get(chatId);
  if (!person) return badRequest("chat not found");
  const forbidden = {
    never: "bot can't initiate conversation with a user",
    blocked: "bot was blocked by the user",
    deactivated: "user is deactivated",
    started: undefined,
  }[person.state];
  if (forbidden) return { code: 403, description: `Forbidden: ${forbidden}` };
  if (!isSending(method)) return undefined;
  const chat = limits.perChat.get(chatId) ?? meter(1, 20);
  limits.perChat.set(chatId, chat);
  return limits.overall() && chat() ? undefined : tooMany(1);
}

export function badRequest(description: string): NonNullable<Trouble["refuse"]> {
  return { code: 400, description: `Bad Request: ${description}` };
}

export function tooMany(retryAfter: number): NonNullable<Trouble["refuse"]> {
  return { code: 429, description: `Too Many Requests: retry after ${retryAfter}`, retryAfter };
}

type Issue = { message: string; path: PropertyKey[]; code: string; errors?: Issue[][] };

/** The message of the first issue. In a union it is the issue of the variant that matches best. */
function wordsOf([issue]: Issue[]): string {
  const nearest = issue?.errors?.toSorted((one, other) => depthOf(other) - depthOf(one))[0];
  if (nearest) return wordsOf(nearest);
  return issue && /^(Invalid|Unrecognized|Too) /.test(issue.message)
    ? `${issue.path.join(".")}: ${issue.message}`
    : (issue?.message ?? "");
}

function depthOf(issues: Issue[]): number {
  return Math.max(...issues.map(({ path, errors }) => path.length + Math.max(0, ...(errors ?? []).map(depthOf))));
}
