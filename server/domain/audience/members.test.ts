import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldOperators, hasValue } from "@banter/core/flow/conditions/field-operators.ts";
import { judgeSegment } from "@banter/core/flow/conditions/judge-condition.ts";
import { SegmentCondition, type SegmentRule } from "@banter/core/flow/conditions/rule.ts";
import { audienceSql, type PageFacts } from "../../store/audience/condition.ts";
import { firstMessageSince, listJudged, nextMembers } from "../../store/audience/members.ts";
import { insertChangesFrom } from "../../store/customers/customer-changes.ts";
import type { Db } from "../../store/db/db.ts";
import { json, sql } from "../../store/db/sql.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import { testDeps } from "../../test/app.ts";
import { aPage } from "../../test/builders.ts";
import { seededRandom } from "../../test/random.ts";
import { indexChanges } from "../customers/indexing.ts";
import { countSegment, explainMember, factsOf, membersAmong, nextOfSegment } from "./members.ts";

type Random = () => number;
const dayMs = 86_400_000;
const types = { city: "text", age: "number", vip: "boolean", born: "date", note: undefined } as const;
const names = [...Object.keys(types), "user_first_name", "email", "phone", "locale", "timezone"];

/** Values and expectations come from the same words, so that they often meet. */
const words = [
  ...["", " ", "Hà Nội", "HÀ NỘI", "ha noi", "Hà Nội", "Đà Nẵng", "nội", "ß", "Straße", "ς", "Σ", "İ", "ﬁ", "Ａｂｃ"],
  ...[
    "abc",
    "a'b\"c\\d",
    "%",
    "_",
    "x".repeat(190),
    "y".repeat(300),
    "é".repeat(150),
    "👍🏽",
    "👍",
    "\u200dzero",
    "a  b\tc",
  ],
  ...[
    "0",
    "-0",
    "1",
    "10",
    "10.0",
    " 10 ",
    "9",
    "1.5",
    "1,5",
    "-3",
    "１０",
    "007",
    "1e3",
    "12345678901234567890",
    "0.1",
  ],
  ...["true", "True", "yes", "ＹＥＳ", "no", "off", "on", "false", "２０２６-10-01"],
  ...["2026-10-01", " 2026-10-01 ", "2026-10-02", "2026-99-99", "2011-12-30", "2026-10-01T00:30", "2026-10-01 23:30"],
  ...["2026-10-01T10:00+07:00", "2026-10-01T20:00:00Z", "2026-03-29T02:30", "2026-03-29T03:30", "2026-10-05T01:00Z"],
  ...["2025-01-01T00:00", "0000-01-01", "9999-12-31", "9999-12-31T23:59Z", "0000-01-01T00:00Z", "+84 901 234 567"],
];
const zones = [null, "Asia/Ho_Chi_Minh", "Europe/Berlin", "Pacific/Apia", "America/Los_Angeles", "UTC", "no zone"];
const locales = [null, "vi_VN", "vi", "en_US", "en-GB", "pt_BR", "virtual", ""];

test("a condition decides in SQL for all customers as it does for one", async (t) => {
  const deps = await testDeps(t);
  const { db } = deps;
  const random = seededRandom(t);
  const { pageId } = await aPage(deps);
  const psids = await fill(db, pageId, random);
  while (await indexChanges({ db }));
  // Customers from before an upgrade are not prepared yet.
  await db.count(sql`
    update customer_index set facts = null where page_id = ${pageId} and psid = any (${psids.slice(0, 10)}::text[])`);
  const prepared = new Set(psids.slice(10));
  let [decided, undecided] = [0, 0];

  for (let round = 0; round < 150; round++) {
    const condition = SegmentCondition.parse(aCondition(random));
    const said = `${JSON.stringify(condition)}`;
    const facts = await factsOfPage(db, pageId, condition);
    const { found } = await nextMembers(db, pageId, audienceSql(condition, facts), {
      ...{ after: "", limit: psids.length + 1, steps: psids.length + 1 },
    });
    const inSql = new Map(found.map(({ psid, isSure }) => [psid, isSure]));
    const messageRules = condition.rules.filter((rule) => rule.type === "message");
    const asked = messageRules.map((rule) => ({
      rule,
      firstId: rule.days === undefined ? 0 : facts.firstMessageWithin(rule.days),
    }));
    for (const customer of await listJudged(db, pageId, psids, asked)) {
      const { holds } = judgeSegment(condition, factsOf(customer, facts, { zone: "Asia/Tokyo", messageRules }));
      const isSure = inSql.get(customer.psid);
      if (isSure === false) undecided += prepared.has(customer.psid) ? 1 : 0;
      else {
        decided++;
        assert.equal(isSure ?? false, holds, `${said} ${JSON.stringify(customer)}`);
      }
    }
  }

  t.diagnostic(`${decided} decided by SQL, ${undecided} left to the judge`);
  assert.ok(undecided < decided / 20, `${undecided} of ${decided + undecided} were left to the judge`);
});

test("counting, listing and explaining agree", async (t) => {
  const deps = await testDeps(t);
  const { db } = deps;
  const random = seededRandom(t);
  const { pageId } = await aPage(deps);
  const psids = await fill(db, pageId, random);
  while (await indexChanges({ db }));

  for (let round = 0; round < 10; round++) {
    const condition = SegmentCondition.parse(aCondition(random, (rule) => rule.type !== "last_active"));
    const listed: string[] = [];
    for (let after: string | null = ""; after !== null; ) {
      const part: Awaited<ReturnType<typeof nextOfSegment>> = await nextOfSegment(deps, pageId, condition, {
        ...{ after, limit: 7, steps: 30 },
      });
      listed.push(...part.psids);
      after = part.next;
    }
    const explained: string[] = [];
    for (const psid of psids) if ((await explainMember(deps, pageId, condition, psid)).holds) explained.push(psid);

    assert.deepEqual(listed, explained.toSorted(), JSON.stringify(condition));
    assert.deepEqual(await countSegment(deps, pageId, condition), { count: listed.length, isExact: true });
    const among = psids.filter((_, index) => index % 2 === 0);
    const members = await membersAmong(deps, pageId, condition, among);
    assert.deepEqual([...members].sort(), among.filter((psid) => listed.includes(psid)).sort());
  }
  const nobody = explainMember(deps, pageId, SegmentCondition.parse(aCondition(random)), "web_none");
  await assert.rejects(nobody, { code: "customer_not_found" });
});

async function factsOfPage(db: Db, pageId: string, { rules }: SegmentCondition): Promise<PageFacts> {
  const now = databaseNow();
  const firstIds = new Map<number, number>();
  for (const rule of rules)
    if (rule.type === "message" && rule.days !== undefined)
      firstIds.set(rule.days, await firstMessageSince(db, pageId, now - rule.days * dayMs));
  return {
    ...{ pageId, now, channel: "webchat", windowSeconds: 7 * 86_400 },
    fieldType: (field) => types[field as keyof typeof types],
    firstMessageWithin: (days) => firstIds.get(days) ?? 0,
  };
}

const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
const chance = (random: Random, share: number) => random() < share;

function aCondition(random: Random, isMeant: (rule: SegmentRule) => boolean = () => true): unknown {
  const count = 1 + Math.floor(random() * 4);
  const rules: unknown[] = [];
  while (rules.length < count) {
    const rule = aRule(random);
    if (isMeant(rule as SegmentRule)) rules.push(rule);
  }
  return { match: pick(random, ["all", "any"]), rules };
}

function aRule(random: Random): unknown {
  const is = chance(random, 0.5);
  const days = pick(random, [1, 7, 30]);
  const kinds: (() => unknown)[] = [
    () => ({ type: "tag", tag_id: pick(random, [1, 2, 99, null]), has: is }),
    () => ({ type: "channel", channels: [pick(random, ["webchat", "telegram"])] }),
    () => ({ type: "locale", locales: [pick(random, ["vi", "en", "pt-BR", "EN_us"])], is }),
    () => ({ type: "last_active", within: is, days }),
    () => ({ type: "first_seen", within: is, days }),
    () => ({ type: "source", source: pick(random, ["ad", "ref"]), value: "spring sale", is }),
    () => ({ type: "source", source: pick(random, ["ad", "ref", "direct"]), is }),
    () => {
      const [flow_id, did] = [pick(random, [null, 11, 12]), pick(random, ["received", "pressed"])];
      const step = flow_id !== null && chance(random, 0.5) ? { step: pick(random, ["one", "two"]) } : {};
      const button = "step" in step && did === "pressed" && chance(random, 0.5) ? { button: 1 } : {};
      return { type: "message", did, flow_id, ...step, ...button, ...(chance(random, 0.5) && { days }), has: is };
    },
    () => ({ type: "sequence", sequence_id: pick(random, [null, 11, 12]), runs: is }),
    () => ({ type: "subscription", subscription: pick(random, ["subscribed", "unsubscribed"]), is }),
    () => ({ type: "reach", reach: pick(random, ["open", "unreachable", "blocked"]), is }),
  ];
  return chance(random, 0.6) ? aFieldRule(random) : pick(random, kinds)();
}

function aFieldRule(random: Random): unknown {
  const operator = pick(random, fieldOperators);
  return {
    ...{ type: "field", field: pick(random, names), operator },
    ...(hasValue(operator) && { value: pick(random, words) }),
  };
}

/** Customers with odd values, messages and sequences; every third has nothing at all. */
async function fill(db: Db, pageId: string, random: Random): Promise<string[]> {
  for (const [index, [name, type]] of Object.entries(types).entries())
    if (type)
      await db.count(sql`
        insert into custom_fields (page_id, position, name, type) values (${pageId}, ${index}, ${name}, ${type})`);
  const maybe = <Item>(item: Item) => (chance(random, 0.3) ? null : item);
  const word = () => pick(random, words) || null;
  const rows = Array.from({ length: 150 }, (_, index) => ({
    psid: `web_${1000 + index * 7}`,
    ...(index % 3 > 0 && {
      first_name: maybe(word()),
      email: maybe(word()),
      phone: maybe(word()),
      locale: pick(random, locales),
      timezone: pick(random, zones),
      ad_id: chance(random, 0.2) ? "77" : null,
      tags: [1, 2, 3].filter(() => chance(random, 0.4)),
      fields: Object.fromEntries(
        Object.keys(types).flatMap((name) => (chance(random, 0.3) ? [] : [[name, pick(random, words)]])),
      ),
      last_input_at: maybe(new Date(Date.now() - Math.floor(random() * 40) * dayMs - 60_000).toISOString()),
      state: maybe({
        payload: { text: '"sequenceFlowId"' },
        sequences: [11, 12].filter(() => chance(random, 0.3)).map((flowId) => ({ flowId, sequenceFlowId: flowId })),
      }),
      unreachable: chance(random, 0.2) ? "blocked_by_customer" : null,
      is_blocked: chance(random, 0.2),
      wants_news: pick(random, [null, true, false]),
    }),
    created_at: new Date(Date.now() - Math.floor(random() * 40) * dayMs - 60_000).toISOString(),
  }));
  const full = rows.map((row) => ({ tags: [], fields: {}, is_blocked: false, ...row }));
  await db.count(sql`
    with saved as (
      insert into customers (page_id, psid, first_name, email, phone, locale, timezone, ad_id, tags, fields,
                             last_input_at, state, unreachable, is_blocked, wants_news, created_at)
      select ${pageId}, psid, first_name, email, phone, locale, timezone, ad_id, tags, fields, last_input_at, state,
             unreachable, is_blocked, wants_news, created_at
        from json_to_recordset(${json(full)})
               as row (psid text, first_name text, email text, phone text, locale text, timezone text, ad_id text,
                       tags bigint[], fields json, last_input_at timestamptz, state json, unreachable text,
                       is_blocked boolean, wants_news boolean, created_at timestamptz)
      returning page_id, psid)
    ${insertChangesFrom(sql`saved`)}`);
  const psids = rows.map(({ psid }) => psid);
  await fillTraffic(db, pageId, psids, random);
  return psids;
}

/** First events, which tell the source, and messages, older ones with lower ids. */
async function fillTraffic(db: Db, pageId: string, psids: string[], random: Random): Promise<void> {
  const turns = psids
    .filter(() => chance(random, 0.6))
    .map((psid, index) => {
      const event = pick(random, [
        { type: "message", text: "hi" },
        { type: "referral", ref: "spring sale" },
        { type: "referral", ref: "", adId: "spring sale" },
      ]);
      return { id: index + 1, psid, event };
    });
  await db.count(sql`
    insert into turns (page_id, id, psid, at, event)
    select ${pageId}, id, psid, now(), event
      from json_to_recordset(${json(turns)}) as row (id bigint, psid text, event json)`);
  const messages = Array.from({ length: 300 }, (_, index) => ({
    id: 1000 + index * 3,
    psid: pick(random, psids),
    flow_id: pick(random, [null, 11, 12]),
    step: pick(random, ["one", "two"]),
    status: pick(random, ["queued", "sent", "delivered", "seen", "failed"]),
    clicked: pick(random, [[], [0], [0, 1]]),
    created_at: new Date(Date.now() - ((300 - index) / 300) * 40 * dayMs).toISOString(),
  }));
  await db.count(sql`
    insert into messages (page_id, id, psid, turn_id, flow_id, step, lane, content, status, clicked, created_at)
    select ${pageId}, id, psid, 1, flow_id, step, 'reply', '{}', status, clicked, created_at
      from json_to_recordset(${json(messages)})
             as row (id bigint, psid text, flow_id bigint, step text, status text, clicked smallint[],
                     created_at timestamptz)`);
}
