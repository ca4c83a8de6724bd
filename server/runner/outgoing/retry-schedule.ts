/** Seconds before each retry; after the last one the message has failed. */
const retrySeconds = [5, 30, 120, 600, 3600, 14_400, 43_200];

/** Milliseconds to wait after this attempt, with a fifth of jitter; undefined after the last one. */
export function waitBeforeRetry(attempt: number, random: number, retryAfterSeconds?: number): number | undefined {
  const seconds = retrySeconds[attempt - 1];
  if (seconds === undefined) return undefined;
  if (retryAfterSeconds !== undefined && retryAfterSeconds > 0) return Math.min(retryAfterSeconds, 3600) * 1000;
  return seconds * 1000 * (0.8 + 0.4 * random);
}
