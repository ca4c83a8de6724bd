// Streams files from platforms, with few downloads per account at a time.

import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { downloadPool } from "./pools.ts";
import { SendError } from "./send-error.ts";
import { slots } from "./slots.ts";

/** The answer, with any status. The caller must read or destroy `bytes`. */
export type DownloadAnswer = { status: number; headers: Dispatcher.ResponseData["headers"]; bytes: Readable };

export type DownloadCall = {
  headers: Record<string, string>;
  signal: AbortSignal;
  /** The account that the files belong to. Each has few slots, so that its slow files leave connections to others. */
  account: string;
  /** From the call to the answer, including the wait for a connection. */
  answerMs?: number;
  /** Between two bytes. Does not run while the caller is not reading. */
  silenceMs?: number;
  /** For the whole file: enough for a hundred megabytes over a slow connection. */
  totalMs?: number;
};

/**
 * Requests a file from a platform and streams it. Does not follow redirects, because the headers hold secrets for this
 * host. Throws a SendError if there is no answer.
 */
export async function download(url: URL, call: DownloadCall): Promise<DownloadAnswer> {
  const { headers, signal, account, answerMs = 10_000, silenceMs = 15_000, totalMs = 10 * 60_000 } = call;
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), answerMs);
  const ending = AbortSignal.any([signal, waiting.signal, AbortSignal.timeout(totalMs)]);
  const over = ended(ending);
  const turn = Promise.withResolvers<void>();
  const leave = downloads.enter(`${url.origin} ${account}`, turn.resolve);
  try {
    await Promise.race([turn.promise, over]);
    const answering = downloadPool(url.origin).request({
      method: "GET",
      path: url.pathname + url.search,
      headers: { "user-agent": "Banter", "accept-encoding": "identity", ...headers },
      signal: ending,
      headersTimeout: 0,
      bodyTimeout: silenceMs,
    });
    const answer = await Promise.race([answering, over]);
    answer.body.once("close", leave);
    return { status: answer.statusCode, headers: answer.headers, bytes: answer.body };
  } catch {
    leave();
    // Names the host only: paths and headers hold secrets.
    if (waiting.signal.aborted) throw new SendError("timeout", `${url.host} gave no answer in time.`);
    throw new SendError("unreachable", `${url.host} could not be reached.`);
  } finally {
    clearTimeout(timer);
  }
}

const downloads = slots(16);

/** Needed because undici rejects an aborted call that waits for a connection only when a connection is free. */
function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
