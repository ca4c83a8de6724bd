import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Channels } from "../channels/channel.ts";
import type { Config } from "../config/config.ts";
import { type Node, startNode } from "../node.ts";
import { findInstallation } from "../process/installation.ts";
import { openLog } from "../process/log.ts";
import { heartbeatsMove, startWatchdog } from "../process/watchdog.ts";
import { say } from "../process/welcome.ts";
import { openDatabase } from "../store/db/open.ts";
import { leaseSeconds } from "../store/runtime/nodes.ts";
import { type Link, openLink } from "./link.ts";
import type { Assignment, StopOrder } from "./messages.ts";

/** How long a node that was replaced serves the connections that its clients do not close. */
const drainMs = 3000;

/** Runs one of the nodes of a supervisor, which has prepared the database and says when to stop. */
export async function runNode(config: Config, channels: Channels): Promise<void> {
  // A terminal or a service manager signals all processes; the supervisor decides what that means.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
  let stop: Stop | undefined;
  let isStopping = false;
  let log: Logger = openLog(config.logLevel);
  const link = openLink((order) => {
    // All nodes may have to stop while this one is being replaced.
    if (isStopping) return;
    isStopping = true;
    const stopped = stop ? stop(order) : Promise.resolve();
    stopped.then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, "shutdown failed");
        process.exit(1);
      },
    );
  });
  try {
    const assignment = await link.assignment;
    log = log.child({ node: assignment.number });
    stop = await start(assignment, link, { config, channels, log });
  } catch (error) {
    log.debug({ err: error }, "node not started");
    await link.reportFailure(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}

type Parts = { config: Config; channels: Channels; log: Logger };
type Stop = (order: StopOrder) => Promise<void>;

async function start(
  { number, databaseUrl, connections }: Assignment,
  link: Link,
  { config, channels, log }: Parts,
): Promise<Stop> {
  // Migrates again, because the code may have been upgraded since the supervisor started.
  const opened = await openDatabase(
    { ...config, databaseUrl },
    {
      say,
      onError: (error) => log.warn({ err: error }, "database connection lost"),
      name: "banter",
      max: connections.general,
    },
  );
  const node = await startNode({
    ...{ db: opened.db, keys: opened.keys, config, log, channels },
    installation: findInstallation(config.dataDir),
    siblings: link.siblings(number),
    makesDemo: true,
    hotConnections: connections.hot,
  });
  startWatchdog({
    limitMs: (leaseSeconds + 5) * 1000,
    isMoving: heartbeatsMove(node.deps.health.heartbeats),
    onError: (error) => log.error({ err: error }, "watchdog failed"),
  });
  link.reportReady({ nodeId: node.id, baseUrl: node.baseUrl });
  return async (order) => {
    await leave(node, order);
    await node.stop();
    await link.leave();
    await opened.close();
  };
}

async function leave({ drain, deps: { health } }: Node, order: StopOrder): Promise<void> {
  if (order.isReplaced) return drain(drainMs);
  health.stop();
  // Load balancers must see `/readyz` fail before requests are refused.
  await sleep(order.graceMs);
}
