import cluster from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import type { Channels } from "./channels/channel.ts";
import { type Config, readConfig } from "./config/config.ts";
import { isUnused, makeDemo } from "./domain/pages/demo.ts";
import { type Node, startNode } from "./node.ts";
import { findInstallation } from "./process/installation.ts";
import { openLog } from "./process/log.ts";
import { stopOnSignals } from "./process/signals.ts";
import { untilAvailable } from "./process/until-available.ts";
import { heartbeatsMove, startWatchdog } from "./process/watchdog.ts";
import { say, welcome } from "./process/welcome.ts";
import { openDatabase } from "./store/db/open.ts";
import { shareConnections } from "./store/db/share-connections.ts";
import { leaseSeconds } from "./store/runtime/nodes.ts";
import { runNode } from "./supervisor/run-node.ts";
import { runSupervisor } from "./supervisor/supervisor.ts";

/** Runs a server process: one node, or with `NODES` a supervisor, which runs this program once more for each node. */
export async function runServer(channels: Channels): Promise<void> {
  try {
    const config = readConfig();
    if (cluster.isWorker) await runNode(config, channels);
    else if (config.nodes > 1) await runSupervisor(config);
    else await runAlone(config, channels);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}

/** Opens the database, creates the demo in an empty one, serves, and shuts down on a signal. */
async function runAlone(config: Config, channels: Channels): Promise<void> {
  const log = openLog(config.logLevel);
  const connections = shareConnections({ nodes: 1, limit: config.databaseConnections });
  const opened = await openDatabase(config, {
    say,
    onError: (error) => log.warn({ err: error }, "database connection lost"),
    name: "banter",
    max: connections.general,
  });
  let node: Node | undefined;
  const stop = async () => {
    await node?.stop();
    await opened.close();
  };
  stopOnSignals(log, async (signal) => {
    node?.deps.health.stop();
    // Load balancers must see `/readyz` fail before requests are refused. Ctrl-C at a terminal does not wait.
    if (node && signal === "SIGTERM") await sleep(config.shutdownGraceMs);
    await stop();
  });
  try {
    const installation = findInstallation(config.dataDir);
    const { db, keys } = opened;
    node = await startNode({
      ...{ db, keys, config, log, channels, installation },
      makesDemo: true,
      hotConnections: connections.hot,
    });
    startWatchdog({
      limitMs: (leaseSeconds + 5) * 1000,
      isMoving: heartbeatsMove(node.deps.health.heartbeats),
      onError: (error) => log.error({ err: error }, "watchdog failed"),
    });
    // After the start, because the demo's token and password are shown only once.
    const demo = await untilAvailable(
      async () => ((await isUnused(db)) ? makeDemo({ db }) : undefined),
      (error) => log.warn({ err: error }, "no demo yet: the database does not answer"),
    );
    welcome(node.baseUrl, opened.location, demo);
  } catch (error) {
    log.debug({ err: error }, "server not started");
    await stop();
    throw error;
  }
}
