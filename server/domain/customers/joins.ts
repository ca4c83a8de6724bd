import { setTimeout as sleep } from "node:timers/promises";
import { isContact } from "@banter/core/channels/contact.ts";
import type { Customer } from "@banter/core/flow/customer.ts";
import { AppError, customerNotFound, invalidFields } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import {
  findByTerms,
  findCustomer,
  listWholeCustomers,
  type WholeCustomer,
} from "../../store/customers/customer-rows.ts";
import type { Db } from "../../store/db/db.ts";
import { deliver } from "./edits.ts";
import { emailTerm, exactQuery, phoneTerm } from "./terms.ts";

const maxProposals = 5;
const maxFound = 20;

/** Somebody who may be the same person, by what both have. */
type Proposal = { customer: WholeCustomer; by: ("phone" | "email")[] };

type Joins = {
  proposals: Proposal[];
  /** Contacts that were joined to the customer. */
  joined: { contact: WholeCustomer; at: number }[];
  /** The customer whom the contact was joined to. */
  joinedTo: string | null;
};

/**
 * Contacts who may be this customer or, of a contact, customers who may be this contact. A phone number or an e-mail
 * address that somebody has typed proves nothing: a member decides.
 */
export async function listJoins({ db }: Pick<Deps, "db">, pageId: string, psid: string): Promise<Joins> {
  const customer = await findCustomer(db, pageId, psid);
  if (!customer) throw customerNotFound();
  const { joined = {}, joinedTo = null } = customer.state ?? {};
  const contacts = await listWholeCustomers(db, pageId, Object.keys(joined));
  return {
    proposals: joinedTo === null ? await propose(db, pageId, customer) : [],
    joined: contacts.map((contact) => ({ contact, at: joined[contact.psid]?.at ?? 0 })),
    joinedTo,
  };
}

async function propose(db: Db, pageId: string, customer: WholeCustomer): Promise<Proposal[]> {
  const { psid, phone, email } = customer;
  const terms = [...(phone ? [phoneTerm(phone)] : []), ...(email ? [emailTerm(email)] : [])];
  const found = await findByTerms(
    db,
    terms.map((term) => ({ pageId, query: exactQuery(pageId, term) })),
    maxFound,
  );
  const psids = [...new Set(found.flat())].filter((other) => isContact(other) !== isContact(psid));
  const others = await listWholeCustomers(db, pageId, psids);
  return others
    .filter((other) => isOpen(customer, other))
    .map((other) => ({ customer: other, by: inCommon(customer, other) }))
    .filter(({ by }) => by.length > 0)
    .sort((one, other) => other.by.length - one.by.length)
    .slice(0, maxProposals);
}

/** Not joined, and not declined. */
function isOpen(one: WholeCustomer, other: WholeCustomer): boolean {
  const [contact, customer] = isContact(one.psid) ? [one, other] : [other, one];
  return contact.state?.joinedTo === undefined && !customer.state?.otherContacts?.includes(contact.psid);
}

/** The index is a moment behind: the rows decide. */
function inCommon(one: WholeCustomer, other: WholeCustomer): Proposal["by"] {
  const hasPhone = one.phone && other.phone && phoneTerm(one.phone) === phoneTerm(other.phone);
  const hasEmail = one.email && other.email && emailTerm(one.email) === emailTerm(other.email);
  return [...(hasPhone ? ["phone" as const] : []), ...(hasEmail ? ["email" as const] : [])];
}

type Pair = { pageId: string; psid: string; contact: string; userId: string };

/** Joins a contact to a customer. Resolves when the customer has the contact's data. */
export async function joinContact(deps: Deps, { pageId, psid, contact, userId }: Pair): Promise<void> {
  const pair = await getPair(deps, { pageId, psid, contact });
  if (pair.contact?.state?.joinedTo !== undefined)
    throw new AppError("conflict", "The contact was joined to a customer already.");
  await deliver(deps, pageId, contact, { type: "join", to: psid, userId });
  await whenIs(async () => {
    const customer = await findCustomer(deps.db, pageId, psid);
    if (!customer) throw customerNotFound();
    return customer.state?.joined?.[contact] !== undefined;
  });
}

/** Takes a join back: values of the contact that nobody has changed since go, and the contact is shown again. */
export async function partContact(deps: Deps, { pageId, psid, contact, userId }: Pair): Promise<void> {
  const pair = await getPair(deps, { pageId, psid, contact });
  if (pair.customer.state?.joined?.[contact] === undefined)
    throw new AppError("conflict", "The contact is not joined to this customer.");
  await deliver(deps, pageId, psid, {
    type: "part",
    contact,
    customer: pair.contact ? dataOf(pair.contact) : null,
    userId,
  });
  await whenIs(async () => (await findCustomer(deps.db, pageId, contact))?.state?.joinedTo !== psid);
}

/** The contact is somebody else: it is not proposed again. */
export async function declineContact(deps: Deps, { pageId, psid, contact, userId }: Pair): Promise<void> {
  await getPair(deps, { pageId, psid, contact });
  await deliver(deps, pageId, psid, { type: "join_declined", contact, userId });
}

async function getPair({ db }: Pick<Deps, "db">, { pageId, psid, contact: contactPsid }: Omit<Pair, "userId">) {
  const customer = await findCustomer(db, pageId, psid);
  const contact = await findCustomer(db, pageId, contactPsid);
  // A contact that was erased leaves its customer, who can still be parted from it.
  const isKnown = contact !== undefined || customer?.state?.joined?.[contactPsid] !== undefined;
  if (!customer || !isKnown) throw customerNotFound();
  if (isContact(psid)) throw invalidFields([{ path: "/psid", message: "must be a customer with a chat" }]);
  if (!isContact(contactPsid)) throw invalidFields([{ path: "/contact_psid", message: "must be a contact" }]);
  return { customer, contact };
}

const dataOf = (contact: WholeCustomer): Omit<Customer, "psid"> => ({
  firstName: contact.firstName,
  lastName: contact.lastName,
  gender: contact.gender,
  email: contact.email,
  phone: contact.phone,
  address: contact.address,
  locale: contact.locale,
  timezone: contact.timezone,
  adId: contact.adId,
  tags: contact.tags,
  fields: contact.fields,
});

const pollMs = 50;
const maxWaitMs = 10_000;

async function whenIs(isThere: () => Promise<boolean>): Promise<void> {
  const endAt = performance.now() + maxWaitMs;
  while (!(await isThere())) {
    if (performance.now() > endAt)
      throw new AppError("unavailable", "The change is accepted, but the page is busy. It will be made soon.");
    await sleep(pollMs);
  }
}
