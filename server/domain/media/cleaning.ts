import type { Deps } from "../../deps.ts";
import { deleteCleaned, listMediaToClean, markDeletedOf } from "../../store/media/media.ts";
import { storageKeyOf } from "./storage-key.ts";

type CleaningDeps = Pick<Deps, "db" | "storage">;

/**
 * Deletes every file that a customer has sent: their addresses answer 404 as soon as the transaction of `db` commits.
 * Housekeeping removes the bytes within minutes.
 */
export async function deleteMediaOf({ db }: Pick<Deps, "db">, pageId: string, psid: string): Promise<void> {
  await markDeletedOf(db, pageId, psid);
}

/** Removes the bytes and rows of deleted files and of uploads that never ended, and old temporary files. */
export async function cleanMedia({ db, storage }: CleaningDeps, goesOn: () => boolean): Promise<void> {
  await storage.removeOldTemporaries();
  for (let found = await listMediaToClean(db, batch); found.length > 0; found = await listMediaToClean(db, batch)) {
    for (const media of found) {
      if (!goesOn()) return;
      // The bytes first: a crash in between leaves a row, and the next run tries again.
      await storage.remove(storageKeyOf(media));
      await deleteCleaned(db, media.pageId, media.id);
    }
  }
}

const batch = 100;
