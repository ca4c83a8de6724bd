import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { parseJson } from "@banter/core/model/json.ts";
import { answerJson } from "../stand-in-server.ts";
import { badRequest, faultOf, itemsOf, type Running } from "./faults.ts";
import { isSending, type Method, methods } from "./methods.ts";
import { seconds } from "./person.ts";
import type { Call, Trouble } from "./stand-in.ts";

/** Answers a call like the Bot API. */
export async function answer(running: Running, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { telegram, changed } = running;
  if (telegram.files.answer(request, response)) return;
  const call = await callOf(telegram.bot.token, request.url ?? "", await buffer(request), request.headers);
  if ("code" in call) return refuse(response, call);
  const fault = faultOf(running, call);
  const trouble = fault ? { refuse: fault } : telegram.trouble(call);
  if (trouble?.refuse) {
    const { code, description } = trouble.refuse;
    telegram.refused.push({ ...call, code, description });
    changed();
    return refuse(response, trouble.refuse);
  }
  if (trouble?.raw) return void response.writeHead(trouble.raw.status).end(trouble.raw.body);
  const result = accept(running, call);
  changed();
  if (trouble?.hang) return;
  if (trouble?.reset) return void request.socket.destroy();
  if (trouble?.delayMs) await new Promise((resolve) => setTimeout(resolve, trouble.delayMs));
  answerJson(response, 200, { ok: true, result });
}

async function callOf(
  botToken: string,
  url: string,
  bytes: Buffer,
  headers: IncomingHttpHeaders,
): Promise<Call | NonNullable<Trouble["refuse"]>> {
  const [, token, method = ""] = /^\/bot([^/]+)\/(\w+)$/.exec(url) ?? [];
  if (!token?.match(/^[0-9]+:[A-Za-z0-9_-]+$/)) return { code: 404, description: "Not Found" };
  if (token !== botToken) return { code: 401, description: "Unauthorized" };
  if (!Object.hasOwn(methods, method)) return { code: 404, description: "Not Found: method not found" };
  try {
    const type = headers["content-type"] ?? "";
    const body = type.startsWith("multipart/") ? await formOf(bytes, type) : JSON.parse(bytes.toString());
    return { method: method as Method, body };
  } catch {
    return badRequest("can't parse JSON");
  }
}

/** The fields of a form. A file is told by its size, other values are read as JSON if they are. */
async function formOf(bytes: Buffer, type: string): Promise<Call["body"]> {
  const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": type } }).formData();
  const read = (value: FormDataEntryValue) =>
    typeof value === "string" ? (parseJson(value) ?? value) : `upload of ${value.size} bytes`;
  return Object.fromEntries([...form].map(([name, value]) => [name, read(value)]));
}

function accept(running: Running, call: Call): unknown {
  const { telegram, sender } = running;
  const { method, body } = call;
  telegram.calls.push(call);
  const { id, username } = telegram.bot;
  const from = { id, is_bot: true, first_name: "Corner shop", username };
  if (method === "getMe") return from;
  if (method === "getWebhookInfo")
    return { url: sender.webhookUrl(), has_custom_certificate: false, pending_update_count: 0 };
  if (method === "setWebhook") {
    const { url, secret_token: secret = "", allowed_updates: allowed } = body;
    sender.setWebhook(String(url), String(secret), allowed as string[] | undefined);
  }
  if (method === "answerPreCheckoutQuery") sender.answer(String(body.pre_checkout_query_id));
  if (method === "getFile") {
    const file = telegram.files.describe(String(body.file_id));
    return "result" in file ? file.result : undefined;
  }
  if (method === "setMessageReaction") {
    const [reaction] = (body.reaction ?? []) as { emoji: string }[];
    telegram.written.react(String(body.message_id), reaction?.emoji ?? "");
  }
  if (!isSending(method)) return true;
  const chatId = Number(body.chat_id);
  const take = (body: Call["body"]) => {
    const messageId = ++running.lastMessageId;
    telegram.sent.push({ method, body, chatId, messageId });
    telegram.takenAt.push(performance.now());
    const { chat_id: _, reply_parameters, ...content } = body;
    const quoted = Object(reply_parameters).message_id;
    const isQuoted = telegram.written.has(quoted, `tg_${chatId}`);
    return {
      ...{ message_id: messageId, from, chat: { id: chatId, type: "private" }, date: seconds(), ...content },
      ...(isQuoted && { reply_to_message: { message_id: quoted } }),
    };
  };
  if (method !== "sendMediaGroup") return take(body);
  return itemsOf(body).map(({ type, media }) => take({ chat_id: chatId, [type]: media }));
}

function refuse(
  response: ServerResponse,
  { code, description, retryAfter, migrateTo }: NonNullable<Trouble["refuse"]>,
) {
  const parameters = {
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
    ...(migrateTo !== undefined && { migrate_to_chat_id: migrateTo }),
  };
  const hasParameters = Object.keys(parameters).length > 0;
  answerJson(response, code, { ok: false, error_code: code, description, ...(hasParameters && { parameters }) });
}
