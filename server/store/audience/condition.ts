import type { ChannelType } from "@banter/core/channels/index.ts";
import { localeKey, type MessageRule, sinceOf } from "@banter/core/flow/conditions/judge-rule.ts";
import type { SegmentCondition, SegmentRule } from "@banter/core/flow/conditions/rule.ts";
import { valueKeys } from "@banter/core/flow/conditions/searched-values.ts";
import type { FieldType } from "@banter/core/model/custom-field.ts";
import { empty, type Sql, sql, timestamp } from "../db/sql.ts";
import { fieldCondition } from "./field-condition.ts";

/** The facts that are the same for all customers of a page. `now` is in epoch milliseconds. */
export type PageFacts = {
  pageId: string;
  channel: ChannelType;
  now: number;
  /** The length of the channel's messaging window; null if it has none. */
  windowSeconds: number | null;
  fieldType: (field: string) => FieldType | undefined;
  /** The id of the first message that is not older than so many days. Ids ascend with time. */
  firstMessageWithin: (days: number) => number;
};

/** A condition as SQL. */
export type AudienceSql = {
  /** The verdict of the rules that need no more than the index, for `customer_index as entry`: true, false or null. */
  known: Sql;
  /** Ends the subquery that finds `known`. */
  fence: Sql;
  /** The customer's own row as `customer`, if a rule needs it. */
  join: Sql;
  /** For an `entry` that has `known`: true for customers who are in the segment or may be, as far as that tells. */
  possible: Sql;
  /** For an `entry` that has `known`: true or false, or null for customers whom only `judgeSegment` can decide. */
  verdict: Sql;
};

/** One place says what a rule means for one customer (`judge`); this is the same for all of them at once. */
export function audienceSql({ match, rules }: SegmentCondition, page: PageFacts): AudienceSql {
  const parts = rules.map((rule) => partOf(rule, page)).sort((one, other) => one.cost - other.cost);
  const ofIndex = parts.filter(({ needsRow }) => !needsRow).map(({ test }) => test);
  const ofRow = parts.filter(({ needsRow }) => needsRow).map(({ test }) => test);
  const joined = joinedBy(match);
  // Before the join, if there is one: else the verdict alone is faster.
  const isTwice = match === "all" && ofIndex.length > 0 && ofRow.length > 0;
  return {
    known: ofIndex.length > 0 ? joined(ofIndex) : sql`${match === "all"}::boolean`,
    fence: isTwice ? sql`offset '0'` : empty,
    join: ofRow.length > 0 ? customerRow(page.pageId) : empty,
    possible: isTwice ? sql`entry.known is not false` : sql`true`,
    verdict: joined([sql`entry.known`, ...ofRow]),
  };
}

/**
 * The page's entries, each with `known`. The offset keeps PostgreSQL from merging this into the statement around it: the
 * rules, which are most of the work, would be worked out once for each place that uses their verdict. In quotes it is of
 * the offset's own type, and several workers may read the table; with a plain 0, none may.
 */
export const knownEntries = (pageId: string, { known, fence }: AudienceSql): Sql => sql`
  (select entry.psid, ${known} as known from customer_index as entry where entry.page_id = ${pageId} ${fence}) as entry`;

export const customerRow = (pageId: string): Sql =>
  sql`join customers as customer on customer.page_id = ${pageId} and customer.psid = entry.psid`;

const joinedBy = (match: "all" | "any") => (parts: Sql[]) =>
  sql`(${parts.reduce((all, part) => (match === "all" ? sql`${all} and ${part}` : sql`${all} or ${part}`))})`;

/** `needsRow`: the test needs the customer's own row, and nothing else. Cheap tests come first. */
type Part = { test: Sql; needsRow: boolean; cost: number };

const sure = (test: Sql): Part => ({ test, needsRow: false, cost: 1 });
const unsure = (test: Sql, cost = 3): Part => ({ test, needsRow: false, cost });
const ofRow = (test: Sql): Part => ({ test, needsRow: true, cost: 4 });

function partOf(rule: SegmentRule, page: PageFacts): Part {
  switch (rule.type) {
    case "tag":
      return rule.tag_id === null
        ? sure(sql`${!rule.has}::boolean`)
        : unsure(sql`((entry.facts ? ${valueKeys.tag(rule.tag_id)}::text) = ${rule.has}::boolean)`, 2);
    case "field":
      return unsure(fieldCondition(rule, page.fieldType(rule.field)), isPresence(rule.operator) ? 2 : 3);
    case "channel":
      return sure(sql`${rule.channels.includes(page.channel)}::boolean`);
    case "locale": {
      const patterns = rule.locales.map((locale) => `${localeKey(locale)}-%`);
      const test = sql`(entry.facts ->> ${valueKeys.locale}::text) like any (${patterns}::text[])`;
      return unsure(sql`(coalesce(${test}, entry.facts is null and null) = ${rule.is}::boolean)`);
    }
    case "last_active": {
      const since = timestamp(sinceOf(rule.days, page.now));
      return ofRow(sql`(coalesce(customer.last_input_at >= ${since}, false) = ${rule.within}::boolean)`);
    }
    case "first_seen":
      return sure(sql`((entry.created_at >= ${timestamp(sinceOf(rule.days, page.now))}) = ${rule.within}::boolean)`);
    case "source":
      return sure(sql`(coalesce(${sourceTest(rule)}, false) = ${rule.is}::boolean)`);
    case "message":
      return sure(sql`(entry.psid in (${messageSenders(rule, page)})) = ${rule.has}::boolean`);
    case "sequence":
      return ofRow(sql`(${sequenceTest(rule.sequence_id)} = ${rule.runs}::boolean)`);
    case "subscription": {
      const wanted = rule.subscription === "subscribed";
      return ofRow(sql`((customer.wants_news is not distinct from ${wanted}::boolean) = ${rule.is}::boolean)`);
    }
    case "reach":
      return ofRow(sql`(${reachTest(rule.reach, page)} = ${rule.is}::boolean)`);
  }
}

const isPresence = (operator: string) => operator === "is_set" || operator === "is_not_set";

function sourceTest({ source, value }: Extract<SegmentRule, { type: "source" }>): Sql {
  if (value !== undefined) return sql`entry.source = ${`${source} ${value}`}::text`;
  return sql`(entry.source = ${source}::text or starts_with(entry.source, ${`${source} `}::text))`;
}

/** The psids of customers with such a message. It is looked up once for all of them. */
function messageSenders(rule: MessageRule, { pageId, firstMessageWithin }: PageFacts): Sql {
  const since = rule.days === undefined ? empty : sql`and messages.id >= ${firstMessageWithin(rule.days)}::bigint`;
  return sql`select messages.psid from messages where messages.page_id = ${pageId} ${since} and ${messageTest(rule)}`;
}

/** For a row of `messages`. */
export function messageTest({ did, flow_id, step, button }: MessageRule): Sql {
  const isMeant = [
    ...(flow_id === null ? [] : [sql`messages.flow_id = ${flow_id}::bigint`]),
    ...(step === undefined ? [] : [sql`messages.step = ${step}::text`]),
    did === "received"
      ? sql`messages.status in ('sent', 'delivered', 'seen')`
      : button === undefined
        ? sql`cardinality(messages.clicked) > 0`
        : sql`${button}::smallint = any (messages.clicked)`,
  ];
  return isMeant.reduce((all, part) => sql`${all} and ${part}`);
}

/** The search of the text spares most customers the reading of their state, which takes ten times as long. */
function sequenceTest(sequenceId: number | null): Sql {
  if (sequenceId === null) return sql`false`;
  return sql`
    coalesce(strpos(customer.state::text, '"sequenceFlowId"') > 0
             and exists (select from json_array_elements(customer.state -> 'sequences') as run
                          where (run ->> 'sequenceFlowId')::bigint = ${sequenceId}::bigint), false)`;
}

function reachTest(reach: Extract<SegmentRule, { type: "reach" }>["reach"], { now, windowSeconds }: PageFacts): Sql {
  switch (reach) {
    case "unreachable":
      return sql`(customer.unreachable is not null)`;
    case "blocked":
      return sql`customer.is_blocked`;
    case "open": {
      const isOpen =
        windowSeconds === null
          ? sql`true`
          : sql`coalesce(customer.last_input_at >= ${timestamp(now - windowSeconds * 1000)}, false)`;
      return sql`(customer.unreachable is null and not customer.is_blocked and ${isOpen})`;
    }
  }
}
