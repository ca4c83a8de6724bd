import type { Api } from "./api.ts";
import { backOffMs, createPause } from "./backoff.ts";
import { asCallError } from "./call-error.ts";

/** Reports delivered and seen messages to the server: after a short wait, together, with retries. */
export function createReceipts(api: Pick<Api, "receipt">) {
  const pause = createPause();
  let isRunning = false;
  let wanted = { delivered: 0, seen: 0 };
  let reported = wanted;

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let failures = 0; wanted.delivered > reported.delivered || wanted.seen > reported.seen; ) {
      await pause.wait(failures === 0 ? 200 : backOffMs(failures));
      const now = wanted;
      try {
        await api.receipt({
          ...(now.delivered > reported.delivered && { delivered_through: now.delivered }),
          ...(now.seen > reported.seen && { seen_through: now.seen }),
        });
        reported = now;
        failures = 0;
      } catch (error) {
        if (asCallError(error).refusal) reported = now;
        failures += 1;
      }
    }
    isRunning = false;
  }

  return {
    delivered(through: number): void {
      wanted = { ...wanted, delivered: Math.max(through, wanted.delivered) };
      run();
    },
    seen(through: number): void {
      wanted = { delivered: Math.max(through, wanted.delivered), seen: Math.max(through, wanted.seen) };
      run();
    },
    /** For a new visitor. */
    reset(): void {
      wanted = reported = { delivered: 0, seen: 0 };
    },
  };
}

export type Receipts = ReturnType<typeof createReceipts>;
