import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { join, relative, resolve } from "node:path";

/** The contents of `postgres.json`, by which a data folder finds its PostgreSQL. `cluster` is an absolute path. */
export type Pointer = { port: number; password: string; cluster: string };

export function findPointer(dataDir: string): Pointer | undefined {
  const file = pointerFile(dataDir);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new Error(`Cannot read ${file}: ${(error as Error).message}.`);
  }
  try {
    const { port, password, cluster } = JSON.parse(text) as Record<keyof Pointer, unknown>;
    if (Number.isInteger(port) && typeof password === "string" && typeof cluster === "string") {
      return { port: Number(port), password, cluster: resolve(dataDir, cluster) };
    }
  } catch {}
  throw new Error(`${file} is damaged: it should hold the port, the password and the folder of PostgreSQL.`);
}

/** If several processes create the file at once, the first one wins and all get its contents. */
export function createPointer(dataDir: string, pointer: Pointer): Pointer {
  const written = write(dataDir, pointer);
  try {
    linkSync(written, pointerFile(dataDir));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(written);
  }
  return findPointer(dataDir) ?? pointer;
}

export function changePointer(dataDir: string, pointer: Pointer): void {
  renameSync(write(dataDir, pointer), pointerFile(dataDir));
}

const pointerFile = (dataDir: string) => join(dataDir, "postgres.json");

/** Synced to disk before it is moved into place: without its password the cluster cannot be used. */
function write(dataDir: string, { port, password, cluster }: Pointer): string {
  const file = join(dataDir, `postgres.json.${randomBytes(4).toString("hex")}`);
  const inside = relative(dataDir, cluster);
  const kept = { port, password, cluster: inside.startsWith("..") ? cluster : inside };
  const descriptor = openSync(file, "wx", 0o600);
  try {
    writeSync(descriptor, `${JSON.stringify(kept, null, 2)}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return file;
}
