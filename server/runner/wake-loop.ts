import { setImmediate as nextTurn } from "node:timers/promises";

export type WakeLoop = {
  /** There may be work: runs as soon as the present work ends. */
  wake(): void;
  /** Runs no more and waits for the present work. */
  stop(): Promise<void>;
};

/** How long a failed loop waits before it works again. */
const pauseAfterFailureMs = 250;

/**
 * Runs `work` whenever it is woken, never twice at a time. `work` returns in how many milliseconds it wants to run again
 * without being woken. Every run starts in a new turn of the event loop, so that no amount of work keeps timers,
 * heartbeats and signals from running.
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
