import { setTimeout as sleep } from "node:timers/promises";
import { type Cluster, openCluster } from "./cluster.ts";
import { changePointer, findPointer, type Pointer } from "./pointer.ts";
import { findFreePort, isFreePort } from "./port.ts";
import { findPostmaster, startPostmaster, stopPostmaster } from "./postmaster.ts";
import { joinServer, type ProcessPresence } from "./presence.ts";

/** `url` is a connection string, `location` the folder that holds the data. */
export type EmbeddedServer = { url: string; location: string; stop(): Promise<void> };

/**
 * `fallbackDir` holds the data and programs if PostgreSQL runs as a user who cannot reach the usual places. A new
 * cluster gets `maxConnections`.
 */
export type EmbeddedOptions = {
  dataDir: string;
  log: (line: string) => void;
  fallbackDir?: string;
  maxConnections?: number;
};

/**
 * Starts the PostgreSQL of a data folder, or joins the one that runs there already, left by a killed process or in use
 * by another one. `stop` leaves it; the last process to leave stops the server. Until then, a server that dies is
 * started again.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { log, fallbackDir = "/var/lib/banter" } = options;
  const cluster = await openCluster({ ...options, fallbackDir });
  const claim = await keepClaim(cluster, log);
  return {
    url: `postgres://banter:${cluster.password}@127.0.0.1:${claim.port}/banter`,
    location: cluster.cluster,
    stop: claim.giveUp,
  };
}

/** Reads `postgres.json` without starting anything. */
export function findEmbedded(dataDir: string): Pointer | undefined {
  return findPointer(dataDir);
}

async function keepClaim(cluster: Cluster, log: (line: string) => void) {
  let ending: Promise<void> | undefined;
  const { presence: first, port } = await join(cluster, log, onLost);
  let held: Promise<ProcessPresence | undefined> = Promise.resolve(first);

  function onLost() {
    if (!ending) held = heal();
  }

  async function heal(): Promise<ProcessPresence | undefined> {
    let logged = "";
    while (!ending) {
      // The port cannot change any more: callers have it in the url.
      const joined = await join(cluster, log, onLost, port).catch((error: Error) => error);
      if (!(joined instanceof Error)) return joined.presence;
      if (joined.message !== logged) log(joined.message);
      logged = joined.message;
      await sleep(1000);
    }
  }

  async function leave(): Promise<void> {
    const presence = await held;
    const isLast = await presence?.leave().catch(() => false);
    if (isLast) await stopPostmaster(cluster, log);
    await presence?.close();
  }

  return { port, giveUp: () => (ending ??= leave()) };
}

/** Gets a claim on a running server: starts one, or waits while another process starts or stops it. */
async function join(cluster: Cluster, log: (line: string) => void, onLost: () => void, fixedPort?: number) {
  let failures = 0;
  for (let round = 1; round < 6000; round++) {
    const running = findPostmaster(cluster.cluster);
    const presence = running?.isReady ? await joinServer(cluster, running.port, onLost) : undefined;
    if (running && presence) {
      if (running.port !== cluster.port) rememberPort(cluster, running.port);
      return { presence, port: running.port };
    }

    if (!running) {
      const failure = await startPostmaster(cluster, fixedPort ?? (await choosePort(cluster)));
      if (!failure) continue;
      if (++failures > 100) throw new Error(failure);
    }
    if (round % 50 === 0) log(`Waiting for PostgreSQL in ${cluster.cluster}`);
    await sleep(100);
  }
  throw new Error(`PostgreSQL in ${cluster.cluster} takes no connections; its log there is postgresql.log.`);
}

async function choosePort({ port }: Cluster): Promise<number> {
  return (await isFreePort(port)) ? port : findFreePort();
}

function rememberPort(cluster: Cluster, port: number): void {
  cluster.port = port;
  const { dataDir, password, cluster: folder } = cluster;
  changePointer(dataDir, { port, password, cluster: folder });
}
