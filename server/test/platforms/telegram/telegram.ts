import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { meter } from "../meter.ts";
import { telegramFiles } from "./files.ts";
import { isSending, type Method, methods } from "./methods.ts";
import { personOf, seconds, webhookSender } from "./person.ts";
import type { Call, Telegram, Trouble } from "./stand-in.ts";

/** A stand-in for Telegram's Bot API with customers. Stricter than Telegram if that reveals mistakes of ours. */
export async function startTelegram(t: Test, { port = 0, botId = 42 } = {}): Promise<Telegram> {
  const bot = { id: botId, username: "corner_shop_bot", token: `${botId}:AAStandInTokenOfTheCornerShopBot1234` };
  const waiting = new Set<() => void>();
  const sender = webhookSender(bot);
  const overall = meter(30, 30);
  const perChat = new Map<number, ReturnType<typeof meter>>();
  let messageId = 1000;

  const telegram: Telegram = {
    origin: "",
    bot,
    sent: [],
    takenAt: [],
    calls: [],
    refused: [],
    trouble: () => undefined,
    unfetchable: new Set(),
    files: telegramFiles(bot.token, () => telegram.now(), wake),
    now: () => Date.now(),
    person: (id, facts) => personOf(telegram, sender, { id, ...facts }),
    post: (...updates) => sender.post(updates),
    async waitFor(count) {
      await telegram.until(() => telegram.sent.length >= count);
      return telegram.sent;
    },
    async until(holds) {
      while (!holds()) await new Promise<void>((resolve) => waiting.add(resolve));
    },
  };

  /** The error of an invalid call, in Telegram's words. */
  function faultOf({ method, body }: Call): Trouble["refuse"] {
    const parsed = methods[method].safeParse(body);
    if (!parsed.success) return badRequest(wordsOf(parsed.error.issues));
    if (method === "answerCallbackQuery" && !sender.answer(String(body.callback_query_id))) {
      return badRequest("query is too old and response timeout expired or query ID is invalid");
    }
    const file = method === "getFile" ? telegram.files.describe(String(body.file_id)) : undefined;
    if (file && "fault" in file) return badRequest(file.fault);
    const url = body.photo ?? body.video ?? body.audio ?? body.document;
    if (telegram.unfetchable.has(String(url))) return badRequest("failed to get HTTP URL content");
    return typeof body.chat_id === "number" ? faultOfChat(method, body.chat_id) : undefined;
  }

  function faultOfChat(method: Method, chatId: number): Trouble["refuse"] {
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
    const chat = perChat.get(chatId) ?? meter(1, 20);
    perChat.set(chatId, chat);
    return overall() && chat() ? undefined : tooMany(1);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (telegram.files.answer(request, response)) return;
    const call = callOf(request.url ?? "", await text(request));
    if ("code" in call) return refuse(response, call);
    const fault = faultOf(call);
    const trouble = fault ? { refuse: fault } : telegram.trouble(call);
    if (trouble?.refuse) {
      const { code, description } = trouble.refuse;
      telegram.refused.push({ ...call, code, description });
      wake();
      return refuse(response, trouble.refuse);
    }
    if (trouble?.raw) return void response.writeHead(trouble.raw.status).end(trouble.raw.body);
    const result = take(call);
    wake();
    if (trouble?.hang) return;
    if (trouble?.reset) return void request.socket.destroy();
    if (trouble?.delayMs) await new Promise((resolve) => setTimeout(resolve, trouble.delayMs));
    json(response, 200, { ok: true, result });
  }

  function callOf(url: string, text: string): Call | NonNullable<Trouble["refuse"]> {
    const [, token, method = ""] = /^\/bot([^/]+)\/(\w+)$/.exec(url) ?? [];
    if (!token?.match(/^[0-9]+:[A-Za-z0-9_-]+$/)) return { code: 404, description: "Not Found" };
    if (token !== bot.token) return { code: 401, description: "Unauthorized" };
    if (!Object.hasOwn(methods, method)) return { code: 404, description: "Not Found: method not found" };
    try {
      return { method: method as Method, body: JSON.parse(text) };
    } catch {
      return badRequest("can't parse JSON");
    }
  }

  function take(call: Call): unknown {
    const { method, body } = call;
    telegram.calls.push(call);
    if (method === "getMe") return { id: bot.id, is_bot: true, first_name: "Corner shop", username: bot.username };
    if (method === "setWebhook") sender.setWebhook(String(body.url), String(body.secret_token ?? ""));
    if (method === "getFile") {
      const file = telegram.files.describe(String(body.file_id));
      return "result" in file ? file.result : undefined;
    }
    if (!isSending(method)) return true;
    const chatId = Number(body.chat_id);
    telegram.sent.push({ ...call, chatId, messageId: ++messageId });
    telegram.takenAt.push(performance.now());
    const from = { id: bot.id, is_bot: true, first_name: "Corner shop", username: bot.username };
    const { chat_id: _, ...content } = body;
    return { message_id: messageId, from, chat: { id: chatId, type: "private" }, date: seconds(), ...content };
  }

  function wake(): void {
    for (const resolve of waiting) resolve();
    waiting.clear();
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  telegram.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  atEnd(t, async () => {
    server.closeAllConnections();
    server.close();
  });
  return telegram;
}

function badRequest(description: string): NonNullable<Trouble["refuse"]> {
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

function refuse(
  response: ServerResponse,
  { code, description, retryAfter, migrateTo }: NonNullable<Trouble["refuse"]>,
) {
  const parameters = {
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
    ...(migrateTo !== undefined && { migrate_to_chat_id: migrateTo }),
  };
  const hasParameters = Object.keys(parameters).length > 0;
  json(response, code, { ok: false, error_code: code, description, ...(hasParameters && { parameters }) });
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
