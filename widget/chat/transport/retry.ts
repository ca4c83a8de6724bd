import { asCallError } from "./api.ts";
import { backOffMs, createPause } from "./backoff.ts";

/** Makes a call again and again until it succeeds. Throws only what would be the same the next time. */
export async function insist<T>(call: () => Promise<T>, pause = createPause()): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await call();
    } catch (error) {
      const { status, retryAfterMs } = asCallError(error);
      if (status && status >= 400 && status < 500 && status !== 429) throw error;
      await pause.wait(backOffMs(failures, retryAfterMs));
    }
  }
}
