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
import { failSyncs } from "./failing-syncs.ts";

/** A PostgreSQL server for one scenario, with methods that disturb it. Every method resolves when it is done. */
export type Postgres = {
  url: string;
  /** Kills (-9) the postmaster; its other processes notice and exit. */
  kill(): Promise<void>;
  stop(mode: "fast" | "immediate"): Promise<void>;
  /** Starts it if it does not run, and waits until it accepts connections. */
  start(): Promise<void>;
  /** Pauses all its processes (SIGSTOP). */
  freeze(): void;
  thaw(): void;
  /** No file can grow until `freeDisk`. */
  fillDisk(): void;
  freeDisk(): void;
  /** Its disk fails to sync (EIO) until it has panicked. Resolves to false if that cannot be done here. */
  failSyncs(): Promise<boolean>;
};

/** Retries with another port, because another scenario may have taken the free one. */
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
  // PostgreSQL may run as another user, who must be able to enter the folder.
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
    failSyncs: () => failSyncs(processes(), join(cluster.cluster, "postgresql.log")),
  };
  atEnd(t, async () => {
    postgres.thaw();
    postgres.freeDisk();
    await stopPostmaster(cluster, () => {});
  });
  return postgres;
}

/** Tries a connection, because its ready status may be older than a crash of one of its processes. */
async function start(cluster: Cluster): Promise<void> {
  for (let tries = 0; ; tries++) {
    const isThere = findPostmaster(cluster.cluster) !== undefined;
    const failure = isThere ? "PostgreSQL accepts no connections" : await startPostmaster(cluster, cluster.port);
    const presence = await joinServer(cluster, cluster.port, () => {});
    if (presence) return presence.close();
    if (failure && tries > 300) throw new Error(failure);
    await sleep(50);
  }
}

/** The postmaster first, then its children: once it is paused, no new child can appear. */
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

/** False for a zombie process too, which still has a pid. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.startsWith("Z");
}
