import { isContact } from "@banter/core/channels/contact.ts";
import { readField } from "@banter/core/flow/fields/customer-fields.ts";
import type { Deps } from "../../../deps.ts";
import { listUndoable } from "../../../store/customers/customer-job-changes.ts";
import { type ListedCustomer, listCustomers } from "../../../store/customers/customer-rows.ts";
import type { Batch, Edit, Job, UndoSpec } from "./job.ts";

const batchSize = 500;

/** The next changes of a job to take back. A value that was changed since stays as it is. */
export async function planUndo({ db }: Pick<Deps, "db">, job: Job<UndoSpec>): Promise<Batch> {
  const before = job.position === null ? Number.MAX_SAFE_INTEGER : Number(job.position);
  const found = await listUndoable<Edit>(db, job.pageId, job.spec.of, { before, limit: batchSize });
  const customers = new Map(
    (await listCustomers(db, job.pageId, [...new Set(found.map(({ psid }) => psid))])).map((customer) => [
      customer.psid,
      customer,
    ]),
  );
  const changes = found.flatMap(({ psid, edit, undo }) => {
    const customer = customers.get(psid);
    const rest = customer && stillValid(customer, edit, undo);
    return rest ? [{ psid, edit: rest, undo: null }] : [];
  });
  const position = found.length < batchSize ? null : String(found.at(-1)?.id);
  return { position, done: found.length, created: 0, changes, rows: [] };
}

/** The part of `undo` whose values still are those that `edit` has set. */
function stillValid(customer: ListedCustomer, edit: Edit, undo: Edit): Edit | undefined {
  if (edit.type !== "edit" || undo.type !== "edit") return undo;
  if (edit.isNew && isContact(customer.psid) && isAsMade(customer, edit)) return { type: "erase" };
  const same = Object.entries(undo.fields).filter(([name]) => (readField(customer, name) ?? "") === edit.fields[name]);
  const fields = Object.fromEntries(same);
  const addTags = undo.addTags.filter((tag) => !customer.tags.includes(tag));
  const removeTags = undo.removeTags.filter((tag) => customer.tags.includes(tag));
  return same.length + addTags.length + removeTags.length > 0
    ? { type: "edit", fields, addTags, removeTags }
    : undefined;
}

/** Nobody has changed or joined the contact since the file has made it: nothing of it is worth keeping. */
function isAsMade(contact: ListedCustomer, { fields, addTags }: Extract<Edit, { type: "edit" }>): boolean {
  const isSame = Object.entries(fields).every(([name, value]) => (readField(contact, name) ?? "") === value);
  const named = ["user_first_name", "user_last_name", "email", "phone", "address", ...Object.keys(contact.fields)];
  const hasMore = named.some((name) => readField(contact, name) && !(name in fields));
  return isSame && !hasMore && contact.unreachable !== "joined" && contact.tags.every((tag) => addTags.includes(tag));
}
