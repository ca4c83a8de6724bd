import { isPsidOf } from "@banter/core/channels/psid.ts";
import { newCustomer } from "@banter/core/flow/customer.ts";
import type { Deps } from "../../../deps.ts";
import { listJobRows } from "../../../store/customers/customer-job-rows.ts";
import { findByTerms, type ListedCustomer, listCustomers } from "../../../store/customers/customer-rows.ts";
import type { Batch, ImportSpec, Job } from "../jobs/job.ts";
import { emailTerm, exactQuery, phoneTerm } from "../terms.ts";
import { type Catalog, loadCatalog } from "./catalog.ts";
import { editOf, type RowValues, valuesOf } from "./row.ts";

const batchSize = 500;
/** A batch with long lines has fewer. */
const batchBytes = 512 * 1024;

/** The next lines of a file: whom each is about, and what it changes. A line with an error changes nothing. */
export async function planImport(deps: Deps, job: Job<ImportSpec>): Promise<Batch> {
  const after = Number(job.position ?? 0);
  const rows = await listJobRows(deps.db, job.pageId, job.id, { after, limit: batchSize, bytes: batchBytes });
  const catalog = await loadCatalog(deps, job.pageId);
  const read = rows.map(({ line, cells }) => ({ line, values: valuesOf(cells, job.spec.mapping) }));
  const found = await findCustomers(
    deps,
    job.pageId,
    read.map(({ values }) => values),
  );
  const customers = new Map(found.customers.map((customer) => [customer.psid, customer as Target]));
  const last = rows.at(-1);
  const position = last ? String(last.line) : null;
  const batch: Batch = { position, done: rows.length, created: 0, changes: [], rows: [] };
  for (const [index, { line, values }] of read.entries()) {
    const target = targetOf(catalog, values, found.psids[index] ?? [], customers);
    const edited = typeof target === "string" ? target : editOf(catalog, target.customer, values);
    const error = typeof edited === "string" ? edited : null;
    batch.rows.push({ line, error });
    if (typeof edited === "string" || typeof target === "string") continue;
    customers.set(target.customer.psid, { ...edited.after, isNew: target.customer.isNew });
    if (target.isCreated) batch.created++;
    if (!edited.edit && !target.isCreated) continue;
    const edit = edited.edit ?? { type: "edit" as const, fields: {}, addTags: [], removeTags: [] };
    const isNew = target.customer.isNew ? { isNew: true as const } : {};
    batch.changes.push({ psid: target.customer.psid, edit: { ...edit, ...isNew }, undo: edited.undo });
  }
  return batch;
}

type Target = ReturnType<typeof newCustomer> & { isNew?: true | undefined };

/** The customers that the lines may be about, by psid, e-mail address and phone number. */
async function findCustomers({ db }: Pick<Deps, "db">, pageId: string, rows: RowValues[]) {
  const queries = rows.map(({ psid, phone, email }) => {
    if (psid || !(phone || email)) return null;
    return exactQuery(pageId, phone ? phoneTerm(phone) : emailTerm(email ?? ""));
  });
  const asked = queries.filter((query) => query !== null);
  const byTerm = asked.length > 0 ? await findByTerms(db, asked) : [];
  const psids = rows.map(({ psid }, index) => (psid ? [psid] : queries[index] === null ? [] : (byTerm.shift() ?? [])));
  const customers: ListedCustomer[] = await listCustomers(db, pageId, [...new Set(psids.flat())]);
  return { psids, customers };
}

/** The customer of a line, or why they are not known. */
function targetOf(
  { channel, title, knowsStrangers }: Catalog,
  { psid, phone, email }: RowValues,
  psids: string[],
  customers: ReadonlyMap<string, Target>,
): { customer: Target; isCreated: boolean } | string {
  if (!psid && !phone && !email) return "The line has no psid, phone number or e-mail address.";
  if (psids.length > 1)
    return `Several customers have this ${phone ? "phone number" : "e-mail address"}. Use the psid.`;
  const customer = customers.get(psids[0] ?? "");
  if (customer) return { customer, isCreated: false };
  if (!psid) return `No customer has this ${phone ? "phone number" : "e-mail address"}.`;
  if (!isPsidOf(channel, psid)) return `The psid is not one of ${title}.`;
  if (!knowsStrangers) return `The page has no such customer, and ${title} makes its customers itself.`;
  return { customer: { ...newCustomer(psid), isNew: true }, isCreated: true };
}
