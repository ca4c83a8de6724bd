import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** Lets a process have no more than that many files and connections open. Returns how to give it back what it had. */
export function limitFiles(pid: number, count: number): { restore(): void } {
  const before = /^Max open files\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, "utf8"))?.[1] ?? "1024";
  const limit = (soft: string) => spawnSync("prlimit", ["--pid", String(pid), `--nofile=${soft}:`]);
  if (limit(String(count)).status !== 0) throw new Error("Open files cannot be limited here.");
  return { restore: () => void limit(before) };
}

export const countFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;
