import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Storage } from "./storage.ts";

/** No upload takes that long. */
const oldMs = 60 * 60_000;

/** Files that are being uploaded, in a folder. */
export function temporaryFiles(folder: string): Pick<Storage, "temporaryPath" | "removeOldTemporaries"> {
  return {
    async temporaryPath() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return join(folder, randomUUID());
    },
    async removeOldTemporaries() {
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name);
        const found = await stat(path).catch(() => undefined);
        if (found && Date.now() - found.mtimeMs > oldMs) await rm(path, { force: true });
      }
    },
  };
}
