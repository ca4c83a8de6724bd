import { isObject, type JsonObject } from "@banter/core/model/json.ts";
import type { FileForm } from "../../outbound/file-form.ts";
import { callPlatform, type PlatformAnswer } from "../../outbound/pools.ts";
import { withRetryAfter } from "../../outbound/retry-after.ts";
import { SendError } from "../../outbound/send-error.ts";
import { findGraphError, type GraphError, refusalOf, sendErrorOf } from "./errors.ts";
import { readUsage } from "./usage.ts";

/**
 * The Graph API's address and the caller's token. Facebook takes the token in the query, Instagram in a header; a call
 * that gets a token has none.
 */
export type Graph = { baseUrl: string; apiVersion: string; accessToken: string; tokenIn: "query" | "header" | "none" };

export type GraphCall = {
  method: "GET" | "POST" | "DELETE";
  /** Below the version: `me/messages`. */
  path: string;
  /** The path follows the address directly, without a version. */
  isUnversioned?: boolean;
  query?: Record<string, string>;
  body?: JsonObject;
  /** Instead of `body`. */
  form?: FileForm;
  timeoutMs?: number;
  /** Part of delivering a message: it does not wait behind the page's other calls. */
  isMessage?: boolean;
};

export type GraphAnswer = { body: JsonObject; usage: number | undefined };

/** Calls the Graph API. Throws GraphRefusal if it answers with an error, or SendError. */
export async function callGraph(graph: Graph, call: GraphCall): Promise<GraphAnswer> {
  const { method, path, isUnversioned = false, query, body = call.form, timeoutMs, isMessage = false } = call;
  const { baseUrl, apiVersion, accessToken: account, tokenIn } = graph;
  const whole = `/${isUnversioned ? "" : `${apiVersion}/`}${path}${searchOf(graph, query)}`;
  const headers = tokenIn === "header" ? { authorization: `Bearer ${account}` } : undefined;
  return readAnswer(await callPlatform(baseUrl, whole, { method, isMessage, account, headers, body, timeoutMs }));
}

function searchOf({ tokenIn, accessToken }: Graph, query: GraphCall["query"]): string {
  // Messages have no query of their own, and URLSearchParams is slow.
  if (query === undefined) return tokenIn === "query" ? `?access_token=${encodeURIComponent(accessToken)}` : "";
  const token: Record<string, string> = tokenIn === "query" ? { access_token: accessToken } : {};
  const search = new URLSearchParams({ ...query, ...token }).toString();
  return search && `?${search}`;
}

/** An error of the Graph API, with its codes. */
export class GraphRefusal extends SendError {
  readonly error: GraphError;
  /** True if a second attempt often helps. */
  readonly mayRetryOnce: boolean;

  constructor(error: GraphError, cause: SendError, mayRetryOnce = false) {
    super(cause.failure, cause.message, cause.retryAfterSeconds, cause.scope, cause.errorCode);
    this.error = error;
    this.mayRetryOnce = mayRetryOnce;
  }
}

function readAnswer(answer: PlatformAnswer): GraphAnswer {
  const { status, headers, body } = answer;
  const { used, regainSeconds } = readUsage(headers);
  const error = findGraphError(body);
  if (error) {
    const { failure: meaning, errorCode, mayRetryOnce } = refusalOf(error);
    if (meaning === "sent") return { body: {}, usage: used };
    const { failure, retryAfterSeconds } = withRetryAfter(meaning, answer);
    const wait = retryAfterSeconds ?? (failure === "throttled" ? regainSeconds : undefined);
    throw new GraphRefusal(error, sendErrorOf(error, { failure, errorCode }, wait), mayRetryOnce);
  }
  if (status === 200 && isObject(body)) return { body, usage: used };
  throw unreadable(answer);
}

/** The response is not of the Graph API, but of something in between. */
function unreadable(answer: PlatformAnswer): SendError {
  const { status } = answer;
  if (status === 429 || status >= 500) {
    const { failure, retryAfterSeconds } = withRetryAfter("platform_error", answer);
    const says = failure === "throttled" ? "Meta is throttling." : `Meta answered with status ${status}.`;
    return new SendError(failure, says, retryAfterSeconds);
  }
  // The call was accepted, but the response cannot be read.
  if (status < 300) return new SendError("timeout", "Meta's response is incomplete.");
  return new SendError("rejected", `Meta answered with status ${status}.`);
}
