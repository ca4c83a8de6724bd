import type { Logger } from "pino";
import type { Health } from "../health.ts";
import type { Db } from "../store/db/db.ts";
import { readClock } from "../store/health/database-clock.ts";
import { keepAlive, leaseSeconds } from "../store/runtime/nodes.ts";

const beatMs = 3000;
const retryMs = 500;
/** A node stops acting two seconds before other nodes may claim its pages. */
const maxSilenceMs = (leaseSeconds - 2) * 1000;

/** Clocks that differ by more spoil codes of second factors, links to buckets and times in logs. */
const maxSkewMs = 2000;
const skewWarningMs = 10 * 60_000;

type HeartbeatDeps = {
  db: Db;
  health: Health;
  nodeId: string;
  log: Logger;
  /** Registers the node again after its row was removed as dead. */
  register: () => Promise<void>;
  /** Called after a heartbeat that came too late: other nodes may have claimed pages of this node. */
  onLapsed: () => void;
};

/** Renews the node's lease every few seconds, and tells whether it still holds. */
export function createHeartbeat({ db, health, nodeId, log, register, onLapsed }: HeartbeatDeps) {
  let lastBeatAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> | undefined;
  let isStopped = false;
  const judgeClock = clockJudge(log);

  const isOverdue = () => performance.now() - lastBeatAt >= maxSilenceMs;

  async function beat(): Promise<void> {
    const startedAt = performance.now();
    const { skewMs } = await health.heartbeat(async () => {
      const clock = await readClock(() => keepAlive(db, nodeId));
      if (!clock.row) await register();
      return clock;
    });
    judgeClock(skewMs);
    if (isOverdue()) onLapsed();
    lastBeatAt = startedAt;
  }

  function run(): void {
    beating = beat()
      .then(
        () => beatMs,
        (error) => {
          log.warn({ err: error }, "heartbeat failed");
          return retryMs;
        },
      )
      .then((waitMs) => {
        if (!isStopped) timer = setTimeout(run, waitMs);
      });
  }

  return {
    /** Resolves after the first heartbeat. */
    async start(): Promise<void> {
      await beat();
      timer = setTimeout(run, beatMs);
    },
    /** True if no other node can have claimed pages of this node yet. */
    mayAct: () => !isOverdue(),
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await beating;
    },
  };
}

/** Warns of a clock that is wrong, once in a while. */
function clockJudge(log: Logger) {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return (skewMs: number): void => {
    if (Math.abs(skewMs) <= maxSkewMs || performance.now() - warnedAt < skewWarningMs) return;
    warnedAt = performance.now();
    log.warn({ skewSeconds: Math.round(skewMs / 1000) }, "this machine's clock differs from the database's");
  };
}
