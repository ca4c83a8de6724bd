import type { SearchedValues } from "@banter/core/flow/conditions/searched-values.ts";
import type { Customer } from "@banter/core/flow/customer.ts";
import type { ConversationEvent } from "@banter/core/flow/event.ts";
import type { Db } from "../db/db.ts";
import { pagesOf, rowsOfPages, sql } from "../db/sql.ts";

/** A customer as the list's index needs them. */
export type IndexedCustomer = Customer & {
  pageId: string;
  createdAt: string;
  /** The customer whom a contact was joined to: it is in no list then. */
  joinedTo: string | null;
  platformPhone: string | null;
  /** As stored; null if it is not known yet. */
  source: string | null;
  /** Without the form before the chat, which says nothing about how they came. */
  firstEvent: ConversationEvent | null;
};

export type IndexEntry = {
  page_id: string;
  psid: string;
  created_at: string;
  name: string;
  source: string | null;
  terms: string[];
  /** For segments. */
  facts: SearchedValues;
};

/**
 * Reads customers for the index. The lock keeps one from being erased before the entry is committed, or the entry would
 * outlive its customer.
 */
export async function listForIndex(db: Db, asked: { pageId: string; psid: string }[]): Promise<IndexedCustomer[]> {
  if (!(await db.isDistributed())) return listTogether(db, asked);
  const found: IndexedCustomer[] = [];
  for (const group of Map.groupBy(asked, ({ pageId }) => pageId).values())
    found.push(...(await listTogether(db, group)));
  return found;
}

function listTogether(db: Db, asked: { pageId: string; psid: string }[]): Promise<IndexedCustomer[]> {
  return db.many(sql`
    select customers.page_id, customers.psid, customers.created_at::text as created_at, first_name, last_name, gender,
           email, phone, address, locale, timezone, ad_id, tags, fields,
           state ->> 'joinedTo' as joined_to, state ->> 'platformPhone' as platform_phone,
           (select source from customer_index as entry
             where entry.page_id = asked.page_id and entry.psid = asked.psid) as source,
           (select event from turns
             where turns.page_id = asked.page_id and turns.psid = asked.psid
               and event ->> 'type' <> 'prechat_form'
             order by turns.id
             limit 1) as first_event
      from unnest(${pagesOf(asked)}, ${asked.map(({ psid }) => psid)}::text[])
             as asked (page_id, psid)
      join customers on customers.page_id = asked.page_id and customers.psid = asked.psid
       for key share of customers`);
}

export async function deleteEntries(db: Db, gone: { page_id: string; psid: string }[]): Promise<void> {
  await db.count(sql`
    delete from customer_index using ${rowsOfPages(gone)} as row (page_id text, psid text)
     where customer_index.page_id = row.page_id and customer_index.psid = row.psid`);
}

export async function saveEntries(db: Db, entries: IndexEntry[]): Promise<void> {
  await db.count(sql`
    insert into customer_index as old (page_id, psid, created_at, name, source, terms, facts)
    select page_id, psid, created_at, name, source, array_to_tsvector(terms), facts
      from ${rowsOfPages(entries)}
             as row (page_id text, psid text, created_at timestamptz, name text, source text, terms text[],
                     facts jsonb)
     order by page_id, psid
        on conflict (page_id, psid) do update
       set name = excluded.name, source = excluded.source, terms = excluded.terms, facts = excluded.facts
     where (old.name, old.source, old.terms, old.facts)
           is distinct from (excluded.name, excluded.source, excluded.terms, excluded.facts)`);
}
