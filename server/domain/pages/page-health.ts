import type { Deps } from "../../deps.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import { listHostTroubles } from "../../store/runtime/host-troubles.ts";
import { getPageHealth } from "../../store/runtime/page-health.ts";

const stateNames = { closed: "working", open: "in_trouble", probing: "probing" } as const;
const timeOf = (time: string | null | undefined) => (time ? new Date(time) : null);

/** How the page gets on with its platform and the hosts of its flows, and how much waits. */
export async function readPageHealth({ db }: Pick<Deps, "db">, pageId: string) {
  const [health, hosts] = await Promise.all([getPageHealth(db, pageId), listHostTroubles(db, pageId)]);
  const { platform } = health;
  const throttledUntil = timeOf(platform?.throttledUntil);
  return {
    platform: {
      state: stateNames[platform?.state ?? "closed"],
      since: timeOf(platform?.since),
      last_failure: platform?.lastFailure ?? null,
      throttled_until: throttledUntil && throttledUntil.getTime() > databaseNow() ? throttledUntil : null,
    },
    last_webhook_at: health.lastWebhookAt,
    waiting_mail: health.waitingMail,
    waiting_messages: health.waitingMessages,
    oldest_waiting_at: health.oldestWaitingAt,
    failed_messages: health.failedMessages,
    parked_mail: health.parkedMail,
    failing_hosts: hosts.map(({ host, since, failure }) => ({ host, since, last_failure: failure })),
  };
}
