// Calls to platforms, over connections that all pages share. Slots keep one account from using up the connections.

import { Readable } from "node:stream";
import { parseJson } from "@banter/core/model/json.ts";
import { BoundedMap } from "@banter/core/model/limits/bounded-map.ts";
import { type Dispatcher, Pool } from "undici";
import { FileForm } from "./file-form.ts";
import { SendError } from "./send-error.ts";
import { type Leave, slots } from "./slots.ts";

/** There are few platforms. More origins can only come from settings, so the number is limited. */
const maxPools = 100;
const maxAnswerBytes = 1024 * 1024;
/** For all pages of this node. Each page holds few at a time, so that fifty pages whose calls hang leave enough. */
export const maxConnections = 1024;
const maxDownloads = 256;
/** Slots per account. The runner's limit for a page's messages (`runner/calls`) is lower. */
const maxMessagesOfAccount = 24;
const maxOthersOfAccount = 8;
const pools = new BoundedMap<string, Pool>(maxPools, (pool) => void pool.close());

/**
 * Connections to one platform, shared by all pages. Not guarded, because an origin is either a constant of a channel or
 * a host that the operator has allowed (`domain/channel-settings.ts`).
 */
export function platformPool(origin: string): Pool {
  return poolFor(origin, origin, { connections: maxConnections, maxResponseSize: maxAnswerBytes });
}

/** Separate connections for files, so that messages do not wait for them. The reader limits their size. */
export function downloadPool(origin: string): Pool {
  return poolFor(`files of ${origin}`, origin, { connections: maxDownloads });
}

/** Connections to the bucket that keeps files. */
export function bucketPool(origin: string): Pool {
  return poolFor(`bucket ${origin}`, origin, { connections: 64 });
}

function poolFor(name: string, origin: string, options: Pool.Options): Pool {
  const known = pools.get(name);
  if (known) return known;
  const pool = new Pool(origin, {
    ...options,
    // No pipelining: a slow answer delays no other call, and a lost connection leaves one call of unknown result.
    pipelining: 1,
    allowH2: false,
    connect: { timeout: 3000 },
    keepAliveTimeout: 10_000,
    keepAliveMaxTimeout: 60_000,
  });
  pools.set(name, pool);
  return pool;
}

/** `body` is the parsed JSON, or the text if it is not JSON. Integers beyond 2^53 are text in it. */
export type PlatformAnswer = { status: number; headers: Dispatcher.ResponseData["headers"]; body: unknown };

export type PostCall = {
  headers?: Record<string, string>;
  body: unknown;
  timeoutMs?: number;
  /** The account that makes the call. Each has few slots, so that it cannot use up the platform's connections. */
  account?: string;
  /** Messages have slots of their own: they do not wait for look-ups and typing indicators, nor the other way round. */
  isMessage?: boolean;
};

/** `body` is sent as JSON, or as a form if it is URLSearchParams or a FileForm. */
export type PlatformCall = Omit<PostCall, "body"> & { method: "GET" | "POST" | "PUT" | "DELETE"; body?: unknown };

export function postJson(baseUrl: string, path: string, call: PostCall): Promise<PlatformAnswer> {
  return callPlatform(baseUrl, path, { ...call, method: "POST" });
}

/**
 * Calls `path` below the platform's address. Resolves with any status. Without an answer it throws a SendError, which
 * says whether the call may have arrived.
 */
export function callPlatform(baseUrl: string, path: string, call: PlatformCall): Promise<PlatformAnswer> {
  const { timeoutMs = 10_000 } = call;
  const { origin, folder } = addressOf(baseUrl);
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let isEnded = false;

    function end(complete: () => void): void {
      if (isEnded) return;
      isEnded = true;
      clearTimeout(timer);
      complete();
      // Undici may report an error before `dispatch` returns.
      queueMicrotask(() => leave());
    }
    const fail = (error?: unknown) => {
      end(() => reject(sendErrorOf(origin, controller !== undefined, error)));
      controller?.abort(new Error("ended"));
    };
    // One timer for the wait for a connection, for the answer and for its last byte.
    const timer = setTimeout(() => fail(), timeoutMs);
    const answerer = answerHandler({
      /** Called just before the first byte is written: a call that fails after this may have arrived. */
      onStart(started) {
        // It timed out while it waited for a connection: it must not be sent.
        if (isEnded) return started.abort(new Error("ended"));
        controller = started;
      },
      onAnswer: (answer) => end(() => resolve(answer)),
      onError: fail,
    });
    const leave = enterSlot(origin, call, () => {
      try {
        platformPool(origin).dispatch(requestOf(folder + path, call), answerer);
      } catch (error) {
        fail(error);
      }
    });
  });
}

type Address = { origin: string; folder: string };
/** Parsed addresses of platforms: every call needs one, and parsing is slow. */
const addresses = new BoundedMap<string, Address>(maxPools);

function addressOf(baseUrl: string): Address {
  const known = addresses.get(baseUrl);
  if (known) return known;
  const { origin, pathname } = new URL(baseUrl);
  const address = { origin, folder: pathname.replace(/\/$/, "") };
  addresses.set(baseUrl, address);
  return address;
}

const messageSlots = slots(maxMessagesOfAccount);
const otherSlots = slots(maxOthersOfAccount);

function enterSlot(origin: string, { account, isMessage }: PlatformCall, start: () => void): Leave {
  if (account !== undefined) return (isMessage ? messageSlots : otherSlots).enter(`${origin} ${account}`, start);
  start();
  return () => undefined;
}

type AnswerEvents = {
  onStart: (controller: Dispatcher.DispatchController) => void;
  onAnswer: (answer: PlatformAnswer) => void;
  onError: (error?: unknown) => void;
};

/** Collects the parts of an answer. */
function answerHandler({ onStart, onAnswer, onError }: AnswerEvents): Dispatcher.DispatchHandler {
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
      if (head) onAnswer({ ...head, body: jsonOrText(Buffer.concat(chunks).toString()) });
      else onError();
    },
    onResponseError: (_, error) => onError(error),
  };
}

/** Waits for running calls, then closes every connection. */
export async function closePools(): Promise<void> {
  const closing = [...pools.values()].map((pool) => pool.close());
  pools.clear();
  await Promise.allSettled(closing);
}

function requestOf(path: string, { method, headers, body }: PlatformCall): Dispatcher.DispatchOptions {
  const { type, length, content } = written(body);
  const sent: Record<string, string> = { accept: "application/json" };
  if (type !== undefined) sent["content-type"] = type;
  if (length !== undefined) sent["content-length"] = length;
  return {
    path,
    method,
    headers: headers ? Object.assign(sent, headers) : sent,
    body: content,
    // `callPlatform` has its own timer.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
}

/** A body, with its type and, if undici cannot tell it, its length. */
type Written = { type?: string; length?: string; content: Dispatcher.DispatchOptions["body"] };

/** Bodies are JSON, except that forms are sent as they are. */
function written(body: unknown): Written {
  if (body === undefined) return { content: null };
  if (body instanceof FileForm) {
    const { contentType, contentLength } = body;
    return { type: contentType, length: String(contentLength), content: Readable.from(body) };
  }
  if (body instanceof URLSearchParams) {
    return { type: "application/x-www-form-urlencoded", content: body.toString() };
  }
  return { type: "application/json", content: JSON.stringify(body) };
}

/** Names the host only: paths and headers hold secrets. */
function sendErrorOf(origin: string, isStarted: boolean, error: unknown): SendError {
  const host = URL.parse(origin)?.host || "The platform";
  if (isStarted) return new SendError("timeout", `${host} gave no complete answer.`);
  if (error instanceof Error && "code" in error && error.code === "UND_ERR_INVALID_ARG") {
    return new SendError("bad_settings", "The settings do not make a valid request.");
  }
  return new SendError("unreachable", `${host} could not be reached.`);
}

function jsonOrText(text: string): unknown {
  const value = longNumber.test(text) ? parseLongNumbers(text) : parseJson(text);
  return value === undefined ? text : value;
}

/** Most long ids are in quotes and need no reviver, which takes many times as long as the parser alone. */
const longNumber = /(^|[:,[])\s*-?[0-9]{16}/;

/** An integer that JavaScript would round, such as an account's id, becomes text with all its digits. */
function parseLongNumbers(text: string): unknown {
  const keepDigits = (_: string, value: unknown, context?: { source?: string }) =>
    typeof value === "number" && !Number.isSafeInteger(value) && /^-?[0-9]+$/.test(context?.source ?? "")
      ? context?.source
      : value;
  try {
    return JSON.parse(text, keepDigits);
  } catch {
    return undefined;
  }
}
