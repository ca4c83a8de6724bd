import { randomBytes } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { run, type SystemAccount } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { explain } from "./explain.ts";
import type { Pointer } from "./pointer.ts";
import { isAlive } from "./process.ts";

export type NewCluster = Omit<Pointer, "port"> & {
  account: SystemAccount | undefined;
  binaries: Binaries;
  maxConnections: number;
};

/** Creates a cluster beside its place and moves it there whole, so that a killed start leaves nothing half made. */
export async function initialise(
  { cluster, password, account, binaries, maxConnections }: NewCluster,
  log: (line: string) => void,
): Promise<void> {
  log(`Creating PostgreSQL's data in ${cluster}`);
  mkdirSync(dirname(cluster), { recursive: true, mode: 0o755 });
  await withWorkFolder(cluster, account, async (work) => {
    const passwordFile = join(work, "password");
    await writeFile(passwordFile, password, { mode: 0o600 });
    giveTo(account, passwordFile);

    const made = join(work, "cluster");
    const { succeeded, output } = await run(account, binaries.initdb, [
      ...["-D", made, "--username=postgres", `--pwfile=${passwordFile}`, "--auth=scram-sha-256", "--no-instructions"],
      ...["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
      ...["-c", `max_connections=${maxConnections}`],
      ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ]);
    if (!succeeded) throw new Error(explain(`PostgreSQL could not create its data in ${cluster}`, output));
    moveInto(made, cluster);
  });
}

/** Written into `postgresql.conf` once; operators may edit it. */
const settings = {
  shared_buffers: "128MB",
  wal_buffers: "16MB",
  min_wal_size: "256MB",
  checkpoint_timeout: "15min",
  autovacuum_naptime: "5s",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  // Banter logs failed statements itself, without their values: those quote customers.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
};

function moveInto(made: string, cluster: string): void {
  try {
    renameSync(made, cluster);
  } catch (error) {
    // Another process has created the cluster at the same time, with the same password.
    if (!existsSync(join(cluster, "PG_VERSION"))) throw error;
  }
  if (process.platform === "win32") return;
  const parent = openSync(dirname(cluster), "r");
  fsyncSync(parent);
  closeSync(parent);
}

/** A folder beside the cluster's place that belongs to the account, for as long as `use` takes. */
export async function withWorkFolder<Result>(
  cluster: string,
  account: SystemAccount | undefined,
  use: (work: string) => Promise<Result>,
): Promise<Result> {
  const work = `${cluster}.new-${process.pid}-${randomBytes(4).toString("hex")}`;
  mkdirSync(work, { mode: 0o700 });
  try {
    giveTo(account, work);
    return await use(work);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function giveTo(account: SystemAccount | undefined, path: string): void {
  if (account) chownSync(path, account.uid, account.gid);
}

/** Removes the work folders of processes that were killed while they initialised. */
export function removeLeftovers(cluster: string): void {
  const siblings = existsSync(dirname(cluster)) ? readdirSync(dirname(cluster)) : [];
  for (const name of siblings) {
    const maker = name.startsWith(`${basename(cluster)}.new-`) ? Number(name.split("-").at(-2)) : undefined;
    if (maker === undefined || isAlive(maker)) continue;
    try {
      rmSync(join(dirname(cluster), name), { recursive: true, force: true });
    } catch {
      // The initdb of the killed process is still writing there; the next start removes it.
    }
  }
}
