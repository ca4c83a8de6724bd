// Makes the HTTP calls of request steps safely: public addresses only, limited in time, size and redirects.

import type { RequestAnswer } from "@banter/core/flow/request-answer.ts";
import { Client } from "undici";
import { allowList } from "./address.ts";
import { readText } from "./body.ts";
import { type Dial, pinnedConnector } from "./connector.ts";
import type { Resolve } from "./host-lookup.ts";
import { NoAnswer, type NoAnswerReason } from "./no-answer.ts";
import { isRedirect, type OutboundRequest, type Redirect, redirected } from "./redirect.ts";
import { findTarget, type TargetRules } from "./target.ts";

export type Guard = {
  /** Names, addresses and ranges of private hosts that may be called, on any port. */
  allow: readonly string[];
  /** False for addresses that must not get the body by a redirect, because it holds a secret for other hosts. */
  mayGetBody?: (address: URL) => boolean;
  timeoutMs?: number;
  maxBytes?: number;
  /** A redirect beyond these is an answer like any other failure. */
  maxRedirects?: number;
  resolve?: Resolve;
  dial?: Dial;
};

/**
 * A `.` or `..` between slashes of the path. URL parsers resolve it, and many servers do so after decoding `%2F`. A
 * customer's `..` in the template `/customers/{{order}}/orders` would call `/orders` with the owner's credentials.
 */
const dotSegment = /^[^?#]*(\/|%2f|%5c)(\.|%2e){1,2}(\/|%2f|%5c|[?#]|$)/i;

/**
 * Makes a request whose address, headers and body come from a flow. It reaches public and allowed addresses only, and
 * its failures reveal nothing but one of a few reasons.
 */
export async function guardedRequest(request: OutboundRequest, guard: Guard): Promise<RequestAnswer> {
  if (dotSegment.test(request.url)) return { ok: false, reason: "blocked_address" };
  const { timeoutMs = 5000, maxBytes = 256 * 1024, maxRedirects = 3, resolve, dial, mayGetBody = () => true } = guard;
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<RequestAnswer>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, { ok: false, reason: "timeout" });
  });
  const own = { allow: allowList(guard.allow), signal: ending.signal };
  const limits = { ...own, timeoutMs, maxBytes, maxRedirects, resolve, dial, mayGetBody };
  try {
    // One timer for everything, because DNS, the TLS handshake and a slow body can each take long.
    return await Promise.race([late, follow(request, limits)]);
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
}

type Limits = TargetRules &
  Required<Pick<Guard, "timeoutMs" | "maxBytes" | "maxRedirects" | "mayGetBody">> &
  Pick<Guard, "dial">;

async function follow(request: OutboundRequest, limits: Limits): Promise<RequestAnswer> {
  let current = request;
  for (let redirects = 0; ; redirects++) {
    const answer = await call(current, limits);
    if (!("location" in answer)) return answer;
    if (redirects === limits.maxRedirects) return { ok: false, reason: "status", status: answer.status };
    current = redirected(current, answer);
    if (current.body !== undefined && !limits.mayGetBody(new URL(current.url)))
      throw new NoAnswer("secret_not_for_host");
  }
}

function call(request: OutboundRequest, limits: Limits): Promise<RequestAnswer | Redirect> {
  return withAnswer(request, limits, async ({ status, headers, body }) => {
    const location = [headers.location].flat()[0];
    // Undici decodes headers as Latin-1; servers that send more than ASCII mean UTF-8.
    if (isRedirect(status) && location) return { status, location: Buffer.from(location, "latin1").toString() };
    if (status >= 400) return { ok: false, reason: "status", status };
    const coding = [headers["content-encoding"] ?? ""].flat().join();
    return { ok: true, status, body: await readText(body, coding, limits.maxBytes) };
  });
}

/** An answer while it arrives. */
export type ArrivingAnswer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: AsyncIterable<Buffer>;
};

/**
 * Makes a guarded request whose answer is read while it arrives. It follows no redirect: such an answer has a status of
 * 300 to 399. Throws NoAnswer if there is none in time; `cut_off` if the other side may have got the request.
 */
export async function guardedStream<Result>(
  request: OutboundRequest,
  { allow, timeoutMs, resolve, dial }: Pick<Guard, "allow" | "resolve" | "dial"> & { timeoutMs: number },
  read: (answer: ArrivingAnswer) => Promise<Result>,
): Promise<Result> {
  if (dotSegment.test(request.url)) throw new NoAnswer("blocked_address");
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer("timeout")), timeoutMs);
  });
  let isConnected = false;
  const onConnect = () => {
    isConnected = true;
  };
  const limits = { allow: allowList(allow), signal: ending.signal, timeoutMs, resolve, dial, onConnect };
  try {
    return await Promise.race([late, withAnswer(request, limits, read)]);
  } catch (error) {
    const reason = reasonOf(error);
    throw new NoAnswer(reason === "unreachable" && isConnected ? "cut_off" : reason);
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
}

async function withAnswer<Result>(
  request: OutboundRequest,
  limits: TargetRules & { timeoutMs: number; onConnect?: () => void } & Pick<Guard, "dial">,
  read: (answer: ArrivingAnswer) => Promise<Result>,
): Promise<Result> {
  const { signal } = limits;
  const { url, addresses } = await findTarget(request.url, limits);
  signal.throwIfAborted();
  // A new client each time: a connection that is reused would skip the check of its address.
  const client = new Client(url.origin, { connect: pinnedConnector(addresses, limits), allowH2: false });
  if (limits.onConnect) client.once("connect", limits.onConnect);
  try {
    const { statusCode, headers, body } = await client.request({
      method: request.method,
      path: url.pathname + url.search,
      headers: headersOf(request),
      body: request.body ?? null,
      signal,
      reset: true,
    });
    return await read({ status: statusCode, headers, body });
  } finally {
    await client.destroy();
  }
}

/** The headers as one flat list, which undici expects. */
function headersOf({ headers }: OutboundRequest): string[] {
  const given = headers.filter(([name]) => !forbiddenHeaders.test(name));
  if (!given.some(([name]) => /^user-agent$/i.test(name))) given.push(["user-agent", "Banter"]);
  // Header values are bytes: encode them as UTF-8.
  const bytes = given.map(([name, value]) => [name, Buffer.from(value).toString("latin1")]);
  return [...bytes.flat(), "accept-encoding", "identity"];
}

/** Headers that belong to the connection, and headers that make cloud metadata services reveal secrets. */
const forbiddenHeaders = new RegExp(
  `^(${[
    "host|cookie|accept-encoding|connection|content-length|expect|keep-alive|te|trailer|transfer-encoding|upgrade",
    "(proxy|metadata|x-aws-ec2|x-google-metadata)(-.*)?",
  ].join("|")})$`,
  "i",
);

function reasonOf(error: unknown): NoAnswerReason {
  if (error instanceof NoAnswer) return error.reason;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "UND_ERR_CONNECT_TIMEOUT") return "timeout";
  return code === "UND_ERR_HEADERS_OVERFLOW" ? "too_large" : "unreachable";
}
