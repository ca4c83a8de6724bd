import { Refusal, type ReplyOf } from "../../sdk/manage.ts";
import type { Deps } from "../deps.ts";
import { indexChanges } from "../domain/customers/indexing.ts";
import { json, sql } from "../store/db/sql.ts";
import type { Browser } from "./people.ts";

export type GivenCustomer = {
  psid: string;
  first_name?: string;
  last_name?: string;
  email?: string;
  phone?: string;
  tags?: number[];
  fields?: Record<string, string>;
};

/** Customers of a page, straight into the tables, and in the list. */
export async function someCustomers({ db }: Pick<Deps, "db">, pageId: string, given: GivenCustomer[]): Promise<void> {
  const rows = given.map(({ tags = [], fields = {}, ...others }) => ({ ...others, tags, fields }));
  await db.count(sql`
    with saved as (
      insert into customers (page_id, psid, first_name, last_name, email, phone, tags, fields, created_at)
      select ${pageId}, psid, first_name, last_name, email, phone, tags, fields,
             now() - interval '1 day' + place * interval '1 millisecond'
        from rows from (json_to_recordset(${json(rows)})
               as (psid text, first_name text, last_name text, email text, phone text, tags bigint[], fields json))
               with ordinality as row (psid, first_name, last_name, email, phone, tags, fields, place)
      returning page_id, psid)
    insert into customer_changes (page_id, psid) select page_id, psid from saved`);
  while (await indexChanges({ db }));
}

type Draft = ReplyOf<"POST /pages/:page_id/customer_imports">;

/** Uploads a file of customers. Throws a Refusal if the server does not take it. */
export async function uploadCsv(
  { fetch }: Pick<Browser, "fetch">,
  baseUrl: string,
  pageId: string,
  body: NonNullable<RequestInit["body"]>,
): Promise<Draft> {
  const headers = { "content-type": "text/csv", "x-file-name": "people.csv" };
  const init = { method: "POST", headers, body, duplex: "half" as const };
  const response = await fetch(`${baseUrl}/api/v1/pages/${pageId}/customer_imports`, init);
  const answer = await response.json();
  if (!response.ok) throw new Refusal(response.status, answer as ConstructorParameters<typeof Refusal>[1]);
  return answer as Draft;
}
