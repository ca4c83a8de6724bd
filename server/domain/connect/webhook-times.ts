import type { Deps } from "../../deps.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import { saveWebhookTimes } from "../../store/statistics/webhook-times.ts";

/** A page's time is stored at most once in this long; the times of all pages in one statement. */
const everyMs = 60_000;
const gatherMs = 1000;

/** Keeps when each page's platform called last. Cheap: most webhooks only move a time in memory. */
export function webhookTimes({ db, log }: Pick<Deps, "db" | "log">) {
  const stored = new Map<string, number>();
  const waiting = new Map<string, Date>();
  let timer: NodeJS.Timeout | undefined;

  async function store(): Promise<void> {
    timer = undefined;
    const times = new Map(waiting);
    waiting.clear();
    if (times.size === 0) return;
    await saveWebhookTimes(db, times).catch((error) => log.warn({ err: error }, "times of webhooks not stored"));
  }

  return {
    note(pageId: string): void {
      const now = databaseNow();
      if (now - (stored.get(pageId) ?? 0) < everyMs) return;
      stored.set(pageId, now);
      waiting.set(pageId, new Date(now));
      timer ??= setTimeout(store, gatherMs);
    },
    async stop(): Promise<void> {
      clearTimeout(timer);
      await store();
    },
  };
}
