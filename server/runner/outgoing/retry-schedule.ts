/** Seconds before each further attempt; after the last one the message has failed. */
const retrySeconds = [5, 30, 120, 600, 3600, 14_400, 43_200];

/** How long to wait after the attempt of that number, jittered by a fifth; undefined when it was the last. */
export function waitBeforeRetry(attempt: number, random: number, retryAfterSeconds?: number): number | undefined {
  const seconds = retrySeconds[attempt - 1];
  if (seconds === undefined) return undefined;
  if (retryAfterSeconds !== undefined && retryAfterSeconds > 0) return Math.min(retryAfterSeconds, 3600) * 1000;
  return seconds * 1000 * (0.8 + 0.4 * random);
}
