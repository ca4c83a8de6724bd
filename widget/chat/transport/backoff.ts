/** How long to wait before trying again: twice as long each time, up to half a minute, and never all at once. */
export function backOffMs(failures: number, atLeastMs = 0): number {
  const limit = Math.min(30_000, 500 * 2 ** failures);
  return Math.max(atLeastMs, limit * (0.5 + Math.random() / 2));
}

/** A wait that can be cut short. */
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
