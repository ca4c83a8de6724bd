import type { RequestAnswer } from "@banter/core/flow/event.ts";
import { Client } from "undici";
import { allowList } from "./address.ts";
import { readText } from "./body.ts";
import { type Dial, pinnedConnector } from "./connector.ts";
import type { Resolve } from "./names.ts";
import { NoAnswer, type NoAnswerReason } from "./no-answer.ts";
import { isRedirect, type Redirect, redirected } from "./redirect.ts";
import { findTarget, type Judging } from "./target.ts";

export type OutboundRequest = { method: string; url: string; headers: [string, string][]; body?: string };

export type Guard = {
  /** Names, addresses and ranges of private hosts that may be called, on any port. */
  allow: readonly string[];
  timeoutMs?: number;
  maxBytes?: number;
  resolve?: Resolve;
  dial?: Dial;
};

const maxRedirects = 3;

/**
 * The one way out for what others have written into a flow. It reaches public addresses only, takes no longer and reads
 * no more than it is told, and gives no more away than a word.
 */
export async function guardedRequest(request: OutboundRequest, guard: Guard): Promise<RequestAnswer> {
  const { timeoutMs = 5000, maxBytes = 256 * 1024, resolve, dial } = guard;
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<RequestAnswer>((settle) => {
    timer = setTimeout(settle, timeoutMs, { ok: false, reason: "timeout" });
  });
  const calling = { allow: allowList(guard.allow), timeoutMs, maxBytes, resolve, dial, signal: ending.signal };
  try {
    // Not left to the parts: a name server, a handshake or a byte a second can each make one wait.
    return await Promise.race([late, follow(request, calling)]);
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
}

type Calling = Judging & Required<Pick<Guard, "timeoutMs" | "maxBytes">> & Pick<Guard, "dial">;

async function follow(request: OutboundRequest, calling: Calling): Promise<RequestAnswer> {
  let current = request;
  for (let redirects = 0; ; redirects++) {
    const answer = await call(current, calling);
    if (!("location" in answer)) return answer;
    if (redirects === maxRedirects) return { ok: false, reason: "status", status: answer.status };
    current = redirected(current, answer);
  }
}

async function call(request: OutboundRequest, calling: Calling): Promise<RequestAnswer | Redirect> {
  const { signal, maxBytes } = calling;
  const { url, addresses } = await findTarget(request.url, calling);
  signal.throwIfAborted();
  // A client of its own: a connection kept for later would outlive its judgement.
  const client = new Client(url.origin, { connect: pinnedConnector(addresses, calling), allowH2: false });
  try {
    const { statusCode, headers, body } = await client.request({
      method: request.method,
      path: url.pathname + url.search,
      headers: headersOf(request),
      body: request.body ?? null,
      signal,
      reset: true,
    });
    const location = [headers.location].flat()[0];
    // Undici reads header bytes as Latin-1; where they are more than ASCII, servers mean UTF-8.
    if (isRedirect(statusCode) && location) {
      return { status: statusCode, location: Buffer.from(location, "latin1").toString() };
    }
    if (statusCode >= 400) return { ok: false, reason: "status", status: statusCode };
    const coding = [headers["content-encoding"] ?? ""].flat().join();
    return { ok: true, status: statusCode, body: await readText(body, coding, maxBytes) };
  } finally {
    await client.destroy();
  }
}

/** As undici takes them: one flat list. */
function headersOf({ headers }: OutboundRequest): string[] {
  const given = headers.filter(([name]) => !ours.test(name));
  if (!given.some(([name]) => /^user-agent$/i.test(name))) given.push(["user-agent", "Banter"]);
  // Header values are bytes: what does not fit into one goes as UTF-8.
  const bytes = given.map(([name, value]) => [name, Buffer.from(value).toString("latin1")]);
  return [...bytes.flat(), "accept-encoding", "identity"];
}

/** Headers that are the connection's business, and those that cloud machines hand their secrets for. */
const ours = new RegExp(
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
