import { type Dispatcher, Pool } from "undici";
import { SendError } from "./send-error.ts";

/** Platforms are few: a hundred origins means that settings make them up. */
const maxPools = 100;
const maxAnswerBytes = 1024 * 1024;
const pools = new Map<string, Pool>();

/**
 * Connections to one platform, shared by all pages. Not guarded: an origin is a constant of a channel, or a host that the
 * operator has allowed (`domain/channel-settings.ts`).
 */
export function platformPool(origin: string): Pool {
  return poolFor(origin, origin, { connections: 64, maxResponseSize: maxAnswerBytes });
}

/** Connections of their own for files, which take long: messages must not wait for them. The reader limits their size. */
export function downloadPool(origin: string): Pool {
  return poolFor(`files of ${origin}`, origin, { connections: 16 });
}

function poolFor(name: string, origin: string, options: Pool.Options): Pool {
  const known = pools.get(name);
  if (known) return known;
  const pool = new Pool(origin, {
    ...options,
    // One at a time, so that a slow answer delays nobody else and a lost connection leaves one call in doubt.
    pipelining: 1,
    allowH2: false,
    connect: { timeout: 3000 },
    keepAliveTimeout: 10_000,
    keepAliveMaxTimeout: 60_000,
  });
  pools.set(name, pool);
  const [oldest] = pools.keys();
  if (pools.size > maxPools && oldest !== undefined) {
    void pools.get(oldest)?.close();
    pools.delete(oldest);
  }
  return pool;
}

/** `body` is what the answer's JSON says, or its text where it is none. */
export type PlatformAnswer = { status: number; headers: Dispatcher.ResponseData["headers"]; body: unknown };

export type Posting = { headers?: Record<string, string>; body: unknown; timeoutMs?: number };

export type PlatformCall = Omit<Posting, "body"> & { method: "GET" | "POST" | "DELETE"; body?: unknown };

/** Posts to a platform. */
export function postJson(origin: string, path: string, posting: Posting): Promise<PlatformAnswer> {
  return callPlatform(origin, path, { ...posting, method: "POST" });
}

/** Any status is an answer; without one it throws a SendError that tells what may have arrived. */
export function callPlatform(origin: string, path: string, call: PlatformCall): Promise<PlatformAnswer> {
  const { timeoutMs = 10_000 } = call;
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let answer: Omit<PlatformAnswer, "body"> | undefined;
    let isEnded = false;
    const chunks: Buffer[] = [];

    // One timer for all of it: waiting for a connection, for the answer, and for its last byte.
    const timer = setTimeout(() => fail(), timeoutMs);

    function fail(error?: unknown): void {
      if (isEnded) return;
      isEnded = true;
      clearTimeout(timer);
      reject(sendErrorOf(origin, controller !== undefined, error));
      controller?.abort(new Error("ended"));
    }

    try {
      platformPool(origin).dispatch(requestOf(path, call), {
        /** Just before the first byte is written: whatever fails from here on may have arrived. */
        onRequestStart(started) {
          // Its time passed while it waited for a connection: it must not be sent after all.
          if (isEnded) return started.abort(new Error("ended"));
          controller = started;
        },
        onResponseStart(_, status, headers) {
          answer = { status, headers };
        },
        onResponseData(_, chunk) {
          chunks.push(chunk);
        },
        onResponseEnd() {
          if (isEnded || !answer) return fail();
          isEnded = true;
          clearTimeout(timer);
          resolve({ ...answer, body: jsonOf(Buffer.concat(chunks).toString()) });
        },
        onResponseError: (_, error) => fail(error),
      });
    } catch (error) {
      fail(error);
    }
  });
}

/** Lets calls under way end, then closes every connection. */
export async function closePools(): Promise<void> {
  const closing = [...pools.values()].map((pool) => pool.close());
  pools.clear();
  await Promise.allSettled(closing);
}

function requestOf(path: string, { method, headers, body }: PlatformCall): Dispatcher.DispatchOptions {
  const type = body === undefined ? {} : { "content-type": "application/json" };
  return {
    path,
    method,
    headers: { ...type, accept: "application/json", ...headers },
    body: body === undefined ? null : JSON.stringify(body),
    // The caller's timer is exact.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
}

/** Names the host only: paths and headers hold secrets. */
function sendErrorOf(origin: string, isStarted: boolean, error: unknown): SendError {
  const host = URL.parse(origin)?.host || "The platform";
  if (isStarted) return new SendError("timeout", `${host} gave no whole answer.`);
  if (error instanceof Error && "code" in error && error.code === "UND_ERR_INVALID_ARG") {
    return new SendError("bad_settings", "The settings make no request that could be sent.");
  }
  return new SendError("unreachable", `${host} could not be reached.`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
