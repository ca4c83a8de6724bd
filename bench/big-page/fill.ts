import pg from "pg";
import { firstNames, lastNames, otherFirstNames, received, sent } from "./texts.ts";

/** `messages` counts both ways: half are received, half are answers. */
export type Size = { customers: number; messages: number; days: number };

/** The things that the rows refer to. */
export type Scene = { pageId: string; flowId: number; keywordId: number; psidOf: (index: number) => string };

export const psidOf = (index: number) => `web_${900_000_000 + index}`;

const rowsAtOnce = 100_000;

/**
 * Fills a page by SQL, as if customers had written for some months: each turn a message with its trace, each answered.
 * The page's read models follow by themselves once a server runs.
 */
export async function fillPage(url: string, scene: Omit<Scene, "psidOf">, size: Size): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "bench" });
  await client.connect();
  try {
    await insertCustomers(client, scene.pageId, size);
    await insertConversations(client, scene, size);
  } finally {
    await client.end();
  }
}

/** Lets PostgreSQL count rows and values, which takes longer than a server's statement may. */
export async function analyze(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "bench" });
  await client.connect();
  await client.query("vacuum (analyze)").finally(() => client.end());
}

const pick = (list: string, number: string) => `(${list})[1 + (${number}) % cardinality(${list})]`;

async function insertCustomers(client: pg.Client, pageId: string, { customers, days }: Size): Promise<void> {
  for (let from = 0; from < customers; from += rowsAtOnce) {
    const to = Math.min(customers, from + rowsAtOnce) - 1;
    await client.query(
      `with made as (
         insert into customers (page_id, psid, first_name, last_name, gender, phone, locale, fields, created_at,
                                last_input_at)
         select $1, 'web_' || (900000000 + n), ${pick("$2::text[]", "n * 7")}, ${pick("$3::text[]", "n * 13")},
                case n % 3 when 0 then 'MALE' when 1 then 'FEMALE' else 'UNKNOWN' end,
                case when n % 4 = 0 then '09' || lpad((n % 100000000)::text, 8, '0') end,
                case when n % 3 = 0 then 'en_US' else 'vi_VN' end, '{}'::json,
                now() - (n::float8 / $6) * $7 * interval '1 day', now() - (n::float8 / $6) * interval '1 day'
           from generate_series($4::int, $5::int) as n
         returning page_id, psid)
       insert into customer_changes (page_id, psid) select page_id, psid from made`,
      [pageId, [...firstNames, ...otherFirstNames], lastNames, from, to, customers, days],
    );
  }
}

/** Every fourth message is of the tenth of the customers who write most; the others are spread over all. */
const customerOf = "case when n % 4 = 0 then (n * 7919) % greatest($4 / 10, 1) else (n * 7919) % $4 end";

async function insertConversations(client: pg.Client, scene: Omit<Scene, "psidOf">, size: Size): Promise<void> {
  const { pageId, flowId, keywordId } = scene;
  const turns = Math.floor(size.messages / 2);
  const { rows } = await client.query<{ base: number }>("select (nextval('conversation_ids') + 1000)::float8 as base");
  const base = rows[0]?.base ?? 0;
  await client.query("select setval('conversation_ids', $1::bigint)", [base + turns * 2 + 1000]);
  for (let from = 0; from < turns; from += rowsAtOnce) {
    const to = Math.min(turns, from + rowsAtOnce) - 1;
    await client.query(
      `with numbered as (
         select n, $1::text as page_id, $2::float8::bigint + n * 2 as id, 'web_' || (900000000 + ${customerOf}) as psid,
                now() - ($3::float8 - n) / $3 * $5::float8 * interval '1 day' as at
           from generate_series($6::bigint, $7::bigint) as n
       ), taken as (
         insert into turns (page_id, id, psid, at, event, trace)
         select page_id, id, psid, at,
                json_build_object('type', 'message', 'text', ${pick("$8::text[]", "n * 31")}),
                case when at < now() - interval '30 days' then null
                     when n % 5 = 0 then json_build_object('outcome', 'nothing', 'triggers', json_build_array(
                       json_build_object('on', 'keyword', 'verdict', 'none'),
                       json_build_object('on', 'default_reply', 'verdict', 'none')))
                     else json_build_object('outcome', 'started',
                       'triggers', json_build_array(json_build_object(
                         'on', 'keyword', 'verdict', 'matched', 'keyword', $10::bigint, 'flow', $11::bigint)),
                       'visits', json_build_array(json_build_array($11::bigint, 1, 'hi', 'next'))) end
           from numbered
       ), said as (
         insert into messages (page_id, id, psid, turn_id, flow_id, version, step, lane, content, status, reason,
                               attempts, created_at, sent_at, delivered_at)
         select page_id, id + 1, psid, id, $11::bigint, 1, 'hi', 'reply',
                json_build_object('type', 'text', 'text', ${pick("$9::text[]", "n * 17")}),
                case when n % 200 = 0 then 'failed' else 'delivered' end,
                case when n % 200 = 0 then 'rejected' end, 1, at, at, at
           from numbered
         returning page_id, id, status
       )
       insert into message_troubles (page_id, id) select page_id, id from said where status = 'failed'`,
      [pageId, base, turns, size.customers, size.days, from, to, received, sent, keywordId, flowId],
    );
  }
  await client.query(
    `insert into delivery_marks (page_id, settled_through) values ($1, $2)
         on conflict (page_id) do update set settled_through = excluded.settled_through`,
    [pageId, base + turns * 2],
  );
  await client.query(
    `insert into hand_overs (page_id, psid, since, turn_id)
     select page_id, psid, now() - interval '1 hour', 1 from customers where page_id = $1 order by psid limit 300`,
    [pageId],
  );
}
