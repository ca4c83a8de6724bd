import { setTimeout as sleep } from "node:timers/promises";
import type { Customer } from "@banter/core/flow/customer.ts";
import { isOwnField, writeField } from "@banter/core/flow/fields/customer-fields.ts";
import type { MailEvent } from "@banter/core/flow/mail-event.ts";
import { AppError, customerNotFound, type Fault, invalidFields } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { listCustomFields } from "../../store/catalog/custom-fields.ts";
import { listTags } from "../../store/catalog/tags.ts";
import { findCustomer } from "../../store/customers/customer-rows.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import { isMailWaiting } from "../../store/runtime/mailbox.ts";

/** A change of a customer: values by the field's name, where an empty one clears the field, and tags by id. */
export type CustomerEdit = { fields: Record<string, string>; addTags: number[]; removeTags: number[] };

/** Edits a customer. Resolves when the page's owner has made the change. */
export async function editCustomer(
  deps: Deps,
  pageId: string,
  psid: string,
  { edit, userId }: { edit: CustomerEdit; userId: string },
): Promise<void> {
  const customer = await findCustomer(deps.db, pageId, psid);
  if (!customer) throw customerNotFound();
  if (customer.state?.joinedTo !== undefined) throw joinedAway();
  const faults = await findFaults(deps, pageId, edit, customer);
  if (faults.length > 0) throw invalidFields(faults);
  await deliver(deps, pageId, psid, { type: "edit_customer", ...edit, userId });
}

export async function setBlocked(
  deps: Deps,
  pageId: string,
  psid: string,
  { isBlocked, userId }: { isBlocked: boolean; userId: string },
): Promise<void> {
  if (!(await findCustomer(deps.db, pageId, psid))) throw customerNotFound();
  await deliver(deps, pageId, psid, { type: isBlocked ? "block" : "unblock", userId });
}

/** Erases a customer and everything about them: the page's owner does it, so that its memory forgets them too. */
export async function eraseCustomer(deps: Pick<Deps, "db" | "accept">, pageId: string, psid: string): Promise<void> {
  if (!(await findCustomer(deps.db, pageId, psid))) throw customerNotFound();
  await deliver(deps, pageId, psid, { type: "erase" });
}

const joinedAway = () => new AppError("conflict", "This contact was joined to a customer: edit the customer.");

/** Values that do not fit their field, and tags and fields that the page does not have. */
async function findFaults(
  { db }: Pick<Deps, "db">,
  pageId: string,
  { fields, addTags }: CustomerEdit,
  customer: Customer,
): Promise<Fault[]> {
  const types = new Map((await listCustomFields(db, pageId)).map(({ name, type }) => [name, type]));
  const tags = new Set((await listTags(db, pageId)).map(({ id }) => id));
  const reading = { locale: customer.locale, zones: [customer.timezone], now: databaseNow(), choices: [] };
  const values = Object.entries(fields).flatMap(([name, value]): Fault[] => {
    const path = isOwnField(name) ? `/${name.replace(/^user_/, "")}` : `/fields/${name}`;
    if (!isOwnField(name) && !types.has(name)) return [{ path, message: "must be a custom field of the page" }];
    const fits = writeField(customer, name, value, { type: types.get(name), reading }) !== undefined;
    return fits ? [] : [{ path, message: "does not fit the field" }];
  });
  const unknown = addTags.some((tag) => !tags.has(tag))
    ? [{ path: "/add_tags", message: "must be tags of the page" }]
    : [];
  return [...values, ...unknown];
}

const pollMs = 50;
const maxWaitMs = 10_000;

/** Accepts mail and waits until the page's owner has handled it. Another node may be the owner. */
export async function deliver(
  { accept, db }: Pick<Deps, "db" | "accept">,
  pageId: string,
  psid: string,
  event: MailEvent,
): Promise<void> {
  const { mailId } = await accept({ pageId, psid, event });
  const endAt = performance.now() + maxWaitMs;
  while (await isMailWaiting(db, pageId, mailId)) {
    if (performance.now() > endAt)
      throw new AppError("unavailable", "The change is accepted, but the page is busy. It will be made soon.");
    await sleep(pollMs);
  }
}
