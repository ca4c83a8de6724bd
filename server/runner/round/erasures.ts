import type { OpenItem } from "./item.ts";

/**
 * An erasure is its customer's only mail of a round: mail before it would be stored after the erasure, and mail behind
 * it belongs to a new customer. The rest waits for the next round.
 */
export function splitAtErasures(items: OpenItem[]): { now: OpenItem[]; later: OpenItem[] } {
  if (!items.some(isErasure)) return { now: items, later: [] };
  const [now, later]: [OpenItem[], OpenItem[]] = [[], []];
  const states = new Map<string, "mail" | "closed">();
  for (const item of items) {
    const customer = `${item.page.lease.pageId} ${item.mail.psid}`;
    const state = states.get(customer);
    const mustWait = state === "closed" || (state === "mail" && isErasure(item));
    (mustWait ? later : now).push(item);
    states.set(customer, mustWait || isErasure(item) ? "closed" : "mail");
  }
  return { now, later };
}

const isErasure = ({ mail }: OpenItem) => mail.event.type === "erase";
