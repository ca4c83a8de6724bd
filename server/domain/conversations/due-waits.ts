import type { Deps } from "../../deps.ts";
import { listPagesToWake, listPagesWithLate, takeLate, wakeConversations } from "../../store/conversations/waits.ts";
import { addCustomerNotifications } from "../../store/notifications/notifications.ts";

const batchSize = 50;

type WaitDeps = Pick<Deps, "db" | "live" | "log">;

/**
 * Opens conversations that were put off until now, and tells members of customers who have waited longer than their
 * page has promised: once for each wait, whichever node finds it. A later look handles those beyond a batch.
 */
export async function handleDueWaits(deps: WaitDeps): Promise<void> {
  const { db, live } = deps;
  const put = await listPagesToWake(db, batchSize);
  await eachPage(deps, put, (pageId) => db.transact((db) => wakeConversations(db, pageId)));
  live.conversationsChanged(put);
  const late = await listPagesWithLate(db, batchSize);
  await eachPage(deps, late, (pageId) =>
    db.transact(async (db) => {
      const psids = await takeLate(db, pageId);
      if (psids.length > 0) await addCustomerNotifications(db, pageId, "late", psids);
    }),
  );
}

/** A page that fails does not hold up the others. */
async function eachPage({ log }: WaitDeps, pageIds: string[], work: (pageId: string) => Promise<void>): Promise<void> {
  for (const pageId of pageIds)
    await work(pageId).catch((error) => log.warn({ err: error, pageId }, "waiting customers not handled"));
}
