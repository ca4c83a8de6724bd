import { createHash, randomUUID } from "node:crypto";
import { contactPsid, isContact } from "@banter/core/channels/contact.ts";
import { newCustomer } from "@banter/core/flow/customer.ts";
import { isOwnField } from "@banter/core/flow/fields/customer-fields.ts";
import { AppError, type Fault, invalidFields, notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { listCustomFields } from "../../store/catalog/custom-fields.ts";
import { listTags } from "../../store/catalog/tags.ts";
import { findByTerms, listWholeCustomers } from "../../store/customers/customer-rows.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import { deliver } from "./edits.ts";
import { fitField } from "./fit-field.ts";
import { emailTerm, exactQuery, phoneTerm } from "./terms.ts";

/**
 * The psid of a contact with this phone number or, without one, e-mail address. It follows from them, so that the same
 * person in two lines of a file, or in two files at once, is one contact. `turn` gives another one, for a contact whose
 * number has changed since.
 */
export function contactPsidOf(
  pageId: string,
  { phone, email }: { phone?: string | null | undefined; email?: string | null | undefined },
  turn = 0,
): string {
  const key = phone ? phoneTerm(phone) : email ? emailTerm(email) : randomUUID();
  const hash = createHash("sha256").update(JSON.stringify([pageId, key, turn]));
  return contactPsid(hash.digest("hex").slice(0, 24));
}

type NewContact = { fields: Record<string, string>; tags: number[] };

/** Makes a contact: somebody who has no chat yet. Returns its psid once the page's owner has stored it. */
export async function createContact(
  deps: Deps,
  pageId: string,
  { contact, userId }: { contact: NewContact; userId: string },
): Promise<string> {
  const page = await deps.lookups.page(pageId);
  if (!page) throw notFound("page");
  const fields = await fitAll(deps, pageId, contact, page.timezone);
  const { phone, email } = fields;
  if (!phone && !email && !fields.user_first_name && !fields.user_last_name)
    throw invalidFields([{ path: "/first_name", message: "must be given, or an e-mail address or a phone number" }]);
  await refuseKnown(deps, pageId, { phone, email });
  const psid = await freePsid(deps, pageId, { phone, email });
  await deliver(deps, pageId, psid, {
    ...{ type: "edit_customer", fields, addTags: contact.tags, removeTags: [], userId },
    ...{ isNew: true, since: Math.floor(databaseNow()) },
  });
  return psid;
}

/** The values in the form in which their fields store them; empty ones are left out. */
async function fitAll({ db }: Pick<Deps, "db">, pageId: string, contact: NewContact, zone: string) {
  const types = new Map((await listCustomFields(db, pageId)).map(({ name, type }) => [name, type]));
  const tags = new Set((await listTags(db, pageId)).map(({ id }) => id));
  const fields: Record<string, string> = {};
  const faults: Fault[] = [];
  for (const [name, value] of Object.entries(contact.fields)) {
    if (value === "") continue;
    const path = ownPaths.get(name) ?? `/fields/${name}`;
    const fitting = fitField(newCustomer(""), name, value, types.get(name), zone);
    if (!isOwnField(name) && !types.has(name)) faults.push({ path, message: "must be a custom field of the page" });
    else if (fitting === undefined) faults.push({ path, message: "does not fit the field" });
    else fields[name] = fitting;
  }
  if (contact.tags.some((tag) => !tags.has(tag))) faults.push({ path: "/tags", message: "must be tags of the page" });
  if (faults.length > 0) throw invalidFields(faults);
  return fields;
}

const ownPaths = new Map([
  ["user_first_name", "/first_name"],
  ["user_last_name", "/last_name"],
  ["email", "/email"],
  ["phone", "/phone"],
]);

type Key = { phone?: string | undefined; email?: string | undefined };

/**
 * A second contact with the same number could not be told from the first. A customer with it may have only typed it, so
 * that the contact is made and proposed to be joined.
 */
async function refuseKnown({ db }: Pick<Deps, "db">, pageId: string, { phone, email }: Key): Promise<void> {
  const terms = [...(phone ? [phoneTerm(phone)] : []), ...(email ? [emailTerm(email)] : [])];
  const queries = terms.map((term) => ({ pageId, query: exactQuery(pageId, term) }));
  const known = (await findByTerms(db, queries, 20)).flat().filter(isContact);
  if (known.length === 0) return;
  throw new AppError("conflict", "A contact with this phone number or e-mail address is there already.");
}

/** A contact whose number was changed keeps its psid: the next one with the old number has another. */
async function freePsid({ db }: Pick<Deps, "db">, pageId: string, key: Key): Promise<string> {
  const psids = [0, 1, 2].map((turn) => contactPsidOf(pageId, key, turn));
  const taken = new Set((await listWholeCustomers(db, pageId, psids)).map(({ psid }) => psid));
  return psids.find((psid) => !taken.has(psid)) ?? contactPsidOf(pageId, {});
}
