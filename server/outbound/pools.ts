import { BoundedMap } from "@banter/core/model/bounded-map.ts";
import { type Dispatcher, Pool } from "undici";
import { SendError } from "./send-error.ts";
import { type Leave, slots } from "./slots.ts";

/** Platforms are few: a hundred origins means that settings make them up. */
const maxPools = 100;
const maxAnswerBytes = 1024 * 1024;
/** For all pages of this node together. A page has few of them: fifty pages whose calls hang leave enough. */
export const maxConnections = 1024;
const maxDownloads = 256;
/** A page's own limits are lower (`runner/outgoing`): this keeps whatever else calls from going beyond. */
const maxMessagesOfAccount = 24;
const maxOthersOfAccount = 8;
const pools = new BoundedMap<string, Pool>(maxPools, (pool) => void pool.close());

/**
 * Connections to one platform, shared by all pages. Not guarded: an origin is a constant of a channel, or a host that the
 * operator has allowed (`domain/channel-settings.ts`).
 */
export function platformPool(origin: string): Pool {
  return poolFor(origin, origin, { connections: maxConnections, maxResponseSize: maxAnswerBytes });
}

/** Connections of their own for files, which take long: messages must not wait for them. The reader limits their size. */
export function downloadPool(origin: string): Pool {
  return poolFor(`files of ${origin}`, origin, { connections: maxDownloads });
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
  return pool;
}

/** `body` is what the answer's JSON says, or its text where it is none. */
export type PlatformAnswer = { status: number; headers: Dispatcher.ResponseData["headers"]; body: unknown };

export type Posting = {
  headers?: Record<string, string>;
  body: unknown;
  timeoutMs?: number;
  /** Whose call it is: one account's calls are few at a time, so that they never use up the platform's connections. */
  account?: string;
  /** Messages do not wait for look-ups and indicators of the same account, nor the other way round. */
  isMessage?: boolean;
};

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
    let isEnded = false;

    function end(settle: () => void): void {
      if (isEnded) return;
      isEnded = true;
      clearTimeout(timer);
      settle();
      // Undici may report a fault before `dispatch` returns.
      queueMicrotask(() => leave());
    }
    const fail = (error?: unknown) => {
      end(() => reject(sendErrorOf(origin, controller !== undefined, error)));
      controller?.abort(new Error("ended"));
    };
    // One timer for all of it: waiting for a connection, for the answer, and for its last byte.
    const timer = setTimeout(() => fail(), timeoutMs);
    const answerer = answerHandler({
      /** Just before the first byte is written: whatever fails from here on may have arrived. */
      onStart(started) {
        // Its time passed while it waited for a connection: it must not be sent after all.
        if (isEnded) return started.abort(new Error("ended"));
        controller = started;
      },
      onAnswer: (answer) => end(() => resolve(answer)),
      onError: fail,
    });
    const leave = inLine(origin, call, () => {
      try {
        platformPool(origin).dispatch(requestOf(path, call), answerer);
      } catch (error) {
        fail(error);
      }
    });
  });
}

const messageSlots = slots(maxMessagesOfAccount);
const otherSlots = slots(maxOthersOfAccount);

function inLine(origin: string, { account, isMessage }: PlatformCall, start: () => void): Leave {
  if (account !== undefined) return (isMessage ? messageSlots : otherSlots).take(`${origin} ${account}`, start);
  start();
  return () => undefined;
}

type Answering = {
  onStart: (controller: Dispatcher.DispatchController) => void;
  onAnswer: (answer: PlatformAnswer) => void;
  onError: (error?: unknown) => void;
};

/** Puts an answer together from its parts. */
function answerHandler({ onStart, onAnswer, onError }: Answering): Dispatcher.DispatchHandler {
  const chunks: Buffer[] = [];
  let head: Omit<PlatformAnswer, "body"> | undefined;
  return {
    onRequestStart: onStart,
    onResponseStart(_, status, headers) {
      head = { status, headers };
    },
    onResponseData(_, chunk) {
      chunks.push(chunk);
    },
    onResponseEnd() {
      if (head) onAnswer({ ...head, body: jsonOf(Buffer.concat(chunks).toString()) });
      else onError();
    },
    onResponseError: (_, error) => onError(error),
  };
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
