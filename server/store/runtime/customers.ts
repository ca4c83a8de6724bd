import type { Advertisement, Customer } from "@banter/core/flow/customer.ts";
import type { ConversationState } from "@banter/core/flow/state.ts";
import { insertChangesFrom } from "../customers/customer-changes.ts";
import { eachByPage } from "../db/by-page.ts";
import type { Db } from "../db/db.ts";
import { rowsOfPages, type Sql, sql, timestamp } from "../db/sql.ts";
import { isAllowed } from "./allowed-pages.ts";
import { fence, isFenced, type Lease } from "./leases.ts";

export type CustomerRow = { page_id: string } & Customer & {
    state: ConversationState;
    hasSpoken: boolean;
    /** Kept only if no picture is known yet. */
    pictureUrl?: string;
    /** Another psid under which the platform may name the customer. Left out, the stored one stays. */
    otherPsid?: string;
    /** The reason why the customer cannot be reached; null: reachable; undefined: leave the stored value. */
    unreachable?: string | null;
  };

export const saveCustomersCte = (customers: CustomerRow[], now: number) => sql`
    saved_customers as (
      insert into customers as old (page_id, psid, first_name, last_name, gender, email, phone, address, locale,
                                    timezone, ad_id, tags, fields, state, last_input_at, picture_url, other_psid,
                                    unreachable, is_blocked, wants_news, planned_at)
      select page_id, psid, first_name, last_name, gender, email, phone, address, locale, timezone, ad_id, tags,
             fields, state, case when has_spoken then ${timestamp(now)} end, picture_url, other_psid, unreachable,
             is_blocked, wants_news, planned_at
        from ${rowsOfPages(customers.map(columnsOf))}
               as row (page_id text, psid text, first_name text, last_name text, gender text, email text, phone text,
                       address text, locale text, timezone text, ad_id text, tags bigint[], fields json, state json,
                       has_spoken boolean, picture_url text, other_psid text, unreachable text, is_blocked boolean,
                       wants_news boolean, planned_at bigint[])
       where ${isAllowed(sql`page_id`)}
          on conflict (page_id, psid) do update
         set first_name = excluded.first_name, last_name = excluded.last_name, gender = excluded.gender,
             email = excluded.email, phone = excluded.phone, address = excluded.address, locale = excluded.locale,
             timezone = excluded.timezone, ad_id = excluded.ad_id, tags = excluded.tags, fields = excluded.fields,
             state = excluded.state, last_input_at = coalesce(excluded.last_input_at, old.last_input_at),
             picture_url = coalesce(old.picture_url, excluded.picture_url),
             other_psid = coalesce(excluded.other_psid, old.other_psid),
             unreachable = nullif(coalesce(excluded.unreachable, old.unreachable), ''),
             is_blocked = excluded.is_blocked, wants_news = excluded.wants_news, planned_at = excluded.planned_at
    )`;

function columnsOf({ firstName, lastName, adId, hasSpoken, ...others }: CustomerRow) {
  const { pictureUrl, otherPsid, unreachable, ...customer } = others;
  return {
    ...customer,
    first_name: firstName,
    last_name: lastName,
    ad_id: adId,
    has_spoken: hasSpoken,
    picture_url: pictureUrl ?? null,
    other_psid: otherPsid ?? null,
    is_blocked: customer.state.isBlocked === true,
    wants_news: customer.state.marketing?.isWanted ?? null,
    planned_at: customer.state.planned?.map(({ at }) => at) ?? null,
    // Null leaves the stored value, which delivery writes too. The empty text means reachable.
    unreachable: unreachable === null ? "" : (unreachable ?? null),
  };
}

/** Customers who have blocked the page are unreachable until they write again. */
export const blockCustomersCte = (blockers: { page_id: string; psid: string }[]) => sql`
    blocked as (
      update customers set unreachable = 'blocked_by_customer'
        from ${rowsOfPages(blockers)} as row (page_id text, psid text)
       where customers.page_id = row.page_id and customers.psid = row.psid and ${isFenced(sql`row.page_id`)}
    )`;

/** Keeps how far the receipts in the CTE `receipt` go, so that the next ones start there. */
export const advanceReceiptsCte: Sql = sql`
    remembered as (
      update customers
         set delivered_through = greatest(customers.delivered_through, newest.delivered),
             seen_through = greatest(customers.seen_through, newest.seen)
        from (select receipt.page_id, receipt.psid, least(delivered, last.id) as delivered, least(seen, last.id) as seen
                from receipt
               cross join lateral (select max(id) as id from messages
                                    where messages.page_id = receipt.page_id and messages.psid = receipt.psid) as last
               where last.id is not null) as newest
       where customers.page_id = newest.page_id and customers.psid = newest.psid
         and ${isFenced(sql`newest.page_id`)}
    )`;

/** A customer as a send needs them: who they are, and if they can be reached. */
export type Recipient = Customer & {
  /** Seconds since the customer last wrote or pressed something. */
  silentSeconds: number | null;
  unreachable: string | null;
  isBlocked: boolean;
  /** The newest advertisement that the customer came by. */
  ad: Advertisement | null;
  /** The visitor has filled in or skipped the form before the web chat. */
  isFormDone: boolean;
};

/** For each, the customer, if the page has them. */
export function findRecipients(db: Db, asked: { pageId: string; psid: string }[]): Promise<(Recipient | undefined)[]> {
  return eachByPage(
    db,
    asked,
    ({ pageId }) => pageId,
    (asked) => findTogether(db, asked),
  );
}

async function findTogether(db: Db, asked: { pageId: string; psid: string }[]): Promise<(Recipient | undefined)[]> {
  const rows = asked.map(({ pageId, psid }, place) => ({ place, page_id: pageId, psid }));
  const found = await db.many<Recipient & { place: number }>(sql`
    select place, customers.psid, first_name, last_name, gender, email, phone, address, locale, timezone, ad_id, tags,
           fields, unreachable, is_blocked, ad, form_at is not null as is_form_done,
           extract(epoch from clock_timestamp() - last_input_at)::float8 as silent_seconds
      from ${rowsOfPages(rows)} as asked (place integer, page_id text, psid text)
      join lateral (select psid, first_name, last_name, gender, email, phone, address, locale, timezone, ad_id, tags,
                           fields, unreachable, is_blocked, form_at, last_input_at, state -> 'ad' as ad
                      from customers
                     where customers.page_id = asked.page_id and customers.psid = asked.psid
                     limit 1) as customers on true`);
  const byPlace = new Map(found.map(({ place, ...recipient }) => [place, recipient]));
  return asked.map((_, place) => byPlace.get(place));
}

/** The psids of customers whom the platform has named by another one, by that other one. */
export async function findByOtherPsids(db: Db, pageId: string, otherPsids: string[]): Promise<Map<string, string>> {
  const rows = await db.many<{ psid: string; otherPsid: string }>(sql`
    select psid, other_psid from customers where page_id = ${pageId} and other_psid = any (${otherPsids}::text[])`);
  return new Map(rows.map(({ psid, otherPsid }) => [otherPsid, psid]));
}

/** The facts that a visitor gives about themselves. */
export type ProfileRow = Partial<
  Pick<Customer, "firstName" | "lastName" | "email" | "phone" | "locale" | "timezone" | "adId">
>;

/**
 * Returns false if the page is gone. The lock keeps it from being removed before the visitor is stored. Needs no fence:
 * the psid is new, so that no turn has read the customer.
 */
export async function insertVisitor(
  db: Db,
  pageId: string,
  { psid, tokenHash, profile }: { psid: string; tokenHash: Buffer; profile: ProfileRow },
): Promise<boolean> {
  const inserted = await db.count(sql`
    with page as materialized (
      select id from pages where id = ${pageId} for key share
    ), saved as (
      insert into customers (page_id, psid, token_hash, first_name, last_name, email, phone, locale, timezone, ad_id)
      select id, ${psid}, ${tokenHash}::bytea, ${profile.firstName ?? null}::text, ${profile.lastName ?? null}::text,
             ${profile.email ?? null}::text, ${profile.phone ?? null}::text, ${profile.locale ?? null}::text,
             ${profile.timezone ?? null}::text, ${profile.adId ?? null}::text
        from page
      returning page_id, psid)
    ${insertChangesFrom(sql`saved`)}`);
  return inserted > 0;
}

/**
 * Records that the visitor has filled in or skipped the form before the chat. The first time counts. Needs no fence: no
 * turn writes this column.
 */
export async function setFormDone(db: Db, pageId: string, psid: string): Promise<void> {
  await db.count(sql`
    update customers set form_at = now() where page_id = ${pageId} and psid = ${psid} and form_at is null`);
}

/** For each, true if the token is the visitor's. */
export function areVisitorTokens(db: Db, asked: AskedToken[]): Promise<boolean[]> {
  return eachByPage(
    db,
    asked,
    ({ pageId }) => pageId,
    (asked) => checkTogether(db, asked),
  );
}

type AskedToken = { pageId: string; psid: string; hash: Buffer };

async function checkTogether(db: Db, asked: AskedToken[]): Promise<boolean[]> {
  const rows = asked.map(({ pageId, psid, hash }, place) => ({
    place,
    page_id: pageId,
    psid,
    hash: hash.toString("hex"),
  }));
  const found = await db.many<{ place: number }>(sql`
    select place
      from ${rowsOfPages(rows)} as asked (place integer, page_id text, psid text, hash text)
     where exists (select from customers
                    where customers.page_id = asked.page_id and customers.psid = asked.psid
                      and token_hash = decode(asked.hash, 'hex'))`);
  const places = new Set(found.map(({ place }) => place));
  return asked.map((_, place) => places.has(place));
}

/** How many customers have a value in the field, at most `limit`. */
export async function countWithField(db: Db, pageId: string, name: string, limit: number): Promise<number> {
  return db.count(sql`
    select from customers where page_id = ${pageId} and fields -> ${name} is not null limit ${limit}`);
}

/** How many customers have the tag, at most `limit`. */
export async function countWithTag(db: Db, pageId: string, id: number, limit: number): Promise<number> {
  return db.count(sql`select from customers where page_id = ${pageId} and ${id} = any (tags) limit ${limit}`);
}

/** The end of a walk over a page's customers: `next` is the last one looked at, null if there are no more. */
export type WalkedCustomers = { next: string | null; skipped: number };

type Walk = { after: string; limit: number; except: string[] };

/** Removes a custom field's value from the next customers of a page, without those of `except`. */
export function removeFieldValues(db: Db, lease: Lease, name: string, walk: Walk): Promise<WalkedCustomers> {
  return changeNext(db, lease, walk, {
    isMeant: sql`fields -> ${name} is not null`,
    change: sql`
      fields = (select coalesce(json_object_agg(key, value), '{}') from json_each(fields) where key <> ${name})`,
  });
}

/** Removes a tag from the next customers of a page, without those of `except`. */
export function untagCustomers(db: Db, lease: Lease, id: number, walk: Walk): Promise<WalkedCustomers> {
  return changeNext(db, lease, walk, {
    isMeant: sql`${id} = any (tags)`,
    change: sql`tags = array_remove(tags, ${id}::bigint)`,
  });
}

/** Walks by psid, so that no statement looks at more than `limit` customers. */
function changeNext(
  db: Db,
  lease: Lease,
  { after, limit, except }: Walk,
  { isMeant, change }: { isMeant: Sql; change: Sql },
): Promise<WalkedCustomers> {
  const { pageId } = lease;
  return db.get(sql`
    with ${fence([lease])}, walked as materialized (
      select psid, ${isMeant} as is_meant, psid = any (${except}::text[]) as is_skipped
        from customers
       where page_id = ${pageId} and psid > ${after}
       order by psid
       limit ${limit}
    ), saved as (
      update customers set ${change}
       where page_id = ${pageId} and ${isFenced(sql`page_id`)}
         and psid = any (array(select psid from walked where is_meant and not is_skipped))
      returning page_id, psid
    ), listed as (${insertChangesFrom(sql`saved`)})
    select (select case when count(*) = ${limit} then max(psid) end from walked) as next,
           (select count(*)::int from walked where is_meant and is_skipped) as skipped`);
}
