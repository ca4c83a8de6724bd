import { isContact } from "@banter/core/channels/contact.ts";
import type { Deps } from "../../deps.ts";
import type { IndexedCustomer } from "../../store/customers/customer-index.ts";
import { findByTerms, listWholeCustomers, type WholeCustomer } from "../../store/customers/customer-rows.ts";
import { exactQuery, phoneTerm } from "./terms.ts";

/** More people with one number are no proof of anything. */
const maxAlike = 10;

/**
 * Joins contacts to customers whose phone number the platform itself has confirmed. If several contacts or several
 * customers have the number, a member decides.
 */
export async function joinConfirmed(
  { db, accept }: Pick<Deps, "db" | "accept">,
  changed: Pick<IndexedCustomer, "pageId" | "psid" | "phone" | "platformPhone">[],
): Promise<void> {
  const asked = changed.flatMap(({ pageId, psid, phone, platformPhone }) => {
    const number = isContact(psid) ? phone : platformPhone;
    return number ? [{ pageId, number }] : [];
  });
  const queries = asked.map(({ pageId, number }) => ({ pageId, query: exactQuery(pageId, phoneTerm(number)) }));
  const found = await findByTerms(db, queries, maxAlike);
  for (const [index, { pageId, number }] of asked.entries()) {
    const psids = found[index] ?? [];
    if (!psids.some(isContact) || psids.every(isContact) || psids.length === maxAlike) continue;
    const pair = pairOf(await listWholeCustomers(db, pageId, psids), number);
    // Best effort: a page with too much to do has the proposal left.
    if (pair)
      await accept({ pageId, psid: pair.contact, event: { type: "join", to: pair.psid } }).catch(() => undefined);
  }
}

function pairOf(alike: WholeCustomer[], number: string): { contact: string; psid: string } | undefined {
  const isSame = (other: string | null | undefined) => !!other && phoneTerm(other) === phoneTerm(number);
  const contacts = alike.filter(({ psid, phone, state }) => isContact(psid) && isSame(phone) && !state?.joinedTo);
  const customers = alike.filter(({ psid, state }) => !isContact(psid) && isSame(state?.platformPhone));
  const [contact, ...contactsToo] = contacts;
  const [customer, ...customersToo] = customers;
  if (!contact || !customer || contactsToo.length + customersToo.length > 0) return undefined;
  if (customer.state?.otherContacts?.includes(contact.psid)) return undefined;
  return { contact: contact.psid, psid: customer.psid };
}
