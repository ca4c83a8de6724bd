import { url as debuggerUrl } from "node:inspector";
import { Worker } from "node:worker_threads";

export type Watchdog = { stop(): Promise<void> };

export type WatchdogOptions = {
  /** How long the process may go without progress. */
  limitMs: number;
  /** Called several times within the limit. False if something hangs that never should. */
  isMoving: () => boolean;
  /** The thread itself has failed, so that nothing watches the process any more. */
  onError: (error: Error) => void;
};

/** Node itself takes 6 MB of it when the thread starts, and for a moment more. */
const maxOldGenerationSizeMb = 24;

/**
 * Kills the process if its event loop is stuck, or `isMoving` is false, for longer than the limit, so that a supervisor
 * restarts it. A separate thread counts its own ticks without progress instead of time: a process that was paused, by
 * SIGSTOP or a sleeping laptop, has missed ticks too and is not killed.
 */
export function startWatchdog({ limitMs, isMoving, onError }: WatchdogOptions): Watchdog {
  // A breakpoint stops the event loop for any length of time.
  if (debuggerUrl()) return { stop: async () => undefined };
  const tickMs = Math.ceil(limitMs / 15);
  const progress = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(new URL("./watchdog-thread.mjs", import.meta.url), {
    workerData: { progress, tickMs, maxTicks: 15 },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb, maxYoungGenerationSizeMb: 1, codeRangeSizeMb: 4, stackSizeMb: 1 },
  });
  thread.on("error", onError).unref();
  const timer = setInterval(() => {
    if (isMoving()) Atomics.add(progress, 0, 1);
  }, tickMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      await thread.terminate();
    },
  };
}

/**
 * False if heartbeats are running and none has ended since the last call. An unreachable database does not count: it
 * ends them with errors.
 */
export function heartbeatsMove(heartbeats: () => { pending: number; settled: number }): () => boolean {
  let seen = 0;
  return () => {
    const { pending, settled } = heartbeats();
    const isMoving = pending === 0 || settled !== seen;
    seen = settled;
    return isMoving;
  };
}
