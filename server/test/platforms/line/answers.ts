import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { parseJson } from "@banter/core/model/json.ts";
import { answerJson } from "../stand-in-server.ts";
import type { Accounts } from "./person.ts";
import { bodies, faultsIn, readings } from "./requests.ts";
import type { Call, Line, Message, Trouble } from "./stand-in.ts";

export type Running = { line: Line; accounts: Accounts; lastMessageId: number; changed: () => void };

type Answer = { status: number; body: object; headers?: Record<string, string> };

/** Answers a call like the Messaging API. */
export async function answer(running: Running, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { line, changed } = running;
  const call = callOf(request, await text(request));
  const fault = faultOf(running, call, request);
  const trouble = fault ? { refuse: fault } : line.trouble(call);
  if (trouble?.refuse) {
    const { status, message, headers = {} } = trouble.refuse;
    line.refused.push({ ...call, status, message });
    changed();
    return answerJson(response, status, fault?.body ?? { message }, headers);
  }
  if (trouble?.raw) return void response.writeHead(trouble.raw.status).end(trouble.raw.body);
  line.calls.push(call);
  if (call.route === "GET /v2/bot/message/:id/content") return giveFile(line, call, request, response);
  const { status, body, headers } = accept(running, call);
  changed();
  if (trouble?.hang) return;
  if (trouble?.reset) return void request.socket.destroy();
  answerJson(response, status, body, headers);
}

function callOf({ method = "", url = "", headers }: IncomingMessage, written: string): Call {
  const { pathname, searchParams } = new URL(url, "http://line");
  const [, before = "", id = "", after = ""] =
    /^(\/v2\/bot\/(?:profile|message)\/)([UF0-9][^/]*)(.*)$/.exec(pathname) ?? [];
  const isForm = headers["content-type"] === "application/x-www-form-urlencoded";
  const given = isForm ? Object.fromEntries(new URLSearchParams(written)) : parseJson(written);
  return {
    route: `${method} ${id === "" ? pathname : `${before}:id${after}`}`,
    id,
    body: (given ?? Object.fromEntries(searchParams)) as Call["body"],
    retryKey: headers["x-line-retry-key"]?.toString(),
  };
}

type Refused = NonNullable<Trouble["refuse"]> & { body?: object };

/** The error of a call that LINE would not accept, in its words. */
function faultOf(running: Running, call: Call, { headers }: IncomingMessage): Refused | undefined {
  const { line, accounts } = running;
  const { route, body, retryKey, id } = call;
  if (!Object.hasOwn(bodies, route) && !readings.includes(route)) return { status: 404, message: "Not found" };
  if (route.includes("/oauth")) return faultOfOauth(line, call);
  if (headers.authorization !== `Bearer ${line.channel.token}`) {
    return { status: 401, message: "Authentication failed. Confirm that the access token is valid." };
  }
  const faults = faultsIn(route, body);
  if (faults.length > 0) {
    const message = `The request body has ${faults.length} error(s)`;
    return { status: 400, message, body: { message, details: faults.map((message) => ({ message })) } };
  }
  if (route === "POST /v2/bot/message/reply") return faultOfReply(running, call);
  if (route === "POST /v2/bot/message/push") {
    if (retryKey !== undefined && !isUuid(retryKey)) return { status: 400, message: "The retry key is invalid" };
    const accepted = accounts.acceptedKeys.get(retryKey ?? "");
    if (accepted) return alreadyAccepted(accepted);
    if (line.quota !== null && countPushed(line) >= line.quota)
      return { status: 429, message: "You have reached your monthly limit." };
    if (!accounts.people.has(String(body.to)))
      return { status: 400, message: "The property, 'to', in the request body is invalid" };
    const tokens = (body.messages as Message[]).flatMap(({ quoteToken = [] }) => quoteToken);
    if (!tokens.every((token) => line.written.has(token, `ln_${body.to}`)))
      return { status: 400, message: "The quote token is invalid" };
  }
  if (route === "GET /v2/bot/profile/:id" && !accounts.people.has(id)) return { status: 404, message: "Not found" };
  if (route === "GET /v2/bot/channel/webhook/endpoint" && accounts.webhookUrl === "")
    return { status: 404, message: "Webhook endpoint not found" };
  return undefined;
}

const isUuid = (key: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key);

function alreadyAccepted(accepted: object): Refused {
  const message = "The retry key is already accepted";
  return {
    status: 409,
    message,
    body: { message, ...accepted },
    headers: { "x-line-accepted-request-id": "request 1" },
  };
}

/** Only pushes and the like take a retry key. */
function faultOfReply({ line, accounts }: Running, { body, retryKey }: Call): Refused | undefined {
  if (retryKey !== undefined) return { status: 400, message: "The retry key is not supported" };
  const token = accounts.replyTokens.get(String(body.replyToken));
  return token && token.until > line.now() ? undefined : { status: 400, message: "Invalid reply token" };
}

function faultOfOauth({ channel }: Line, { route, body }: Call): Refused | undefined {
  const invalid = (error: string): Refused => ({
    status: 400,
    message: error,
    body: { error, error_description: error },
  });
  if (faultsIn(route, body).length > 0) return invalid("invalid_request");
  if (route === "POST /oauth2/v3/token") {
    return body.client_id === channel.id && body.client_secret === channel.secret
      ? undefined
      : invalid("invalid_client");
  }
  // The token is a long-lived one, which the call for tokens of version 2.1 does not know.
  const isKnown = route === "POST /v2/oauth/verify" && body.access_token === channel.token;
  return isKnown ? undefined : invalid("invalid_request");
}

function accept(running: Running, { route, id, body, retryKey }: Call): Answer {
  const { line, accounts } = running;
  const { channel } = line;
  switch (route) {
    case "POST /v2/bot/message/reply": {
      const token = String(body.replyToken);
      const { userId = "" } = accounts.replyTokens.get(token) ?? {};
      accounts.replyTokens.delete(token);
      return { status: 200, body: take(running, userId, "reply", body.messages as Message[]) };
    }
    case "POST /v2/bot/message/push": {
      const taken = take(running, String(body.to), "push", body.messages as Message[]);
      if (retryKey !== undefined) accounts.acceptedKeys.set(retryKey, taken);
      return { status: 200, body: taken };
    }
    case "PUT /v2/bot/channel/webhook/endpoint":
      accounts.webhookUrl = String(body.endpoint);
      return { status: 200, body: {} };
    case "GET /v2/bot/channel/webhook/endpoint":
      return { status: 200, body: { endpoint: accounts.webhookUrl, active: line.usesWebhook } };
    case "GET /v2/bot/message/quota":
      return { status: 200, body: line.quota === null ? { type: "none" } : { type: "limited", value: line.quota } };
    case "GET /v2/bot/message/quota/consumption":
      return { status: 200, body: { totalUsage: countPushed(line) } };
    case "GET /v2/bot/info": {
      const account = { userId: channel.userId, basicId: channel.lineId, displayName: "Corner shop" };
      return { status: 200, body: { ...account, chatMode: "bot", markAsReadMode: "auto" } };
    }
    case "GET /v2/bot/profile/:id": {
      const { isBlocking: _, ...profile } = accounts.people.get(id) ?? { isBlocking: false };
      return { status: 200, body: { userId: id, ...profile } };
    }
    case "POST /oauth2/v3/token":
      return { status: 200, body: { token_type: "Bearer", access_token: "a.stateless.token", expires_in: 900 } };
    case "POST /v2/oauth/verify":
      return { status: 200, body: { client_id: channel.id, expires_in: 3_000_000_000, scope: "P CM" } };
    default:
      return { status: 202, body: {} };
  }
}

/** Messages of one call count as one, for each person. */
const countPushed = ({ calls }: Line) => calls.filter(({ route }) => route === "POST /v2/bot/message/push").length;

/** LINE accepts messages to people who have blocked the account, and drops them. */
function take(running: Running, userId: string, via: "reply" | "push", messages: Message[]) {
  const { line, accounts } = running;
  line.takenAt.push(performance.now());
  const sentMessages = messages.map((message) => {
    const id = String(++running.lastMessageId);
    if (!accounts.people.get(userId)?.isBlocking) line.sent.push({ userId, id, via, message });
    return { id, quoteToken: "q" };
  });
  return { sentMessages };
}

function giveFile({ files }: Line, { id }: Call, request: IncomingMessage, response: ServerResponse): void {
  const file = files.find(id);
  if (file) files.give(file, request, response, file.contentType);
  else answerJson(response, 404, { message: "Not found" });
}
