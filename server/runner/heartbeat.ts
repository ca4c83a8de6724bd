import type { Logger } from "pino";
import type { Health } from "../health.ts";
import { keepAlive, leaseSeconds } from "../store/conversations/nodes.ts";
import type { Db } from "../store/db/db.ts";

const beatMs = 3000;
const retryMs = 500;
/** Two seconds before other nodes may take its pages, a node stops acting. */
const maxSilenceMs = (leaseSeconds - 2) * 1000;

type Beating = {
  db: Db;
  health: Health;
  nodeId: string;
  log: Logger;
  /** Registers the node again after it was taken for dead. */
  signOn: () => Promise<void>;
  /** Called when the node was silent for too long: other nodes may have its pages. */
  onLapsed: () => void;
};

/** Tells the database every few seconds that this node lives, and this node whether it may act. */
export function createHeartbeat({ db, health, nodeId, log, signOn, onLapsed }: Beating) {
  let heardAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> | undefined;
  let isStopped = false;

  const isOverdue = () => performance.now() - heardAt >= maxSilenceMs;

  async function beat(): Promise<void> {
    const startedAt = performance.now();
    await health.heartbeat(async () => {
      if (!(await keepAlive(db, nodeId))) await signOn();
    });
    if (isOverdue()) onLapsed();
    heardAt = startedAt;
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
    /** True if other nodes cannot have taken this node's pages yet. */
    mayAct: () => !isOverdue(),
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await beating;
    },
  };
}
