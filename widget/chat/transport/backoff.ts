/** The time before the next attempt: doubled after each failure, at most 30 s, with a random part. */
export function backOffMs(failures: number, atLeastMs = 0): number {
  const limit = Math.min(30_000, 500 * 2 ** failures);
  return Math.max(atLeastMs, limit * (0.5 + Math.random() / 2));
}

/** A wait that `wake` ends early. */
export function createPause() {
  let end: (() => void) | undefined;
  return {
    wait: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    wake: () => end?.(),
  };
}

export type Pause = ReturnType<typeof createPause>;
