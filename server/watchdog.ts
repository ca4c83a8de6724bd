import { url as debuggerUrl } from "node:inspector";
import { Worker } from "node:worker_threads";

export type Watchdog = { stop(): Promise<void> };

export type Watching = {
  /** How long the process may go without progress. */
  limitMs: number;
  /** Asked several times within the limit. False: something that must never hang does. */
  isMoving: () => boolean;
  /** The thread itself has failed: nobody watches any more. */
  onError: (error: Error) => void;
};

/**
 * Ends the process when its event loop is stuck, or when nothing moves, for longer than the limit, so that a supervisor
 * starts it anew. A thread of its own counts its own ticks without progress, not the time: a process that was paused, as
 * by SIGSTOP or a sleeping laptop, has missed ticks as well and is left alone.
 */
export function startWatchdog({ limitMs, isMoving, onError }: Watching): Watchdog {
  // At a breakpoint the event loop stands still for as long as a person likes.
  if (debuggerUrl()) return { stop: async () => undefined };
  const tickMs = Math.ceil(limitMs / 15);
  const progress = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(new URL("./watchdog-thread.mjs", import.meta.url), {
    workerData: { progress, tickMs, maxTicks: 15 },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, codeRangeSizeMb: 4, stackSizeMb: 1 },
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

/** Stuck: none of the heartbeats under way has ended since the last time. A database that is away ends them by errors. */
export function heartbeatsMove(heartbeats: () => { pending: number; settled: number }): () => boolean {
  let seen = 0;
  return () => {
    const { pending, settled } = heartbeats();
    const isMoving = pending === 0 || settled !== seen;
    seen = settled;
    return isMoving;
  };
}
