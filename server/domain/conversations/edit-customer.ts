import { isOwnField, writeField } from "@banter/core/flow/fields/customer-fields.ts";
import { type Fault, invalidFields } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { listCustomFields } from "../../store/catalog/custom-fields.ts";
import { findPage } from "../../store/catalog/pages.ts";
import { listTags } from "../../store/catalog/tags.ts";
import type { Recipient } from "../../store/conversations/customers.ts";
import { type Acting, accept, checkCustomer } from "./people.ts";

/**
 * A change of a customer's data. `fields` are values by name, of custom fields and of the built-in ones such as
 * `user_full_name`, `email` and `phone`; null clears a field. Tags are ids.
 */
export type CustomerEdit = {
  fields?: Record<string, string | null>;
  addTags?: number[];
  removeTags?: number[];
};

/**
 * Changes a customer's data. The page's owner writes it, as it writes everything about a customer, so that a flow that
 * runs meanwhile does not write old values back. Resolves when the change is accepted.
 */
export async function editCustomer(deps: Deps, acting: Acting, edit: CustomerEdit): Promise<void> {
  const customer = await checkCustomer(deps, acting);
  const faults = [...(await faultsOfFields(deps, acting, customer, edit)), ...(await faultsOfTags(deps, acting, edit))];
  if (faults.length > 0) throw invalidFields(faults);
  const fields = Object.fromEntries(Object.entries(edit.fields ?? {}).map(([name, value]) => [name, value ?? ""]));
  const { addTags = [], removeTags = [] } = edit;
  await accept(deps, acting, { type: "edit_customer", fields, addTags, removeTags, userId: acting.userId });
}

/** The turn skips values that do not fit: a person is told so instead. */
async function faultsOfFields(
  { db }: Deps,
  { pageId }: Acting,
  customer: Recipient,
  { fields = {} }: CustomerEdit,
): Promise<Fault[]> {
  const types = new Map((await listCustomFields(db, pageId)).map(({ name, type }) => [name, type]));
  const zone = (await findPage(db, pageId))?.timezone ?? "UTC";
  const reading = { locale: customer.locale, zones: [customer.timezone, zone], now: Date.now(), choices: [] };
  return Object.entries(fields).flatMap(([name, value]) => {
    const path = `/fields/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const type = types.get(name);
    if (type === undefined && !isOwnField(name)) return { path, message: "must be a field of the page" };
    const fits = writeField(customer, name, value ?? "", { type, reading }) !== undefined;
    return fits ? [] : { path, message: "must fit the field's type" };
  });
}

async function faultsOfTags({ db }: Deps, { pageId }: Acting, { addTags = [] }: CustomerEdit): Promise<Fault[]> {
  if (addTags.length === 0) return [];
  const known = new Set((await listTags(db, pageId)).map(({ id }) => id));
  return addTags.flatMap((id, index) =>
    known.has(id) ? [] : { path: `/add_tags/${index}`, message: "must be a tag of the page" },
  );
}
