import type { OpenItem } from "./item.ts";

/**
 * An erasure is its customer's only mail of a round: mail before it would be stored after the erasure, and mail behind
 * it belongs to a new customer. The same holds for contacts that were joined to the customer, who are erased along with
 * them. The rest waits for the next round.
 */
export function splitAtErasures(items: OpenItem[]): { now: OpenItem[]; later: OpenItem[] } {
  if (!items.some(isErasure)) return { now: items, later: [] };
  const [now, later]: [OpenItem[], OpenItem[]] = [[], []];
  const states = new Map<string, "mail" | "closed">();
  for (const item of items) {
    const customers = psidsOf(item).map((psid) => `${item.page.lease.pageId} ${psid}`);
    const mustWait = customers.some((customer) => {
      const state = states.get(customer);
      return state === "closed" || (state === "mail" && isErasure(item));
    });
    (mustWait ? later : now).push(item);
    for (const customer of customers) states.set(customer, mustWait || isErasure(item) ? "closed" : "mail");
  }
  return { now, later };
}

const isErasure = ({ mail }: OpenItem) => mail.event.type === "erase";

/** The customer of the mail and, of an erasure, all that it erases. */
const psidsOf = (item: OpenItem): string[] => [
  item.mail.psid,
  ...(isErasure(item) ? Object.keys(item.found.state?.joined ?? {}) : []),
];
