import { isObject } from "@banter/core/model/json.ts";
import { z } from "zod";
import { callPlatform, type PlatformAnswer } from "../../outbound/pools.ts";
import { withRetryAfter } from "../../outbound/retry-after.ts";
import { SendError } from "../../outbound/send-error.ts";
import { readUsage } from "../meta/usage.ts";
import { refusalOf } from "./errors.ts";
import type { Settings } from "./settings.ts";

export type Answer = { body: Record<string, unknown>; usage: number | undefined };

/**
 * Calls the Cloud API; `path` follows the version, such as `104/messages`. Throws Refused if it answers with an error.
 * `isMessage`: the call is part of delivering a message and does not wait behind the page's other calls.
 */
export async function callCloud(
  settings: Pick<Settings, "baseUrl" | "apiVersion" | "accessToken" | "phoneNumberId">,
  path: string,
  body?: unknown,
  isMessage = false,
): Promise<Answer> {
  const { baseUrl, apiVersion, accessToken, phoneNumberId } = settings;
  const answer = await callPlatform(baseUrl, `/${apiVersion}/${path}`, {
    method: body === undefined ? "GET" : "POST",
    // One token may serve many numbers, and each number is a page.
    ...{ account: phoneNumberId, isMessage },
    headers: { authorization: `Bearer ${accessToken}` },
    ...(body !== undefined && { body }),
  });
  const { used, regainSeconds } = readUsage(answer.headers);
  if (answer.status === 200 && isObject(answer.body)) return { body: answer.body, usage: used };
  throw errorOf(answer, regainSeconds);
}

/** An error of the Cloud API, with its code. */
export class Refused extends SendError {
  readonly code: number;

  constructor(code: number, cause: Pick<SendError, "failure" | "message" | "retryAfterSeconds" | "scope">) {
    super(cause.failure, cause.message, cause.retryAfterSeconds, cause.scope, String(code));
    this.code = code;
  }
}

/** WhatsApp's own message is not shown, because for a bad token it quotes the token. */
function errorOf(answer: PlatformAnswer, regainSeconds: number | undefined): SendError {
  const { data } = GraphError.safeParse(answer.body);
  if (!data) return unreadable(answer);
  const { code, is_transient } = data.error;
  const { failure: known, en: meaning, scope } = refusalOf(code);
  const isPassing = is_transient === true && known === "rejected";
  const { failure, retryAfterSeconds } = withRetryAfter(isPassing ? "platform_error" : known, answer);
  const wait = retryAfterSeconds ?? (failure === "throttled" ? regainSeconds : undefined);
  const message = `WhatsApp has refused it with code ${code}. ${meaning}`;
  return new Refused(code, new SendError(failure, message, wait, scope));
}

function unreadable(answer: PlatformAnswer): SendError {
  const { status } = answer;
  if (status === 401 || status === 403) return new SendError("bad_settings", "WhatsApp does not accept the token.");
  if (status === 429 || status >= 500) {
    const { failure, retryAfterSeconds } = withRetryAfter("platform_error", answer);
    const says = failure === "throttled" ? "WhatsApp is throttling." : `WhatsApp answered with status ${status}.`;
    return new SendError(failure, says, retryAfterSeconds);
  }
  // The call was accepted, but the response cannot be read.
  if (status < 300) return new SendError("timeout", "WhatsApp's response is incomplete.");
  return new SendError("rejected", `WhatsApp answered with status ${status}.`);
}

const GraphError = z.object({ error: z.object({ code: z.number(), is_transient: z.boolean().optional() }) });
