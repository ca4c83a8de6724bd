import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeDataDir } from "../store/db/embedded/cluster.ts";

/**
 * The id of a data folder, which identifies nodes that were started there earlier. Undefined if the folder cannot be
 * written: then a killed server's pages are free only when its lease has lapsed.
 */
export function findInstallation(dataDir: string): string | undefined {
  const file = join(dataDir, "installation-id");
  try {
    makeDataDir(dataDir);
    return read(file) ?? create(file);
  } catch {
    return undefined;
  }
}

function read(file: string): string | undefined {
  try {
    return /^[0-9a-f-]{36}$/.exec(readFileSync(file, "utf8").trim())?.[0];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** If several processes create the file at once, all of them use the first one's id. */
function create(file: string): string | undefined {
  const written = `${file}.${randomUUID()}`;
  writeFileSync(written, `${randomUUID()}\n`, { mode: 0o600, flag: "wx" });
  try {
    linkSync(written, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(written);
  }
  return read(file);
}
