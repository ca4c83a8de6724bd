import { type Api, asCallError } from "./api.ts";
import { backOffMs, createPause } from "./backoff.ts";

/** Tells the server what has arrived and what was seen: soon, together, and again until it knows. */
export function createReceipts(api: Pick<Api, "receipt">) {
  const pause = createPause();
  let isRunning = false;
  let wanted = { delivered: 0, seen: 0 };
  let told = wanted;

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let failures = 0; wanted.delivered > told.delivered || wanted.seen > told.seen; ) {
      await pause.wait(failures === 0 ? 200 : backOffMs(failures));
      const now = wanted;
      try {
        await api.receipt({
          ...(now.delivered > told.delivered && { delivered_through: now.delivered }),
          ...(now.seen > told.seen && { seen_through: now.seen }),
        });
        told = now;
        failures = 0;
      } catch (error) {
        const { status } = asCallError(error);
        if (status && status < 500 && status !== 429) told = now;
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
    /** Another visitor begins. */
    reset(): void {
      wanted = told = { delivered: 0, seen: 0 };
    },
  };
}
