import assert from "node:assert/strict";
import { test } from "node:test";
import { judgePlan } from "@banter/core/audience/send-plan.ts";
import { type AudienceSettings, defaultAudience } from "@banter/core/audience/settings.ts";
import { countFatesOf, fateSql } from "../../store/audience/plan.ts";
import { json, sql } from "../../store/db/sql.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import { testDeps } from "../../test/app.ts";
import { aPage } from "../../test/builders.ts";
import { seededRandom } from "../../test/random.ts";

const dayMs = 86_400_000;

test("the plan decides in SQL for many customers as it does for one", async (t) => {
  const { db } = await testDeps(t);
  const random = seededRandom(t);
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
  const { pageId } = await aPage({ db });
  const now = databaseNow();
  const customers = Array.from({ length: 400 }, (_, index) => ({
    psid: `web_${index}`,
    is_blocked: random() < 0.1,
    unreachable: pick([null, null, null, "no_chat"]),
    wants_news: pick([null, null, true, false]),
    last_input_at: pick([null, now - dayMs / 2, now - dayMs - 1000, now - 5 * dayMs]),
    paused: pick([null, null, null, { until: null }, { until: now - 1000 }, { until: now + dayMs }]),
    planned_at: pick([null, [], [now - dayMs], [now - 8 * dayMs, now - dayMs, now - 2 * dayMs], [now, now, now]]),
  }));
  await db.count(sql`
    insert into customers (page_id, psid, is_blocked, unreachable, wants_news, last_input_at, planned_at, state)
    select ${pageId}, psid, is_blocked, unreachable, wants_news, to_timestamp(last_input_at / 1000), planned_at,
           json_build_object('paused', paused, 'handOver', json_build_object('until', 1))
      from json_to_recordset(${json(customers)})
             as row (psid text, is_blocked boolean, unreachable text, wants_news boolean, last_input_at float8,
                     planned_at bigint[], paused json)`);

  for (let round = 0; round < 60; round++) {
    const settings: AudienceSettings = {
      ...defaultAudience,
      quiet_hours: null,
      needs_opt_in: random() < 0.5,
      weekly_cap: pick([null, 1, 2, 3]),
    };
    const needs = { isForAnyTime: random() < 0.3, hasOutside: random() < 0.3 };
    const windowSeconds = pick([null, 86_400]);
    const fate = fateSql(needs, settings, { pageId, now, windowSeconds });
    const counted = await countFatesOf(
      db,
      pageId,
      customers.map(({ psid }) => psid),
      fate,
    );
    const judged = customers.map((customer) => {
      const facts = {
        ...{ isBlocked: customer.is_blocked, unreachable: customer.unreachable, isWanted: customer.wants_news },
        ...{ lastInputAt: customer.last_input_at, planned: customer.planned_at ?? [], windowSeconds, zone: "UTC" },
        pausedUntil: customer.paused === null ? 0 : customer.paused.until,
      };
      const verdict = judgePlan(facts, needs, settings, now);
      if (verdict.go === "never") return verdict.why;
      return `${verdict.isOutside ? "outside" : "go"}${verdict.go === "later" ? ` ${verdict.at}` : ""}`;
    });
    const expected = Object.fromEntries([...Map.groupBy(judged, (why) => why)].map(([why, all]) => [why, all.length]));
    const found: Record<string, number> = {};
    for (const { fate, heldUntil, count } of counted) {
      const isLater = heldUntil !== null && (fate === "go" || fate === "outside");
      const key = isLater ? `${fate} ${heldUntil}` : fate;
      found[key] = (found[key] ?? 0) + count;
    }
    assert.deepEqual(found, expected, JSON.stringify({ settings, needs, windowSeconds }));
  }
});
