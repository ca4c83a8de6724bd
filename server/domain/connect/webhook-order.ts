import { BoundedMap } from "@banter/core/model/limits/bounded-map.ts";

/**
 * Reorders late webhooks. Decides which customers' events are held in the mailbox for `REORDER_MS`, because an earlier
 * event may still arrive. The mailbox hands out held events in the order of their sequence
 * numbers.
 */
export type WebhookOrder = {
  /**
   * Call for each webhook as it arrives. `psids` are the customers of its events. `number` is its number, if the
   * platform numbers a page's webhooks without gaps. Returns the customers whose events must be held.
   */
  arrived(pageId: string, psids: Iterable<string>, number?: number): Set<string>;
};

/** Events of a customer within this time may arrive in the wrong order. */
const closeMs = 2000;
const maxCustomers = 50_000;
const maxPages = 10_000;

/** The state is this node's only: a webhook that another node received looks like a gap here, or is not seen at all. */
export function webhookOrder(reorderMs: number, now: () => number = () => performance.now()): WebhookOrder {
  // At least twice the wait: held mail must be handled before its customer's events take the direct path again.
  const watchMs = Math.max(closeMs, 2 * reorderMs);
  /** Customers and until when their further events must be held, the earliest first. */
  const watched = new Map<string, number>();
  const numbers = new BoundedMap<string, Numbers>(maxPages);

  function watch(customer: string): void {
    watched.delete(customer);
    watched.set(customer, now() + watchMs);
    for (const [oldest, until] of watched) {
      if (until > now() && watched.size <= maxCustomers) break;
      watched.delete(oldest);
    }
  }

  function hasGap(pageId: string, number: number): boolean {
    const known = numbers.get(pageId) ?? { last: number, ahead: new Set(), since: 0 };
    numbers.set(pageId, known);
    return isAhead(known, number, { now: now(), reorderMs });
  }

  return {
    arrived(pageId, psids, number) {
      if (reorderMs === 0) return new Set();
      const isGap = number !== undefined && hasGap(pageId, number);
      return new Set(
        [...new Set(psids)].filter((psid) => {
          const customer = `${pageId} ${psid}`;
          const mustWait = isGap || (watched.get(customer) ?? 0) > now();
          // Gaps in the numbers show what is missing. Without a gap, only events behind held ones must be held too.
          if (number === undefined || mustWait) watch(customer);
          return mustWait;
        }),
      );
    },
  };
}

/** All numbers up to `last` have arrived. Those `ahead` came before a missing one, the first of them at `since`. */
type Numbers = { last: number; ahead: Set<number>; since: number };

/** A number this far back is no repetition: after a week of silence Telegram starts at any number. */
const maxBack = 10_000;
const maxAhead = 1000;

/** Records a number. Returns true if an earlier one is missing. */
function isAhead(known: Numbers, number: number, { now, reorderMs }: { now: number; reorderMs: number }): boolean {
  const { ahead } = known;
  // A number that is missing for this long may be lost, or another node has received it.
  if (ahead.size > 0 && (now - known.since > reorderMs || ahead.size >= maxAhead)) {
    known.last = Math.max(...ahead);
    ahead.clear();
  }
  if (number < known.last - maxBack) known.last = number;
  if (number <= known.last || ahead.has(number)) return false;
  if (number > known.last + 1) {
    if (ahead.size === 0) known.since = now;
    ahead.add(number);
    return true;
  }
  known.last = number;
  while (ahead.delete(known.last + 1)) known.last++;
  return false;
}
