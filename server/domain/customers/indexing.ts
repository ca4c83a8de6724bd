import { setTimeout as sleep } from "node:timers/promises";
import { isContact } from "@banter/core/channels/contact.ts";
import { searchedValues } from "@banter/core/flow/conditions/searched-values.ts";
import type { Referral } from "@banter/core/flow/customer.ts";
import type { ConversationEvent } from "@banter/core/flow/event.ts";
import type { Deps } from "../../deps.ts";
import { findLastChange, hasChanges, hasChangesThrough, takeChanges } from "../../store/customers/customer-changes.ts";
import {
  deleteEntries,
  type IndexEntry,
  type IndexedCustomer,
  listForIndex,
  saveEntries,
} from "../../store/customers/customer-index.ts";
import { joinConfirmed } from "./confirmed-joins.ts";
import { nameKey, nameOf, termsOf } from "./terms.ts";

export const indexBatch = 500;

/**
 * Makes the index entries of changed customers again, one batch. Returns the number of changes. Contacts whose phone
 * number a platform has confirmed are then joined: if that fails, members see them as proposals.
 */
export async function indexChanges({ db, accept }: Pick<Deps, "db"> & Partial<Pick<Deps, "accept">>): Promise<number> {
  if (!(await hasChanges(db))) return 0;
  const { changes, shown } = await db.transact(async (db) => {
    const changes = await takeChanges(db, indexBatch);
    const distinct = [...new Map(changes.map((change) => [`${change.pageId} ${change.psid}`, change])).values()];
    const customers = distinct.length > 0 ? await listForIndex(db, distinct) : [];
    const shown = customers.filter(({ joinedTo }) => joinedTo === null);
    const hidden = customers.filter(({ joinedTo }) => joinedTo !== null);
    if (shown.length > 0) await saveEntries(db, shown.map(entryOf));
    if (hidden.length > 0) await deleteEntries(db, hidden.map(keyOf));
    return { changes: changes.length, shown };
  });
  if (shown.length > 0 && accept) await joinConfirmed({ db, accept }, shown);
  return changes;
}

const lookEveryMs = 50;

/**
 * Waits until the index has all changes of the page that are stored now, so that work for a segment leaves nobody out
 * who was there before it. Returns false if that takes longer than the caller may wait.
 */
export async function isIndexed({ db }: Pick<Deps, "db">, pageId: string, mayWait: () => boolean): Promise<boolean> {
  const last = await findLastChange(db, pageId);
  while (last !== null && (await hasChangesThrough(db, pageId, last))) {
    if (!mayWait()) return false;
    await sleep(lookEveryMs);
  }
  return true;
}

const keyOf = ({ pageId, psid }: IndexedCustomer) => ({ page_id: pageId, psid });

function entryOf(customer: IndexedCustomer): IndexEntry {
  const source = sourceOf(customer);
  return {
    page_id: customer.pageId,
    psid: customer.psid,
    created_at: customer.createdAt,
    name: nameKey(nameOf(customer)),
    source,
    terms: termsOf(customer.pageId, { ...customer, source }),
    facts: searchedValues(customer),
  };
}

/** How the customer first came: what their first event says, which later ones do not change. */
function sourceOf({ psid, source, adId, firstEvent }: IndexedCustomer): string | null {
  if (isContact(psid)) return "contact";
  if (source !== null) return source;
  if (!firstEvent) return adId ? `ad ${adId}` : null;
  const referral = referralOf(firstEvent);
  const ad = referral?.adId ?? adId;
  if (ad) return `ad ${ad}`;
  return referral?.ref ? `ref ${referral.ref}` : "direct";
}

function referralOf(event: ConversationEvent): Referral | undefined {
  if (event.type === "referral") return event;
  return event.type === "message" ? event.referral : undefined;
}
