import type { Referral } from "@banter/core/flow/customer.ts";
import type { ConversationEvent } from "@banter/core/flow/event.ts";
import type { Deps } from "../../deps.ts";
import { hasChanges, takeChanges } from "../../store/customers/customer-changes.ts";
import {
  type IndexEntry,
  type IndexedCustomer,
  listForIndex,
  saveEntries,
} from "../../store/customers/customer-index.ts";
import { nameKey, nameOf, termsOf } from "./terms.ts";

export const indexBatch = 500;

/** Makes the index entries of changed customers again, one batch. Returns the number of changes. */
export async function indexChanges({ db }: Pick<Deps, "db">): Promise<number> {
  if (!(await hasChanges(db))) return 0;
  return db.transact(async (db) => {
    const changes = await takeChanges(db, indexBatch);
    const distinct = [...new Map(changes.map((change) => [`${change.pageId} ${change.psid}`, change])).values()];
    const customers = distinct.length > 0 ? await listForIndex(db, distinct) : [];
    if (customers.length > 0) await saveEntries(db, customers.map(entryOf));
    return changes.length;
  });
}

function entryOf(customer: IndexedCustomer): IndexEntry {
  const source = sourceOf(customer);
  return {
    page_id: customer.pageId,
    psid: customer.psid,
    created_at: customer.createdAt,
    name: nameKey(nameOf(customer)),
    source,
    terms: termsOf(customer.pageId, { ...customer, source }),
  };
}

/** How the customer first came: what their first event says, which later ones do not change. */
function sourceOf({ source, adId, firstEvent }: IndexedCustomer): string | null {
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
