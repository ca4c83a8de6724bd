import type { CustomerFilter } from "@banter/core/api/management/customers.ts";
import type { Deps } from "../../deps.ts";
import type { ListFilter } from "../../store/customers/list-filter.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import { termQuery } from "./terms.ts";

const dayMs = 86_400_000;

/** A caller's filter in the form of the store. `now` is in epoch milliseconds. */
export async function readFilter(
  deps: Pick<Deps, "lookups" | "channels">,
  pageId: string,
  asked: CustomerFilter,
  now = databaseNow(),
): Promise<ListFilter> {
  const { active_days, reach, ...terms } = asked;
  const window = await windowOf(deps, pageId);
  const since = [
    ...(active_days === undefined ? [] : [now - active_days * dayMs]),
    ...(reach === "open" && window ? [now - window.seconds * 1000] : []),
  ];
  return {
    query: termQuery(pageId, terms),
    activeSince: since.length === 0 ? null : Math.max(...since),
    isUnreachable: reach === "unreachable" ? true : reach === "open" ? false : null,
    isBlocked: reach === "blocked" ? true : reach === "open" ? false : null,
  };
}

/** The messaging window of the page's channel; null if there is none. */
export async function windowOf({ lookups, channels }: Pick<Deps, "lookups" | "channels">, pageId: string) {
  const page = await lookups.page(pageId);
  return (page && channels[page.channel]?.outbound?.window) ?? null;
}
