import type { Customer } from "@banter/core/flow/customer.ts";
import type { Db } from "../db/db.ts";
import { json, sql } from "../db/sql.ts";

/** Whether a send can reach the customer, and what it may be filled in with. */
export type Recipient = Customer & {
  /** Seconds since the customer last wrote or pressed something. */
  silentSeconds: number | null;
  unreachable: string | null;
};

/** For each, what is known of the customer, if the page has them. */
export async function findRecipients(
  db: Db,
  asked: { pageId: string; psid: string }[],
): Promise<(Recipient | undefined)[]> {
  const rows = asked.map(({ pageId, psid }, place) => ({ place, page_id: pageId, psid }));
  const found = await db.many<Recipient & { place: number }>(sql`
    select place, customers.psid, first_name, last_name, gender, email, phone, address, locale, timezone, ad_id, tags,
           fields, unreachable, extract(epoch from clock_timestamp() - last_input_at)::float8 as silent_seconds
      from json_to_recordset(${json(rows)}) as asked (place integer, page_id text, psid text)
      join lateral (select psid, first_name, last_name, gender, email, phone, address, locale, timezone, ad_id, tags,
                           fields, unreachable, last_input_at
                      from customers
                     where customers.page_id = asked.page_id and customers.psid = asked.psid
                     limit 1) as customers on true`);
  const byPlace = new Map(found.map(({ place, ...recipient }) => [place, recipient]));
  return asked.map((_, place) => byPlace.get(place));
}

/** What a visitor says of themselves. */
export type Profile = Partial<
  Pick<Customer, "firstName" | "lastName" | "email" | "phone" | "locale" | "timezone" | "adId">
>;

export async function insertVisitor(
  db: Db,
  pageId: string,
  { psid, tokenHash, profile }: { psid: string; tokenHash: Buffer; profile: Profile },
): Promise<void> {
  await db.count(sql`
    insert into customers (page_id, psid, token_hash, first_name, last_name, email, phone, locale, timezone, ad_id)
    values (${pageId}, ${psid}, ${tokenHash}, ${profile.firstName ?? null}, ${profile.lastName ?? null},
            ${profile.email ?? null}, ${profile.phone ?? null}, ${profile.locale ?? null}, ${profile.timezone ?? null},
            ${profile.adId ?? null})`);
}

/** Fills what is not known yet. */
export async function completeProfile(db: Db, pageId: string, psid: string, profile: Profile): Promise<void> {
  await db.count(sql`
    update customers
       set first_name = coalesce(first_name, ${profile.firstName ?? null}),
           last_name = coalesce(last_name, ${profile.lastName ?? null}),
           email = coalesce(email, ${profile.email ?? null}), phone = coalesce(phone, ${profile.phone ?? null}),
           locale = coalesce(locale, ${profile.locale ?? null}),
           timezone = coalesce(timezone, ${profile.timezone ?? null}), ad_id = coalesce(${profile.adId ?? null}, ad_id)
     where page_id = ${pageId} and psid = ${psid}`);
}

/** For each, whether the token is the visitor's. */
export async function areVisitorTokens(
  db: Db,
  asked: { pageId: string; psid: string; hash: Buffer }[],
): Promise<boolean[]> {
  const rows = asked.map(({ pageId, psid, hash }, place) => ({
    place,
    page_id: pageId,
    psid,
    hash: hash.toString("hex"),
  }));
  const found = await db.many<{ place: number }>(sql`
    select place
      from json_to_recordset(${json(rows)}) as asked (place integer, page_id text, psid text, hash text)
     where exists (select from customers
                    where customers.page_id = asked.page_id and customers.psid = asked.psid
                      and token_hash = decode(asked.hash, 'hex'))`);
  const places = new Set(found.map(({ place }) => place));
  return asked.map((_, place) => places.has(place));
}

/** Takes a custom field's value from every customer who has one, a bite at a time: each statement stays short. */
export async function removeFieldValues(db: Db, pageId: string, { name }: { name: string }): Promise<void> {
  const bite = sql`
    update customers
       set fields = (select coalesce(json_object_agg(key, value), '{}') from json_each(fields) where key <> ${name})
     where page_id = ${pageId}
       and psid in (select psid from customers where page_id = ${pageId} and fields -> ${name} is not null limit 10000)`;
  while ((await db.count(bite)) > 0);
}
