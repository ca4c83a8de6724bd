import type { ConversationEvent } from "@banter/core/flow/event.ts";
import type { Db } from "../db/db.ts";
import { pagesOf, rowsOfPages, sql } from "../db/sql.ts";

/** A customer as the list's index needs them. */
export type IndexedCustomer = {
  pageId: string;
  psid: string;
  createdAt: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  adId: string | null;
  tags: number[];
  fields: Record<string, string>;
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
    select customers.page_id, customers.psid, customers.created_at::text as created_at, first_name, last_name, email,
           phone, ad_id, tags, fields,
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

export async function saveEntries(db: Db, entries: IndexEntry[]): Promise<void> {
  await db.count(sql`
    insert into customer_index as old (page_id, psid, created_at, name, source, terms)
    select page_id, psid, created_at, name, source, array_to_tsvector(terms)
      from ${rowsOfPages(entries)}
             as row (page_id text, psid text, created_at timestamptz, name text, source text, terms text[])
     order by page_id, psid
        on conflict (page_id, psid) do update
       set name = excluded.name, source = excluded.source, terms = excluded.terms
     where (old.name, old.source, old.terms) is distinct from (excluded.name, excluded.source, excluded.terms)`);
}
