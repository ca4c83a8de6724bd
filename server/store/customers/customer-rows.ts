import type { ConversationState } from "@banter/core/flow/state.ts";
import { eachByPage } from "../db/by-page.ts";
import type { Db } from "../db/db.ts";
import { pagesOf, type Sql, sql } from "../db/sql.ts";

/** A customer as people see them. */
export type ListedCustomer = {
  psid: string;
  firstName: string | null;
  lastName: string | null;
  gender: "MALE" | "FEMALE" | "UNKNOWN";
  email: string | null;
  phone: string | null;
  address: string | null;
  locale: string | null;
  timezone: string | null;
  adId: string | null;
  pictureUrl: string | null;
  tags: number[];
  fields: Record<string, string>;
  source: string | null;
  createdAt: Date;
  /** The last message in either direction. */
  activeAt: Date | null;
  lastFrom: "customer" | "bot" | "person" | null;
  lastKind: string | null;
  lastText: string | null;
  lastInputAt: Date | null;
  unreachable: string | null;
  isBlocked: boolean;
  /** The phone number that the platform itself has told. */
  platformPhone: string | null;
};

const columns: Sql = sql`
  customers.psid, first_name, last_name, gender, email, phone, address, locale, timezone, ad_id, picture_url, tags,
  fields, entry.source, customers.created_at, talk.last_at as active_at, last_from, last_kind, last_text,
  last_input_at,
  unreachable, is_blocked, state ->> 'platformPhone' as platform_phone`;

const joins: Sql = sql`
  left join customer_index as entry on entry.page_id = customers.page_id and entry.psid = customers.psid
  left join conversations as talk on talk.page_id = customers.page_id and talk.psid = customers.psid`;

/** The customers with these ids, in their order; those that are gone are left out. */
export async function listCustomers(db: Db, pageId: string, psids: string[]): Promise<ListedCustomer[]> {
  if (psids.length === 0) return [];
  const rows = await db.many<ListedCustomer>(sql`
    select ${columns}
      from unnest(${psids}::text[]) as asked (psid)
      join customers on customers.page_id = ${pageId} and customers.psid = asked.psid ${joins}`);
  const byPsid = new Map(rows.map((row) => [row.psid, row]));
  return psids.flatMap((psid) => byPsid.get(psid) ?? []);
}

/** The same with their states. */
export async function listWholeCustomers(db: Db, pageId: string, psids: string[]): Promise<WholeCustomer[]> {
  if (psids.length === 0) return [];
  return db.many(sql`
    select ${columns}, state
      from unnest(${psids}::text[]) as asked (psid)
      join customers on customers.page_id = ${pageId} and customers.psid = asked.psid ${joins}`);
}

export type WholeCustomer = ListedCustomer & { state: ConversationState | null };

export function findCustomer(db: Db, pageId: string, psid: string): Promise<WholeCustomer | undefined> {
  return db.find(sql`
    select ${columns}, state
      from customers ${joins}
     where customers.page_id = ${pageId} and customers.psid = ${psid}`);
}

/** A query of the index's terms, on a page. */
type AskedTerms = { pageId: string; query: string };

/** For each query, the first customers who have it. */
export async function findByTerms(db: Db, asked: AskedTerms[], limit: number): Promise<string[][]> {
  if (asked.length === 0) return [];
  return eachByPage(
    db,
    asked,
    ({ pageId }) => pageId,
    async (asked) => {
      // All are found and few are kept: with a limit, the planner expects them soon in the table itself.
      const rows = await db.many<{ psids: string[] | null }>(sql`
        select (array_agg(entry.psid))[1:${limit}::int] as psids
          from unnest(${pagesOf(asked)}, ${asked.map(({ query }) => query)}::text[])
                 with ordinality as asked (page_id, query, place)
          left join customer_index as entry
            on entry.page_id = asked.page_id and entry.terms @@ asked.query::tsquery
         group by place
         order by place`);
      return rows.map(({ psids }) => (psids ?? []).filter((psid) => psid !== null));
    },
  );
}
