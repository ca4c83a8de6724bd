/** The health of this node. The runner and the server report to it; `/readyz` and the watchdog read it. */
export type Health = {
  /** Runs the statement that renews the node's lease, and records its result. */
  heartbeat<Result>(store: () => Promise<Result>): Promise<Result>;
  /** Heartbeats that are running, and how many have succeeded or failed. */
  heartbeats(): { pending: number; settled: number };
  /** A statement failed because the disk is full. Small writes may still succeed. */
  diskFull(): void;
  diskFreed(): void;
  /** The server is not ready from now on, but continues to serve. */
  stop(): void;
  /** Another node takes this one's place: clients should connect again, but the server as a whole stays ready. */
  drain(): void;
  /** True while clients should not use their connections for further requests. */
  isLeaving(): boolean;
  state(): State;
  /** How long ago the last successful heartbeat began; undefined before the first. */
  silenceMs(): number | undefined;
};

export type State = "starting" | "ready" | "unstored" | "disk_full" | "stopping";

/** A node whose last heartbeat is older may not act. */
const maxSilenceMs = 8000;

export function nodeHealth(): Health {
  const beats = { pending: 0, settled: 0, storedAt: undefined as number | undefined, hasFailed: false };
  let isDiskFull = false;
  let isStopping = false;
  let isDraining = false;

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
    drain: () => {
      isDraining = true;
    },
    isLeaving: () => isStopping || isDraining,
    state,
    silenceMs: () => (beats.storedAt === undefined ? undefined : performance.now() - beats.storedAt),
  };
}
