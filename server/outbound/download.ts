import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { downloadPool } from "./pools.ts";
import { SendError } from "./send-error.ts";
import { slots } from "./slots.ts";

/** What a file's address answers, whatever the status. Whoever has `bytes` reads or destroys them. */
export type DownloadAnswer = { status: number; headers: Dispatcher.ResponseData["headers"]; bytes: Readable };

export type DownloadCall = {
  headers: Record<string, string>;
  signal: AbortSignal;
  /** Whose files these are: one account's slow files must not use up the platform's connections. */
  account: string;
  /** From asking to the answer, waiting for a connection included. */
  answerMs?: number;
  /** Between two bytes. Not counted while nobody reads. */
  silenceMs?: number;
  /** All of it: a hundred megabytes over a slow line. */
  totalMs?: number;
};

/**
 * Asks a platform for a file, as it comes and without keeping any of it. Redirects are not followed: the headers hold
 * secrets, and were meant for this host. Without an answer it throws a SendError.
 */
export async function download(url: URL, call: DownloadCall): Promise<DownloadAnswer> {
  const { headers, signal, account, answerMs = 10_000, silenceMs = 15_000, totalMs = 10 * 60_000 } = call;
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), answerMs);
  const ending = AbortSignal.any([signal, waiting.signal, AbortSignal.timeout(totalMs)]);
  const over = ended(ending);
  const turn = Promise.withResolvers<void>();
  const leave = downloads.take(`${url.origin} ${account}`, turn.resolve);
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

/** Undici notices the end of a call that waits for a connection only when it would be its turn; it is not sent then. */
function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
