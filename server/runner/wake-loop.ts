import { setImmediate as nextTurn } from "node:timers/promises";

export type WakeLoop = {
  /** Runs `work` soon, after the current run has ended. */
  wake(): void;
  /** Starts no further run and waits for the current one. */
  stop(): Promise<void>;
};

/** Pause after a run that failed. */
const pauseAfterFailureMs = 250;

/**
 * Runs `work` whenever it is woken, never two runs at a time. `work` returns the milliseconds until it must run again
 * even if it is not woken. Every run starts in a new turn of the event loop, so that timers, heartbeats and signals run
 * however much work there is.
 */
export function wakeLoop(work: () => Promise<number>, onError: (error: unknown) => void): WakeLoop {
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isWoken = false;
  let isStopped = false;

  async function run(): Promise<void> {
    while (isWoken && !isStopped) {
      isWoken = false;
      await nextTurn();
      const waitMs = await work().catch((error) => {
        onError(error);
        return pauseAfterFailureMs;
      });
      if (!isWoken && !isStopped) timer = setTimeout(wake, Math.min(Math.max(waitMs, 0), 60_000));
    }
    running = undefined;
  }

  function wake(): void {
    isWoken = true;
    clearTimeout(timer);
    if (!isStopped) running ??= run();
  }

  return {
    wake,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
