import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { run } from "../../server/store/db/embedded/account.ts";
import { type Cluster, openCluster } from "../../server/store/db/embedded/cluster.ts";
import { findPostmaster, startPostmaster, stopPostmaster } from "../../server/store/db/embedded/postmaster.ts";
import { joinServer } from "../../server/store/db/embedded/presence.ts";
import { type Disk, openDisk } from "./disk.ts";

/** A PostgreSQL of the scenario's own, which is there to be mistreated. Every method resolves when it is done. */
export type Postgres = {
  url: string;
  /** kill -9 of the postmaster; its other processes notice and end. */
  kill(): Promise<void>;
  stop(mode: "fast" | "immediate"): Promise<void>;
  /** Starts it, if it does not run, and waits until it takes connections. */
  start(): Promise<void>;
  /** Stops all its processes where they are. */
  freeze(): void;
  thaw(): void;
  /** Lets no file grow any more, until `free`. */
  fillDisk(): void;
  freeDisk(): void;
};

/** Another scenario may take the port that was free a moment ago: then another one is tried. */
export async function startPostgres(t: Test, options: { hasSmallDisk?: boolean } = {}): Promise<Postgres> {
  for (let tries = 1; ; tries++) {
    try {
      return await openPostgres(t, options);
    } catch (error) {
      if (tries === 3) throw error;
    }
  }
}

async function openPostgres(t: Test, { hasSmallDisk = false }): Promise<Postgres> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "banter-faults-")));
  atEnd(t, () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  // Where PostgreSQL runs as another user, that user has to pass through.
  chmodSync(folder, 0o711);
  const dataDir = join(folder, "data");
  mkdirSync(dataDir, { mode: 0o711 });
  const processes = () => processesOf(findPostmaster(cluster.cluster)?.pid);
  const disk: Disk | undefined = hasSmallDisk ? openDisk(t, dataDir, processes) : undefined;
  chmodSync(dataDir, 0o711);
  const cluster = await openCluster({ dataDir, fallbackDir: "/var/lib/banter", log: () => {} });
  const { port } = cluster;
  await start(cluster);

  const postgres: Postgres = {
    url: `postgres://banter:${cluster.password}@127.0.0.1:${port}/banter`,
    async kill() {
      const all = processes();
      const [postmaster] = all;
      if (postmaster === undefined) return;
      process.kill(postmaster, "SIGKILL");
      while (all.some(isRunning)) await sleep(20);
    },
    async stop(mode) {
      await run(cluster.account, cluster.binaries.pg_ctl, [
        "stop",
        "--silent",
        `--mode=${mode}`,
        "-D",
        cluster.cluster,
      ]);
      while (findPostmaster(cluster.cluster)) await sleep(20);
    },
    start: () => start(cluster),
    freeze: () => signalAll(processes(), "SIGSTOP"),
    thaw: () => signalAll(processes(), "SIGCONT"),
    fillDisk: () => disk?.fill(),
    freeDisk: () => disk?.free(),
  };
  atEnd(t, async () => {
    postgres.thaw();
    postgres.freeDisk();
    await stopPostmaster(cluster, () => {});
  });
  return postgres;
}

/** Its own word that it is ready may be older than a crash of one of its processes: a connection tells. */
async function start(cluster: Cluster): Promise<void> {
  for (let tries = 0; ; tries++) {
    const isThere = findPostmaster(cluster.cluster) !== undefined;
    const failure = isThere ? "PostgreSQL takes no connections" : await startPostmaster(cluster, cluster.port);
    const presence = await joinServer(cluster, cluster.port, () => {});
    if (presence) return presence.close();
    if (failure && tries > 300) throw new Error(failure);
    await sleep(50);
  }
}

/** The postmaster first, then its children: only then can no child appear unseen. */
function processesOf(postmaster: number | undefined): number[] {
  if (postmaster === undefined) return [];
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const rows = stdout.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  return [postmaster, ...rows.flatMap(([pid, parent]) => (pid && parent === postmaster ? pid : []))];
}

function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended since it was listed.
    }
  }
}

/** A process that nobody has waited for yet still has its number, but runs no more. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.startsWith("Z");
}
