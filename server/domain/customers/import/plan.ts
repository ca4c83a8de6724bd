import { importFault } from "@banter/core/api/import-faults.ts";
import { isContact } from "@banter/core/channels/contact.ts";
import { isPsidOf } from "@banter/core/channels/psid.ts";
import { newCustomer } from "@banter/core/flow/customer.ts";
import type { Deps } from "../../../deps.ts";
import { listJobRows } from "../../../store/customers/customer-job-rows.ts";
import { findByTerms, type ListedCustomer, listCustomers } from "../../../store/customers/customer-rows.ts";
import { contactPsidOf } from "../contacts.ts";
import { fitField } from "../fit-field.ts";
import type { Batch, ImportSpec, Job } from "../jobs/job.ts";
import { emailTerm, exactQuery, phoneTerm } from "../terms.ts";
import { type Catalog, loadCatalog } from "./catalog.ts";
import { editOf, type RowValues, valuesOf } from "./row.ts";

const batchSize = 500;
/** A batch with long lines has fewer. */
const batchBytes = 512 * 1024;
/** Customers with the phone number or e-mail address of a line, besides whom no others are looked at. */
const maxAlike = 5;

/** The next lines of a file: whom each is about, and what it changes. A line with an error changes nothing. */
export async function planImport(deps: Deps, job: Job<ImportSpec>): Promise<Batch> {
  const after = Number(job.position ?? 0);
  const rows = await listJobRows(deps.db, job.pageId, job.id, { after, limit: batchSize, bytes: batchBytes });
  const catalog = await loadCatalog(deps, job.pageId);
  const read = rows.map(({ line, cells }) => ({ line, values: valuesOf(cells, job.spec.mapping) }));
  const found = await findCustomers(
    deps,
    job.pageId,
    read.map(({ values }) => keysOf(catalog, values)),
  );
  const customers = new Map(found.customers.map((customer) => [customer.psid, customer as Target]));
  const last = rows.at(-1);
  const position = last ? String(last.line) : null;
  const batch: Batch = { position, done: rows.length, created: 0, changes: [], rows: [] };
  for (const [index, { line, values }] of read.entries()) {
    const alike = found.alike[index] ?? { psids: [], contacts: [] };
    const target = targetOf(catalog, values, alike, customers);
    const edited = typeof target === "string" ? target : editOf(catalog, target.customer, values);
    const error = typeof edited === "string" ? edited : null;
    batch.rows.push({ line, error });
    if (typeof edited === "string" || typeof target === "string") continue;
    const { psid } = target.customer;
    customers.set(psid, { ...edited.after, isNew: target.customer.isNew });
    if (target.isCreated) batch.created++;
    if (edited.edit || target.isCreated) {
      const edit = edited.edit ?? { type: "edit" as const, fields: {}, addTags: [], removeTags: [] };
      const isNew = target.customer.isNew ? { isNew: true as const } : {};
      batch.changes.push({ psid, edit: { ...edit, ...isNew }, undo: edited.undo });
    }
    // The file itself tells whose number it is.
    const [contact, ...others] = isContact(psid) || !values.psid ? [] : alike.psids.filter(isContact);
    if (contact && others.length === 0)
      batch.changes.push({ psid: contact, edit: { type: "join", to: psid }, undo: null });
  }
  return batch;
}

type Target = ReturnType<typeof newCustomer> & {
  isNew?: true | undefined;
  unreachable?: string | null;
  platformPhone?: string | null;
};

/** The ids by which a line names its customer. Numbers and addresses are in the form in which they are stored. */
type Keys = { psid: string | undefined; phone: string | undefined; email: string | undefined };

function keysOf({ zone }: Catalog, { psid, phone, email }: RowValues): Keys {
  const fit = (name: string, value: string | undefined) =>
    value && fitField(newCustomer(""), name, value, "text", zone);
  return { psid, phone: fit("phone", phone), email: fit("email", email) };
}

/** `psids` have the line's phone number or e-mail address; `contacts` are what a contact with it is or would be. */
type Alike = { psids: string[]; contacts: string[] };

/** The customers that the lines may be about, by psid, phone number and e-mail address. */
async function findCustomers({ db }: Pick<Deps, "db">, pageId: string, rows: Keys[]) {
  const queries = rows.flatMap(({ phone, email }) =>
    phone || email ? { pageId, query: exactQuery(pageId, phone ? phoneTerm(phone) : emailTerm(email ?? "")) } : [],
  );
  const byTerm = await findByTerms(db, queries, maxAlike);
  const alike = rows.map(({ psid, phone, email }): Alike => {
    const psids = phone || email ? (byTerm.shift() ?? []) : [];
    const isNamed = Boolean(psid || !(phone || email));
    return { psids, contacts: isNamed ? [] : [0, 1].map((turn) => contactPsidOf(pageId, { phone, email }, turn)) };
  });
  const psids = [
    ...rows.flatMap(({ psid }) => psid ?? []),
    ...alike.flatMap(({ psids, contacts }) => [...psids, ...contacts]),
  ];
  const customers: ListedCustomer[] = await listCustomers(db, pageId, [...new Set(psids)]);
  return { alike, customers };
}

/** The customer of a line, or why they are not known. */
function targetOf(
  catalog: Catalog,
  values: RowValues,
  { psids, contacts }: Alike,
  customers: ReadonlyMap<string, Target>,
): { customer: Target; isCreated: boolean } | string {
  const { psid, phone, email } = values;
  if (!psid && !phone && !email) return importFault("no_key");
  if (psid) return byPsid(catalog, psid, customers.get(psid));
  const meant = psids.filter((one) => isContact(one) || isConfirmed(catalog, values, customers.get(one)));
  if (meant.length > 1) return importFault(phone ? "several_phones" : "several_emails");
  const customer = customers.get(meant[0] ?? "");
  if (customer) return { customer, isCreated: false };
  return asContact(catalog, values, contacts, customers);
}

/**
 * True if the number is the customer's own, as the platform has told. One that they have typed proves nothing: the line
 * makes a contact, and a member is asked if both are the same person.
 */
function isConfirmed(catalog: Catalog, values: RowValues, customer: Target | undefined): boolean {
  const { phone } = keysOf(catalog, values);
  return !!phone && !!customer?.platformPhone && phoneTerm(customer.platformPhone) === phoneTerm(phone);
}

function byPsid(
  { channel, title, knowsStrangers }: Catalog,
  psid: string,
  customer: Target | undefined,
): { customer: Target; isCreated: boolean } | string {
  if (customer?.unreachable === "joined") return importFault("joined");
  if (customer) return { customer, isCreated: false };
  if (!isPsidOf(channel, psid)) return importFault("foreign_psid", title);
  if (!knowsStrangers) return importFault("unknown_psid", title);
  return { customer: { ...newCustomer(psid), isNew: true }, isCreated: true };
}

/**
 * A contact for somebody whom the page does not know. The index is a moment behind, so that the contact may be there
 * already; one whose number was changed since is another.
 */
function asContact(
  catalog: Catalog,
  values: RowValues,
  contacts: string[],
  customers: ReadonlyMap<string, Target>,
): { customer: Target; isCreated: boolean } | string {
  if (contacts.length === 0) return importFault("unfit", values.phone ? "phone" : "email");
  const { phone, email } = keysOf(catalog, values);
  for (const psid of contacts) {
    const there = customers.get(psid);
    if (!there) return { customer: { ...newCustomer(psid), isNew: true }, isCreated: true };
    const isSame = phone ? phoneTerm(there.phone ?? "") === phoneTerm(phone) : there.email === email;
    if (isSame) return there.unreachable === "joined" ? importFault("joined") : { customer: there, isCreated: false };
  }
  return importFault(phone ? "several_phones" : "several_emails");
}
