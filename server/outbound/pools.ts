// Calls to platforms, over connections that all pages share. Slots keep one account from using up the connections.
// Undici's pool is for files: it looks through all its connections for each call, which makes a call a sixth slower.

import { Readable } from "node:stream";
import { parseJson } from "@banter/core/model/json.ts";
import { BoundedMap } from "@banter/core/model/limits/bounded-map.ts";
import { buildConnector, Client, type Dispatcher, Pool } from "undici";
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
const platforms = new BoundedMap<string, Platform>(maxPools, ({ all }) => {
  for (const connection of all) void connection.close();
});
const connecting = { timeout: 3000, allowH2: false };
const keeping = {
  // No pipelining: a slow answer delays no other call, and a lost connection leaves one call of unknown result.
  pipelining: 1,
  allowH2: false,
  keepAliveTimeout: 10_000,
  keepAliveMaxTimeout: 60_000,
};

/**
 * The connections to one platform, shared by all pages. Each has one call at a time; `free` are those without, the last
 * used at the end. Not guarded, because an origin is either a constant of a channel or a host that the operator has
 * allowed (`domain/connect/channel-settings.ts`).
 */
type Platform = { free: Client[]; all: Set<Client>; open: () => Client };

function platformAt(origin: string): Platform {
  const known = platforms.get(origin);
  if (known) return known;
  // One for all, so that a new connection resumes the TLS session of another.
  const connect = buildConnector(connecting);
  const open = () => new Client(origin, { ...keeping, connect, maxResponseSize: maxAnswerBytes });
  const platform: Platform = { free: [], all: new Set(), open };
  platforms.set(origin, platform);
  return platform;
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
  const pool = new Pool(origin, { ...options, ...keeping, connect: connecting });
  pools.set(name, pool);
  return pool;
}

/** `body` is the parsed JSON, or the text if it is not JSON. Integers beyond 2^53 are text in it. */
export type PlatformAnswer = { status: number; headers: Dispatcher.ResponseData["headers"]; body: unknown };

export type PostCall = {
  headers?: Record<string, string> | undefined;
  body: unknown;
  timeoutMs?: number | undefined;
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
  const { origin, folder } = addressOf(baseUrl);
  return new Promise((resolve, reject) => {
    new RunningCall(origin, () => requestOf(folder + path, call), { resolve, reject }).start(call);
  });
}

type Settle = { resolve: (answer: PlatformAnswer) => void; reject: (error: SendError) => void };

/** A call on its way: it waits for a slot of its account, for a connection, and for the whole answer. */
class RunningCall implements Dispatcher.DispatchHandler {
  readonly #origin: string;
  readonly #request: () => Dispatcher.DispatchOptions;
  readonly #settle: Settle;
  readonly #chunks: Buffer[] = [];
  #head: Omit<PlatformAnswer, "body"> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #platform: Platform | undefined;
  #connection: Client | undefined;
  #leaveAccount: Leave | undefined;
  #leavePlatform: Leave | undefined;
  #isStarted = false;
  #isEnded = false;

  constructor(origin: string, request: () => Dispatcher.DispatchOptions, settle: Settle) {
    this.#origin = origin;
    this.#request = request;
    this.#settle = settle;
  }

  start(call: PlatformCall): void {
    // One timer for the wait for a connection, for the answer and for its last byte.
    this.#timer = setTimeout(() => this.#fail(), call.timeoutMs ?? 10_000);
    this.#leaveAccount = enterSlot(this.#origin, call, () => {
      this.#leavePlatform = connectionSlots.enter(this.#origin, () => this.#send());
    });
  }

  #send(): void {
    try {
      this.#platform = platformAt(this.#origin);
      this.#connection = this.#platform.free.pop() ?? this.#platform.open();
      this.#platform.all.add(this.#connection);
      this.#connection.dispatch(this.#request(), this);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Called just before the first byte is written: a call that fails after this may have arrived. */
  onRequestStart(): void {
    this.#isStarted = true;
  }

  onResponseStart(_: unknown, status: number, headers: PlatformAnswer["headers"]): void {
    this.#head = { status, headers };
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const head = this.#head;
    if (!head) this.#fail();
    if (!head || !this.#end()) return;
    if (this.#connection) this.#platform?.free.push(this.#connection);
    const body = jsonOrText(Buffer.concat(this.#chunks).toString());
    this.#settle.resolve({ status: head.status, headers: head.headers, body });
  }

  onResponseError(_: unknown, error?: unknown): void {
    this.#fail(error);
  }

  /** The connection is closed: what the call has left on it must be neither sent nor read. */
  #fail(error?: unknown): void {
    if (!this.#end()) return;
    this.#settle.reject(sendErrorOf(this.#origin, this.#isStarted, error));
    if (!this.#connection) return;
    this.#platform?.all.delete(this.#connection);
    void this.#connection.destroy();
  }

  /** False if the call has ended before. */
  #end(): boolean {
    if (this.#isEnded) return false;
    this.#isEnded = true;
    clearTimeout(this.#timer);
    // Undici may report an error before `dispatch` returns.
    queueMicrotask(() => {
      this.#leavePlatform?.();
      this.#leaveAccount?.();
    });
    return true;
  }
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
const connectionSlots = slots(maxConnections);

function enterSlot(origin: string, { account, isMessage }: PlatformCall, start: () => void): Leave {
  if (account !== undefined) return (isMessage ? messageSlots : otherSlots).enter(`${origin} ${account}`, start);
  start();
  return () => undefined;
}

/** Waits for running calls, then closes every connection. */
export async function closePools(): Promise<void> {
  const connections = [...platforms.values()].flatMap(({ all }) => [...all]);
  const closing = [...pools.values(), ...connections].map((each) => each.close());
  pools.clear();
  platforms.clear();
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
    // The call has its own timer.
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
