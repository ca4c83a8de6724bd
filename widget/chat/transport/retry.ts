import { backOffMs, createPause } from "./backoff.ts";
import { asCallError } from "./call-error.ts";

/** Repeats a call until it succeeds. Throws only if the server would refuse the same call again. */
export async function retry<T>(call: () => Promise<T>, pause = createPause()): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await call();
    } catch (error) {
      const { refusal, retryAfterMs } = asCallError(error);
      if (refusal) throw error;
      await pause.wait(backOffMs(failures, retryAfterMs));
    }
  }
}
