import type { Database } from "../../server/store/db/db.ts";
import { type Sql, sql } from "../../server/store/db/sql.ts";
import type { Missing } from "./history.ts";

const maxRows = 4;

/**
 * Describes what the tables hold about a missing answer: the customer's waiting mail, requests and unfinished messages,
 * who runs the page, and its work for many customers. To be called before a restart, which changes all of it.
 */
export async function describeMissing(db: Database, { psid, text }: Missing): Promise<string> {
  const found = await db.find<{ pageId: string; lease: string | null }>(sql`
    select customers.page_id,
           'epoch ' || epoch || ' of node ' || coalesce(node_id::text, 'none') ||
           case when is_unfinished then ', unfinished' else '' end ||
           case when alive_until is null then '' else ', alive for ' || ${secondsUntil(sql`alive_until`)} end as lease
      from customers
      left join page_leases using (page_id)
      left join nodes on nodes.id = node_id
     where psid = ${psid}`);
  const rows = await db.many<{ text: string }>(sql`
    select 'mail ' || id || ' (' || (event ->> 'type') || ') due in ' || ${secondsUntil(sql`due_at`)} as text
      from mailbox where psid = ${psid}
     union all
    select 'request ' || id || ', attempts ' || attempts from requests where psid = ${psid}
     union all
    select 'message ' || id || ' "' || coalesce(content ->> 'text', '') || '" ' || status || ', attempts ' || attempts ||
           coalesce(', due in ' || ${secondsUntil(sql`due_at`)}, '')
      from messages
     where psid = ${psid} and (status in ('queued', 'sending') or content ->> 'text' = ${text})
     limit ${maxRows + 1}`);
  const work = await db.many<{ text: string }>(sql`
    select kind || ' ' || state || coalesce(' (' || error || ')', '') as text
      from (select page_id, 'broadcast' as kind, state, error from broadcasts
             union all
            select page_id, 'job', state, error from customer_jobs) as work
     where page_id = ${found?.pageId ?? ""}`);
  const shown = rows.slice(0, maxRows).map((row) => row.text);
  const rest = rows.length > maxRows ? ["more"] : [];
  const page = found ? `page ${found.pageId}, lease ${found.lease ?? "none"}` : "customer not stored";
  const all = [[...shown, ...rest].join("; ") || "no mail, request or message", page, ...work.map(({ text }) => text)];
  return all.join("; ");
}

const secondsUntil = (time: Sql) => sql`round(extract(epoch from ${time} - clock_timestamp()), 1) || ' s'`;
