import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const boundMs = 60_000;

/** True if strace is there, by which calls of other processes can be made to fail. */
export const hasStrace = spawnSync("strace", ["-V"]).status === 0;

/**
 * Lets every fsync of these processes, and of those that they start, fail with EIO until PostgreSQL has panicked.
 * Resolves to false if that is not possible here, or if nothing was synced.
 */
export async function failSyncs(pids: number[], logFile: string): Promise<boolean> {
  const panics = () => readFileSync(logFile, "utf8").split(" PANIC: ").length;
  const before = panics();
  const attached = pids.flatMap((pid) => ["-p", String(pid)]);
  const faults = ["-e", "trace=fsync,fdatasync", "-e", "inject=fsync,fdatasync:error=EIO", "-e", "signal=none"];
  const strace = spawn("strace", ["-qq", "-f", "-o", "/dev/null", ...faults, ...attached], { stdio: "ignore" });
  const gone = once(strace, "exit");
  const endAt = performance.now() + boundMs;
  while (strace.exitCode === null && panics() === before && performance.now() < endAt) await sleep(10);
  strace.kill("SIGTERM");
  await gone;
  return panics() > before;
}
