import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Storage } from "./storage.ts";
import { temporaryFiles } from "./temporary-files.ts";

/** Files in a folder of this machine. */
export function folderStorage(folder: string): Storage {
  // On the same file system as the files, so that a rename puts a file in place whole.
  const temporaries = temporaryFiles(join(folder, "uploads"));
  const pathOf = (key: string) => join(folder, "files", key);

  return {
    ...temporaries,
    async put(key, temporaryPath) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await sync(temporaryPath);
      await rename(temporaryPath, path);
      // The new name must survive a power cut too.
      await sync(dirname(path));
    },
    async open(key, range) {
      const file = await open(pathOf(key)).catch(ignoreMissing);
      return file && createReadStream("", { fd: file, ...range });
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
