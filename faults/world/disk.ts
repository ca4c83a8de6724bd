import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";

/** A disk that a scenario can fill. */
export type Disk = { kind: "small file system" | "file size limit"; fill(): void; free(): void };

const megabytes = 320;

/**
 * Mounts a small file system on the folder. If mounting is not allowed, PostgreSQL's processes get a limit on the size
 * of their files instead, which PostgreSQL treats like a full disk.
 */
export function openDisk(t: Test, folder: string, processes: () => number[]): Disk {
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0711`, "banter-faults", folder]);
  if (mounted.status !== 0) return limitedFiles(processes);
  atEnd(t, () => spawnSync("umount", ["--lazy", folder]));
  const filler = join(folder, "filler");
  return { kind: "small file system", fill: () => writeUntilFull(filler), free: () => rmSync(filler, { force: true }) };
}

function writeUntilFull(path: string): void {
  const file = openSync(path, "a");
  try {
    for (const block of [Buffer.alloc(1_048_576), Buffer.alloc(4096)]) fillWith(file, block);
  } finally {
    closeSync(file);
  }
}

function fillWith(file: number, block: Buffer): void {
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}

/** The postmaster comes first in the list, so that new processes inherit its limit. */
function limitedFiles(processes: () => number[]): Disk {
  const limit = (size: string) => {
    for (const pid of processes()) limitFiles(pid, size);
  };
  return { kind: "file size limit", fill: () => limit("65536"), free: () => limit("unlimited") };
}

/** Runs as the user of the process, because root may lack the right to change limits of other users' processes. */
function limitFiles(pid: number, size: string): void {
  const folder = `/proc/${pid}`;
  const owner = statSync(folder, { throwIfNoEntry: false });
  if (!owner) return;
  const { uid, gid } = owner;
  const { status, stderr } = spawnSync("prlimit", ["--pid", String(pid), `--fsize=${size}:`], {
    encoding: "utf8",
    ...(process.getuid?.() === 0 && { uid, gid }),
  });
  if (status !== 0 && existsSync(folder)) throw new Error(`The disk cannot be made full here: ${stderr}`);
}
