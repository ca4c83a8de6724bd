import type { Deps } from "../../deps.ts";
import { lockAllDigests } from "../../store/conversations/digests.ts";
import type { Db } from "../../store/db/db.ts";
import { markDeleted } from "../../store/media/media.ts";
import { isFileUsed, listOldFiles } from "../../store/retention/old-files.ts";
import { trimLines } from "../../store/retention/old-lines.ts";
import {
  type Bite,
  biteSize,
  deleteOldMessages,
  deleteOldTurns,
  forgetOldTraces,
  type RemovedRows,
} from "../../store/retention/old-rows.ts";
import { lockRetention, saveRetentionPosition } from "../../store/retention/retention-positions.ts";
import { mediaPathStart } from "../media/addresses.ts";
import { inBites, type WorkPace } from "./pace.ts";

/** A part of a page's history. `position` says where its removal goes on. */
type Part = {
  position: "messagesThrough" | "turnsThrough" | "tracesThrough";
  /** The inbox shows rows of this part. */
  isShown: boolean;
  remove(db: Db, bite: Bite): Promise<RemovedRows>;
};

export const parts = {
  messages: { position: "messagesThrough", isShown: true, remove: deleteOldMessages },
  turns: { position: "turnsThrough", isShown: true, remove: deleteOldTurns },
  traces: { position: "tracesThrough", isShown: false, remove: forgetOldTraces },
} satisfies Record<string, Part>;

/** Removes a part of a page's history that is older than some days. */
export function removeHistory(
  { db }: Pick<Deps, "db">,
  pageId: string,
  { part, days, pace }: { part: Part; days: number; pace: WorkPace },
): Promise<void> {
  return inBites(pace, () => db.transact((db) => removeBite(db, pageId, part, days)));
}

/** Returns true if there may be more. */
async function removeBite(db: Db, pageId: string, { position, isShown, remove }: Part, days: number): Promise<boolean> {
  const found = await lockRetention(db, pageId);
  if (!found) return false;
  // Before any row, as an erasure does, so that the two never wait for each other.
  if (isShown) await lockAllDigests(db, pageId);
  const { through, read, ids, psids } = await remove(db, {
    ...{ pageId, days },
    after: found[position],
    digested: found.digested,
  });
  if (through === null) return false;
  if (isShown && ids.length > 0) await trimLines(db, pageId, { ids, psids });
  await saveRetentionPosition(db, pageId, { ...found, [position]: through });
  return read === biteSize;
}

const filesAtOnce = 100;

/** Frees the files of customers that are older than some days and that none of their turns shows any more. */
export function freeFiles(
  { db }: Pick<Deps, "db">,
  pageId: string,
  { days, pace }: { days: number; pace: WorkPace },
): Promise<void> {
  let after = 0;
  return inBites(pace, async () => {
    const files = await listOldFiles(db, pageId, { days, after, limit: filesAtOnce });
    for (const { id, psid } of files) {
      const address = mediaPathStart({ pageId, id });
      if (!(await isFileUsed(db, pageId, psid, address))) await markDeleted(db, pageId, id);
      after = id;
    }
    return files.length === filesAtOnce;
  });
}
