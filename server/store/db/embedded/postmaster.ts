import { existsSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { run } from "./account.ts";
import type { Cluster } from "./cluster.ts";
import { explain } from "./explain.ts";
import { commandOf, isAlive } from "./process.ts";

/** The running server of a cluster, by its `postmaster.pid`. */
export type Postmaster = { pid: number; port: number; isReady: boolean };

export function findPostmaster(cluster: string): Postmaster | undefined {
  const lines = readLines(pidFile(cluster));
  const pid = Number(lines[0]);
  if (!pid || !isAlive(pid) || !isPostmasterOf(pid, cluster)) return undefined;
  return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === "ready" };
}

/** Returns the failure if another try may succeed; throws if none will. */
export async function startPostmaster(
  { cluster, account, binaries }: Cluster,
  port: number,
): Promise<string | undefined> {
  removeStalePidFile(cluster);
  const log = join(cluster, "postgresql.log");
  if (sizeOf(log) > 1_000_000) renameSync(log, `${log}.1`);
  const from = sizeOf(log);

  // Settings for durability and access are given at every start, so that an edited postgresql.conf cannot undo them.
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=on", "full_page_writes=on"];
  const options = [`-p ${port}`, ...settings.map((setting) => `-c ${setting}`)].join(" ");
  const args = ["start", "--wait", "--timeout=600", "--silent", "-D", cluster, "-l", log, "-o", options];
  const { succeeded, output } = await run(account, binaries.pg_ctl, args);
  if (succeeded) return undefined;

  const said = existsSync(log) ? readFileSync(log).subarray(from).toString() : "";
  const failure = explain(`PostgreSQL did not start in ${cluster}`, said || output);
  if (findPostmaster(cluster) || temporary.some((pattern) => pattern.test(said))) return failure;
  throw new Error(failure);
}

const temporary = [
  /lock file ".+" (already exists|is empty)/, // another process is starting it
  /is ready to accept connections/, // another process has started and stopped it
  /shared memory block .+ in use/, // the last connections of a killed server are ending
  /could not create any TCP/, // the port was taken a moment ago
];

/** Ends every connection and waits until all data is on disk. */
export async function stopPostmaster(
  { cluster, account, binaries }: Cluster,
  log: (line: string) => void,
): Promise<void> {
  const running = findPostmaster(cluster);
  if (!running) return;
  const isGone = () => findPostmaster(cluster)?.pid !== running.pid;
  for (const mode of ["fast", "immediate"]) {
    await run(account, binaries.pg_ctl, ["stop", "--no-wait", "--silent", `--mode=${mode}`, "-D", cluster]);
    for (let waited = 0; waited < 15_000 && !isGone(); waited += 20) await sleep(20);
    if (isGone()) return;
    log(`PostgreSQL (process ${running.pid}) does not stop.`);
  }
}

/** The process id in the file may since have been given to another program, even to another PostgreSQL. */
function isPostmasterOf(pid: number, cluster: string): boolean {
  if (process.platform === "win32") return true;
  const folder = /postgres -D (.+?) -p \d/.exec(commandOf(pid))?.[1];
  if (!folder) return false;
  try {
    const [its, ours] = [statSync(folder), statSync(cluster)];
    return its.ino === ours.ino && its.dev === ours.dev;
  } catch (error) {
    // The folder was moved while its server runs: the process is still its server.
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}

/** PostgreSQL ignores the id of a dead process by itself, but takes any living process for its server. */
function removeStalePidFile(cluster: string): void {
  const file = pidFile(cluster);
  const [first] = readLines(file);
  const isHalfWritten = !first && existsSync(file) && Date.now() - statSync(file).mtimeMs > 5000;
  const isForeign = Boolean(first) && isAlive(Number(first)) && !isPostmasterOf(Number(first), cluster);
  if (isHalfWritten || (isForeign && readLines(file)[0] === first)) rmSync(file, { force: true });
}

const pidFile = (cluster: string) => join(cluster, "postmaster.pid");

function readLines(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch {
    return [];
  }
}

const sizeOf = (file: string) => (existsSync(file) ? statSync(file).size : 0);
