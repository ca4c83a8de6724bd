import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { type Diagnosis, fail, ok, warn } from "./finding.ts";

const gigabyte = 2 ** 30;

/** The free space of the file systems that Banter writes to. */
export async function checkDisks(folders: string[]): Promise<Diagnosis[]> {
  const places = [...new Set([...folders, tmpdir()])].filter((folder) => existsSync(folder));
  const found = await Promise.all(places.map(async (folder) => ({ folder, ...(await readSpace(folder)) })));
  // Folders on one file system have the same numbers.
  const disks = found.filter(
    (disk, index) => found.findIndex(({ total, free }) => total === disk.total && free === disk.free) === index,
  );
  return disks.map(judge);
}

async function readSpace(folder: string): Promise<{ total: number; free: number; freeFiles: number }> {
  const { blocks, bavail, bsize, files, ffree } = await statfs(folder);
  return { total: blocks * bsize, free: bavail * bsize, freeFiles: files === 0 ? 1 : ffree / files };
}

function judge({ folder, total, free, freeFiles }: { folder: string; total: number; free: number; freeFiles: number }) {
  const text = `${folder} has ${gigabytes(free)} of ${gigabytes(total)} GB free`;
  const todo = "Free space or enlarge the disk: when it is full, nothing is accepted.";
  if (freeFiles < 0.02) return fail("disk", `${folder} has hardly any inodes left.`, todo);
  if (free < 0.5 * gigabyte || free / total < 0.02) return fail("disk", `${text}.`, todo);
  if (free < 2 * gigabyte || free / total < 0.1) return warn("disk", `${text}.`, todo);
  return ok("disk", text);
}

const gigabytes = (bytes: number) => (bytes / gigabyte).toFixed(1);
