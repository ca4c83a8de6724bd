import type { Db } from "../../store/db/db.ts";
import { sharedStatement } from "../../store/db/shared-statement.ts";
import { recordAttempts } from "../../store/runtime/messages/attempts.ts";
import { type LedgerPage, leasesOf } from "./ledger-page.ts";

export type BegunAttempt = { page: LedgerPage; id: number; isRepeat: boolean };

/**
 * Returns a function that records an attempt in the table before it is made. Concurrent attempts of all pages share a
 * statement. False if another node owns the page: then nothing was recorded.
 */
export function attemptRecorder(db: Db, batchKeyOf: (pageId: string) => string) {
  return sharedStatement<BegunAttempt, boolean>({
    maxRunning: 1,
    groupOf: ({ page }) => page.lease.pageId,
    async run(attempts) {
      const owned = new Set<string>();
      for (const group of Map.groupBy(attempts, ({ page }) => batchKeyOf(page.lease.pageId)).values()) {
        for (const pageId of await recordAttempts(db, leasesOf(group), group.map(rowOf))) owned.add(pageId);
      }
      return attempts.map(({ page }) => owned.has(page.lease.pageId));
    },
  });
}

const rowOf = ({ page, id, isRepeat }: BegunAttempt) => ({ page_id: page.lease.pageId, id, is_repeat: isRepeat });
