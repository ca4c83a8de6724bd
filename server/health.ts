/** How this node is. The runner and the server report into it; `/readyz` and the watchdog read it. */
export type Health = {
  /** Runs the statement that renews the node's lease, and remembers how it went. */
  heartbeat<Result>(store: () => Promise<Result>): Promise<Result>;
  /** Heartbeats under way, and how many have ended in either way. */
  heartbeats(): { pending: number; settled: number };
  /** A statement failed because the disk is full: small writes may go on succeeding. */
  diskFull(): void;
  diskFreed(): void;
  /** From here on the server is not ready; it goes on serving. */
  stop(): void;
  state(): State;
};

export type State = "starting" | "ready" | "unstored" | "disk_full" | "stopping";

/** A node that has not been heard for that long may not act. */
const maxSilenceMs = 8000;

export function nodeHealth(): Health {
  const beats = { pending: 0, settled: 0, storedAt: undefined as number | undefined, hasFailed: false };
  let isDiskFull = false;
  let isStopping = false;

  async function heartbeat<Result>(store: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    beats.pending++;
    try {
      const result = await store();
      beats.storedAt = Math.max(beats.storedAt ?? 0, startedAt);
      beats.hasFailed = false;
      return result;
    } catch (error) {
      beats.hasFailed = true;
      throw error;
    } finally {
      beats.pending--;
      beats.settled++;
    }
  }

  function state(): State {
    if (isStopping) return "stopping";
    if (beats.storedAt === undefined) return "starting";
    if (beats.hasFailed || performance.now() - beats.storedAt > maxSilenceMs) return "unstored";
    return isDiskFull ? "disk_full" : "ready";
  }

  return {
    heartbeat,
    heartbeats: () => ({ pending: beats.pending, settled: beats.settled }),
    diskFull: () => {
      isDiskFull = true;
    },
    diskFreed: () => {
      isDiskFull = false;
    },
    stop: () => {
      isStopping = true;
    },
    state,
  };
}
