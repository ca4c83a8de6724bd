import { isObject } from "@banter/core/model/json.ts";
import { z } from "zod";
import { callPlatform, type PlatformAnswer } from "../../outbound/pools.ts";
import { SendError } from "../../outbound/send-error.ts";
import { readUsage } from "../meta/usage.ts";
import { refusalOf } from "./errors.ts";
import type { Settings } from "./settings.ts";

export type Answer = { body: Record<string, unknown>; usage: number | undefined };

/** Calls the Cloud API below its version, such as `104/messages`. What it refuses is a Refused. */
export async function callCloud(
  { baseUrl, apiVersion, accessToken }: Pick<Settings, "baseUrl" | "apiVersion" | "accessToken">,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const { origin, pathname } = new URL(baseUrl);
  const answer = await callPlatform(origin, `${pathname.replace(/\/$/, "")}/${apiVersion}/${path}`, {
    method: body === undefined ? "GET" : "POST",
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
    super(cause.failure, cause.message, cause.retryAfterSeconds, cause.scope);
    this.code = code;
  }
}

/** The platform's own words are not shown: those of a bad token quote it. */
function errorOf({ status, headers, body }: PlatformAnswer, regainSeconds: number | undefined): SendError {
  const { data } = GraphError.safeParse(body);
  if (data) {
    const { code, is_transient } = data.error;
    const { failure, meaning, scope } = refusalOf(code);
    const message = `WhatsApp has refused it with code ${code}: ${meaning}.`;
    const wait = failure === "throttled" ? (secondsOf(headers["retry-after"]) ?? regainSeconds) : undefined;
    const isPassing = is_transient === true && failure === "rejected";
    return new Refused(code, new SendError(isPassing ? "platform_error" : failure, message, wait, scope));
  }
  if (status === 429) return new SendError("throttled", "WhatsApp is throttling.", secondsOf(headers["retry-after"]));
  if (status === 401 || status === 403) return new SendError("bad_settings", "WhatsApp does not accept the token.");
  if (status >= 500) return new SendError("platform_error", `WhatsApp answered with status ${status}.`);
  // It has taken the call, and says nothing that could be understood.
  if (status < 300) return new SendError("timeout", "WhatsApp gave no whole answer.");
  return new SendError("rejected", `WhatsApp answered with status ${status}.`);
}

const GraphError = z.object({ error: z.object({ code: z.number(), is_transient: z.boolean().optional() }) });

function secondsOf(header: string | string[] | undefined): number | undefined {
  const seconds = Number(header);
  return seconds > 0 ? seconds : undefined;
}
