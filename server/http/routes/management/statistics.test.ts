import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { todayIn } from "../../../domain/statistics/period.ts";
import { sql } from "../../../store/db/sql.ts";
import { getFlowStatistics } from "../../../store/runtime/step-statistics.ts";
import type { TestPage } from "../../../test/builders.ts";
import { callerOf } from "../../../test/call.ts";
import { testNode } from "../../../test/node.ts";
import { numbersPage } from "../../../test/numbers-page.ts";
import { idsByName } from "../../../test/page-state.ts";
import { aMember, type Browser, signedIn } from "../../../test/people.ts";
import { seededRandom } from "../../../test/random.ts";
import { until } from "../../../test/until.ts";
import { aVisitor } from "../../../test/visitor.ts";

const { baseUrl, deps } = await testNode({ after });
const { db } = deps;
let page: TestPage;
let viewer: Browser;

before(async () => {
  const member = await aMember(deps, { role: "viewer" });
  viewer = await signedIn(baseUrl, member);
  page = await numbersPage(deps, member.workspaceId);
});

const statisticsOf = (query: { from?: string; to?: string; by?: "hour" | "day" | "week" } = {}) =>
  viewer.api("GET /pages/:page_id/statistics", { params: { page_id: page.pageId }, query });

test("after random traffic, every number equals a recount of turns and messages", async (t) => {
  const random = seededRandom(t);
  const pick = <Item>(items: Item[]) => items[Math.floor(random() * items.length)] as Item;
  const call = callerOf(baseUrl, page);
  const ids = await idsByName(deps, page.pageId);
  const visitors = await Promise.all(
    [1, 2, 3, 4].map((n) => aVisitor(baseUrl, page.pageId, n > 2 ? { ref: "door" } : {})),
  );
  for (let round = 0; round < 40; round++) {
    const visitor = pick(visitors);
    const choice = random();
    if (choice < 0.7) await visitor.say(pick(["hello", "name", "Ann Lee", "price?", "PRICE", "huh", "go"]));
    else if (choice < 0.9)
      await call("/flows/send_flow", { json: { psid: visitor.psid, flow_id: ids.get("flow Hello") } });
    else await pressNewest(visitor.psid);
  }
  await digested();

  const { totals, keywords, flows, tools, series, busiest } = await statisticsOf();
  const counted = await recount();

  assert.ok(totals.received > 10 && totals.unmatched > 0 && totals.sent_by_api > 0, JSON.stringify(totals));
  assert.deepEqual(totals, counted.totals);
  assert.deepEqual(
    series.reduce((sum, { received }) => sum + received, 0),
    totals.received,
  );
  assert.deepEqual(
    busiest.reduce((sum, { count }) => sum + count, 0),
    totals.received,
  );
  assert.deepEqual(
    keywords.reduce((sum, { hits }) => sum + hits, 0),
    counted.keywordHits,
  );
  assert.equal(tools[0]?.starts, counted.toolStarts);
  for (const { id, all_time } of flows) {
    const { sent, delivery, seen, isClicked } = await getFlowStatistics(db, page.pageId, id);
    assert.deepEqual(all_time, { sent, delivered: delivery, seen, clicked: isClicked });
  }
});

test("hours, days and weeks have the same sums, and the period before is empty", async () => {
  const today = todayIn("Asia/Ho_Chi_Minh");
  const byHour = await statisticsOf({ from: today, to: today });
  const byDay = await statisticsOf({ from: today, to: today, by: "day" });
  const byWeek = await statisticsOf({ from: today, to: today, by: "week" });

  assert.deepEqual([byHour.by, byHour.series.length, byDay.series.length], ["hour", 24, 1]);
  assert.deepEqual(byHour.totals, byDay.totals);
  assert.deepEqual(byWeek.totals, byDay.totals);
  assert.equal(byDay.totals_before.received, 0);
});

test("the steps of a flow have the numbers of all time, since all of it was today", async () => {
  const ids = await idsByName(deps, page.pageId);
  const flow_id = ids.get("flow Name") ?? assert.fail();
  const params = { page_id: page.pageId, flow_id };
  const { steps, starts } = await viewer.api("GET /pages/:page_id/flows/:flow_id/statistics", { params });
  const { steps: allTime } = await viewer.api("GET /pages/:page_id/flows/:flow_id/counters", { params });

  assert.ok(starts > 0);
  for (const [id, { entered, exits, clicked }] of Object.entries(allTime)) {
    assert.deepEqual([steps[id]?.entered, steps[id]?.exits], [entered, exits], id);
    assert.equal(sum(Object.values(steps[id]?.clicks ?? {})), clicked, id);
  }
});

test("unmatched messages are grouped, and the lab finds them a keyword", async () => {
  const params = { page_id: page.pageId };
  const { groups } = await viewer.api("GET /pages/:page_id/statistics/unmatched", { params });
  const huh = groups.find(({ text }) => text === "huh") ?? assert.fail();
  const [like] = (await viewer.api("GET /pages/:page_id/keywords", { params })).keywords;
  const edited = [{ ...(like ?? assert.fail()), id: null, name: "Huh", phrases: ["huh"] }];
  const lab = await viewer.api("POST /pages/:page_id/keywords/lab", { params, body: { edited } });

  const made = lab.keywords.find(({ name }) => name === "Huh");
  assert.ok((made?.hits ?? 0) >= huh.count);
  assert.equal(lab.unmatched.before - lab.unmatched.count, made?.hits);
  assert.deepEqual(
    lab.moved.map(({ from, to }) => [from, to?.name]),
    [[null, "Huh"]],
  );
});

test("opening a tool's own link leads to the chat and counts", async () => {
  const ids = await idsByName(deps, page.pageId);
  const toolId = ids.get("tool Door") ?? assert.fail();
  const open = () => fetch(`${baseUrl}/tools/${page.pageId}/${toolId}/open`, { redirect: "manual" });
  const answers = await Promise.all([open(), open(), open()]);
  await fetch(`${baseUrl}/tools/${page.pageId}/${toolId}/open`, { method: "HEAD", redirect: "manual" });

  const { tools } = await statisticsOf();
  assert.deepEqual(
    answers.map(({ status }) => status),
    [302, 302, 302],
  );
  assert.match(answers[0]?.headers.get("location") ?? "", /\/chat\/.*door/);
  assert.equal(tools.find(({ id }) => id === toolId)?.opens, 3);
  assert.equal((await fetch(`${baseUrl}/tools/${page.pageId}/999/open`)).status, 404);
});

test("a period that makes no sense is refused", async () => {
  for (const query of [
    { from: "2026-02-02", to: "2026-02-01" },
    { from: "2020-01-01", to: "2026-02-01" },
    { from: "soon" },
  ])
    await assert.rejects(statisticsOf(query), { status: 400 });
});

test("the home of a page has today's numbers and nothing to do", async () => {
  const { needs, today, yesterday, health } = await viewer.api("GET /pages/:page_id/home", {
    params: { page_id: page.pageId },
  });

  assert.deepEqual(
    [needs.connection.state, needs.token, needs.parked_mail, needs.waiting.count],
    ["ready", null, 0, 0],
  );
  assert.ok(today.received > 0);
  assert.equal(yesterday.received, 0);
  assert.deepEqual([health.oldest_waiting_at, health.failing_hosts], [null, []]);
});

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

/** Presses the first button of the newest message with buttons. */
async function pressNewest(psid: string): Promise<void> {
  const message = await db.find<{ id: number }>(sql`
    select id from messages
     where page_id = ${page.pageId} and psid = ${psid} and json_array_length(content -> 'buttons') > 0
     order by id desc limit 1`);
  if (!message) return;
  await deps.accept({ pageId: page.pageId, psid, event: { type: "payload", payload: `b${message.id}.0` } });
}

/** Waits until all mail is handled and everything that came of it is counted. */
async function digested(): Promise<void> {
  await until(async () => {
    const digest = await db.find<{ isDone: boolean }>(sql`
      select not exists (select from mailbox where page_id = ${page.pageId} and due_at <= clock_timestamp())
         and through_id >= (select max(id) from turns where page_id = ${page.pageId})
         and through_id >= (select max(id) from messages where page_id = ${page.pageId}) as is_done
        from digests where page_id = ${page.pageId}`);
    return digest?.isDone === true;
  });
}

/** The same numbers by other means. */
async function recount() {
  return db.get<{ totals: Record<string, number>; keywordHits: number; toolStarts: number }>(sql`
    with turn as (
      select id, psid, event ->> 'type' as type, trace ->> 'outcome' as outcome, trace -> 'triggers' as triggers
        from turns where page_id = ${page.pageId}
    ), trigger as (
      select turn.*, each ->> 'on' as "on", each ->> 'verdict' as verdict, place,
             json_array_length(triggers) as triggers_count
        from turn cross join json_array_elements(triggers) with ordinality as listed (each, place)
    ), message as (
      select (select type from turn where turn.id = turn_id) as type from messages where page_id = ${page.pageId}
    )
    select json_build_object(
             'new_customers', (select count(distinct psid) from turn where type in ('message', 'press', 'referral')),
             'received', (select count(*) from turn where type in ('message', 'press')),
             'sent_by_bot', (select count(*) from message where type in ('message', 'press', 'referral', 'timer', 'answer')),
             'sent_by_person', (select count(*) from message where type = 'person_message'),
             'sent_by_api', (select count(*) from message where type in ('send_flow', 'send_content')),
             'sent_by_broadcast', 0,
             'answered_by_bot', (select count(*) from turn
                                  where type in ('message', 'press', 'referral')
                                    and outcome in ('started', 'answered', 'asked_again', 'gave_up')),
             'answered_by_person', 0,
             'unmatched', (select count(*) from trigger
                            where type = 'message' and place = triggers_count and "on" = 'default_reply')) as totals,
           (select count(*) from trigger where "on" = 'keyword' and verdict = 'matched') as keyword_hits,
           (select count(*) from trigger where "on" = 'referral' and verdict = 'flow') as tool_starts`);
}

test("goals count for the growth tool that the customer came by, in each currency", async () => {
  const member = await aMember(deps);
  const { api } = await signedIn(baseUrl, member);
  const { pageId: page_id } = await numbersPage(deps, member.workspaceId);
  const guest = await aVisitor(baseUrl, page_id, { ref: "door" });
  const other = await aVisitor(baseUrl, page_id);
  for (const visitor of [guest, other]) await visitor.say("hello");
  const reach = (psid: string, body: { name: string; value: number; currency: string }) =>
    api("POST /pages/:page_id/customers/:psid/goals", { params: { page_id, psid }, body });
  await reach(guest.psid, { name: "Purchase", value: 120_000.5, currency: "VND" });
  await reach(guest.psid, { name: "Purchase", value: 80_000, currency: "VND" });
  await reach(guest.psid, { name: "Purchase", value: 30, currency: "EUR" });
  await reach(other.psid, { name: "Purchase", value: 999, currency: "VND" });

  const statistics = () => api("GET /pages/:page_id/statistics", { params: { page_id } });
  const goals = async () => (await statistics()).tools.find(({ name }) => name === "Door")?.goals ?? [];
  await until(async () => (await goals()).reduce((all, { count }) => all + count, 0) === 3);
  assert.deepEqual(await goals(), [
    { name: "Purchase", currency: "VND", count: 2, value: 200_000.5 },
    { name: "Purchase", currency: "EUR", count: 1, value: 30 },
  ]);
  const { goals: all } = await api("GET /pages/:page_id/statistics/goals", { params: { page_id } });
  assert.equal(
    all.reduce((sum, { count }) => sum + count, 0),
    4,
  );
});
