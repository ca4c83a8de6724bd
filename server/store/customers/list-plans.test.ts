import assert from "node:assert/strict";
import { test } from "node:test";
import { listPage } from "../../domain/customers/list.ts";
import { exactQuery, termQuery } from "../../domain/customers/terms.ts";
import { testDatabase } from "../../test/app.ts";
import { aPage } from "../../test/builders.ts";
import type { Db } from "../db/db.ts";
import { type Sql, sql, textOf } from "../db/sql.ts";
import { walkByPsid } from "./customer-list.ts";
import { findByTerms, findCustomer, listCustomers, listWholeCustomers } from "./customer-rows.ts";
import type { ListFilter } from "./list-filter.ts";
import { listTimelineExtras, listTimelineTurns } from "./timeline.ts";

const bigTables = ["customers", "customer_index", "conversations", "turns", "messages"];
const rows = 20_000;

test("no statement of the list, the profile and the jobs reads a big table from end to end", async (t) => {
  const db = await testDatabase(t);
  const [{ pageId }, other] = [await aPage({ db }), await aPage({ db })];
  await fill(db, pageId);
  await fill(db, other.pageId);
  await db.count(sql`analyze`);
  const { watched, statements } = watch(db);
  const query = (search: string) => termQuery(pageId, { search });
  const none: ListFilter = { query: null, activeSince: null, isUnreachable: null, isBlocked: null };
  const filters: ListFilter[] = [
    none,
    { ...none, query: query("nguyen") },
    { ...none, query: query("rare7") },
    { ...none, query: termQuery(pageId, { tag: 7, search: "nguyen" }) },
    { ...none, query: query("nguyen"), activeSince: Date.now() },
    { ...none, activeSince: Date.now() },
    { ...none, isUnreachable: true },
    { ...none, isBlocked: true },
  ];
  for (const filter of filters)
    for (const order of ["activity", "newest", "name"] as const) {
      const page = await listPage({ db: watched }, pageId, filter, { order, cursor: undefined, limit: 50 });
      if (page.next) await listPage({ db: watched }, pageId, filter, { order, cursor: page.next, limit: 50 });
    }
  await walkByPsid(watched, pageId, none, { after: "", steps: 1000 });
  await listCustomers(watched, pageId, ["tg_1"]);
  await findCustomer(watched, pageId, "tg_1");
  await findByTerms(watched, [{ pageId, query: exactQuery(pageId, "e a@example.com") }], 2);
  await listWholeCustomers(watched, pageId, ["tg_1"]);
  await listTimelineTurns(watched, pageId, "tg_1", { before: null, limit: 50 });
  await listTimelineExtras(watched, pageId, "tg_1", { from: new Date(0), before: 1, limit: 50 });

  for (const statement of statements) {
    const explained: Sql = {
      ...statement,
      strings: [`explain (format json) ${statement.strings[0]}`, ...statement.strings.slice(1)],
    };
    const plan = await db.get<{ queryPlan?: never } & Record<string, unknown>>(explained);
    // A quarter of the index is read faster from end to end than by its terms.
    const isCommon = statement.values.some((value) => String(value).includes("nguyen"));
    const scans = scansOf((Object.values(plan)[0] as { Plan: Plan }[])[0]?.Plan);
    const whole = scans.filter((scan) => !(isCommon && scan.endsWith("customer_index")));
    assert.deepEqual(whole, [], `${textOf(statement)} ${JSON.stringify(statement.values)}`);
  }
});

type Plan = { "Node Type": string; "Relation Name"?: string; "Total Cost": number; Plans?: Plan[] };

/** A scan that a limit ends early is none: of a common word, the first rows are enough. */
function scansOf(plan: Plan | undefined, limitCost = Number.POSITIVE_INFINITY): string[] {
  if (!plan) return [];
  const isScan = plan["Node Type"] === "Seq Scan" && bigTables.includes(plan["Relation Name"] ?? "");
  const isWhole = isScan && limitCost > plan["Total Cost"] * 0.7;
  const cost = plan["Node Type"] === "Limit" ? Math.min(limitCost, plan["Total Cost"]) : limitCost;
  const inside = (plan.Plans ?? []).flatMap((each) => scansOf(each, cost));
  return [...(isWhole ? [`Seq Scan on ${plan["Relation Name"]}`] : []), ...inside];
}

/** A quarter of the customers are called Nguyen, one in a thousand has the word `rare7` or the tag 7. */
async function fill(db: Db, pageId: string): Promise<void> {
  await db.count(sql`
    insert into customers (page_id, psid, created_at, last_input_at, unreachable)
    select ${pageId}, 'tg_' || number, now() - number * interval '1 minute', now() - number * interval '1 minute',
           case when number % 1000 = 0 then 'blocked_by_customer' end
      from generate_series(1, ${rows}) as number`);
  await db.count(sql`
    insert into customer_index (page_id, psid, created_at, name, terms)
    select ${pageId}, 'tg_' || number, now() - number * interval '1 minute', 'name ' || number,
           array_to_tsvector(array_remove(array[
             ${pageId}::text || ' w tg_' || number,
             case when number % 4 = 0 then ${pageId}::text || ' w nguyen' end,
             case when number % 1000 = 0 then ${pageId}::text || ' w rare7' end,
             case when number % 1000 = 0 then ${pageId}::text || ' t 7' end], null))
      from generate_series(1, ${rows}) as number`);
  await db.count(sql`
    insert into conversations (page_id, psid, last_id, last_at, last_from, last_kind, last_text, changed)
    select ${pageId}, 'tg_' || number, number, now(), 'customer', 'text', '', number
      from generate_series(1, ${rows}) as number`);
  await db.count(sql`
    insert into turns (page_id, id, psid, at, event)
    select ${pageId}, number, 'tg_' || number, now(), '{}' from generate_series(1, ${rows}) as number`);
}

/** Records the statements that run. */
function watch(db: Db): { watched: Db; statements: Sql[] } {
  const statements: Sql[] = [];
  const note = (query: Sql) => {
    statements.push(query);
    return query;
  };
  const watched: Db = {
    ...db,
    many: (query) => db.many(note(query)),
    find: (query) => db.find(note(query)),
    get: (query) => db.get(note(query)),
  };
  return { watched, statements };
}
