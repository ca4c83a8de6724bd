import { BoundedMap } from "@banter/core/model/bounded-map.ts";

/** Decides which customers' events wait a moment (`REORDER_MS`) for earlier ones that may still come. */
export type WebhookOrder = {
  /**
   * Told of each webhook as it comes. `psids` are the customers it has events of, `number` its number where the platform
   * numbers a page's webhooks without gaps. Returns the customers whose events must wait; all others are handled at once.
   */
  arrived(pageId: string, psids: Iterable<string>, number?: number): Set<string>;
};

/** Two things that a customer does within this time may be reported in the wrong order. */
const closeMs = 2000;
const maxCustomers = 50_000;
const maxPages = 10_000;

/** All state is of this node: a webhook that another node takes looks here like a gap, or like silence. */
export function webhookOrder(reorderMs: number, now: () => number = () => performance.now()): WebhookOrder {
  // Twice the wait: mail that waits must be handled before anything of its customer goes past the mailbox again.
  const watchMs = Math.max(closeMs, 2 * reorderMs);
  /** Until when further events of a customer must wait, the earliest first. */
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
    return take(known, number, { now: now(), reorderMs });
  }

  return {
    arrived(pageId, psids, number) {
      if (reorderMs === 0) return new Set();
      const isGap = number !== undefined && hasGap(pageId, number);
      return new Set(
        [...new Set(psids)].filter((psid) => {
          const customer = `${pageId} ${psid}`;
          const mustWait = isGap || (watched.get(customer) ?? 0) > now();
          // Numbers tell by themselves what is missing: only those who wait already must not be overtaken.
          if (number === undefined || mustWait) watch(customer);
          return mustWait;
        }),
      );
    },
  };
}

/** `last`: all up to this number have come. `ahead`: those that came while an earlier one is missing, `since` then. */
type Numbers = { last: number; ahead: Set<number>; since: number };

/** Numbers this far back are no repetition: after a week of silence Telegram starts anywhere. */
const maxBack = 10_000;
const maxAhead = 1000;

/** Takes a number into account. Returns whether an earlier one is missing. */
function take(known: Numbers, number: number, { now, reorderMs }: { now: number; reorderMs: number }): boolean {
  const { ahead } = known;
  // One that has not come by now is not waited for any more: it may be lost, or another node has it.
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
