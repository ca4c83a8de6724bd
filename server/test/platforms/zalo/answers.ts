import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { parseJson } from "@banter/core/model/json.ts";
import { z } from "zod";
import { answerJson } from "../stand-in-server.ts";
import { type Answered, MessageRequest, pictureIn } from "./requests.ts";
import type { Zalo } from "./stand-in.ts";

/** A running stand-in, with the parts that tests do not see. */
export type Running = { zalo: Zalo; mayPass: () => boolean; changed: () => void };

const hourMs = 3_600_000;

/** Answers a call like Zalo: refusals have status 200 too. */
export async function answer(running: Running, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { zalo } = running;
  const body = await text(request);
  const { pathname, searchParams } = new URL(request.url ?? "", "http://zalo");
  const route = `${request.method} ${pathname}`;
  zalo.calls.push({ route, body: parseJson(body) ?? body });
  if (route === "POST /v4/oa/access_token") return renew(running, request, body, response);
  if (request.headers.access_token !== zalo.accessToken)
    return refuse(running, response, { error: -216, message: "Access token is invalid" });
  switch (route) {
    case "GET /v2.0/oa/getoa":
      return answerJson(response, 200, { error: 0, message: "Success", data: { oa_id: zalo.oaId, name: "Shop" } });
    case "GET /v3.0/oa/user/detail":
      return describe(running, searchParams.get("data") ?? "", response);
    case "POST /v3.0/oa/message/cs":
      return accept(running, parseJson(body), request, response);
    default:
      return refuse(running, response, { error: -404, message: "Not found" });
  }
}

/** A refresh token can be used once, and the old access token ends at once. */
function renew(running: Running, { headers }: IncomingMessage, body: string, response: ServerResponse) {
  const { zalo, changed } = running;
  const form = Object.fromEntries(new URLSearchParams(body));
  const isForm = headers["content-type"] === "application/x-www-form-urlencoded";
  const isOurs = headers.secret_key === zalo.app.secret && form.app_id === zalo.app.id;
  if (!isForm || form.grant_type !== "refresh_token" || !isOurs)
    return answerJson(response, 200, { error: -14002, error_name: "Invalid app or secret key" });
  if (form.refresh_token !== zalo.refreshToken)
    return answerJson(response, 200, {
      error: -14014,
      error_name: "Invalid refresh token",
      error_description: "The refresh token is invalid or was used",
    });
  zalo.accessToken = `access-${randomUUID()}`;
  zalo.refreshToken = `refresh-${randomUUID()}`;
  changed();
  const { accessToken: access_token, refreshToken: refresh_token, expiresIn } = zalo;
  answerJson(response, 200, { access_token, refresh_token, expires_in: String(expiresIn) });
}

function describe(running: Running, data: string, response: ServerResponse) {
  const { user_id } = (parseJson(data) ?? {}) as { user_id?: string };
  if (user_id === undefined || !running.zalo.lastActs.has(user_id))
    return refuse(running, response, { error: -213, message: "User has not followed the OA" });
  const avatar = `https://s120-ava-talk.zadn.vn/${user_id}.jpg`;
  answerJson(response, 200, {
    error: 0,
    message: "Success",
    data: { user_id, display_name: `Lan ${user_id}`, avatar, shared_info: {} },
  });
}

function accept(running: Running, given: unknown, request: IncomingMessage, response: ServerResponse) {
  const { zalo, changed } = running;
  const { data, error } = MessageRequest.safeParse(given);
  if (!data) return refuse(running, response, { error: -201, message: z.prettifyError(error) });
  const { quote_message_id: quoted } = data.message;
  if (quoted !== undefined && !zalo.written.has(quoted, `zl_${data.recipient.user_id}`))
    return refuse(running, response, { error: -201, message: "quote_message_id is invalid" });
  const fault = faultOf(running, data);
  if (fault) return refuse(running, response, fault);
  const trouble = zalo.trouble(data);
  if (trouble?.refuse) return refuse(running, response, trouble.refuse, trouble);
  const userId = data.recipient.user_id;
  const id = randomUUID().replaceAll("-", "").slice(0, 20);
  zalo.sent.push({ id, userId, message: data.message });
  zalo.takenAt.push(performance.now());
  changed();
  if (trouble?.reset) return void request.socket.destroy();
  answerJson(response, 200, { error: 0, message: "Success", data: { message_id: id, user_id: userId } });
}

/** The refusal of a well-formed message. */
function faultOf({ zalo, mayPass }: Running, { recipient, message }: MessageRequest): Answered | undefined {
  const { user_id } = recipient;
  if (!mayPass()) return { error: -32, message: "Rate limit exceeded" };
  const picture = pictureIn(message);
  if (picture !== undefined && zalo.unfetchable.has(picture)) return { error: -201, message: "Image is invalid" };
  if (zalo.blocked.has(user_id)) return { error: -217, message: "User has blocked the OA" };
  const last = zalo.lastActs.get(user_id);
  if (last === undefined) return { error: -232, message: "User has not interacted" };
  const hours = (zalo.now() - last) / hourMs;
  if (hours > 7 * 24) return { error: -230, message: "User has not interacted with the OA in the past 7 days" };
  return hours > 48 && !zalo.hasCloudAccount ? { error: -320, message: "App needs a Zalo Cloud Account" } : undefined;
}

function refuse(
  { zalo, changed }: Running,
  response: ServerResponse,
  refusal: Answered,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): void {
  zalo.refused.push(refusal);
  changed();
  answerJson(response, status, refusal, headers);
}
