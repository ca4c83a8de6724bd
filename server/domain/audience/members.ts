import { judgeSegment, type Verdict } from "@banter/core/flow/conditions/judge-condition.ts";
import { type MessageRule, type SegmentFacts, sinceOf } from "@banter/core/flow/conditions/judge-rule.ts";
import type { SegmentCondition } from "@banter/core/flow/conditions/rule.ts";
import { readField } from "@banter/core/flow/fields/customer-fields.ts";
import { AppError, customerNotFound, notFound } from "@banter/core/model/error.ts";
import { Zone } from "@banter/core/model/time/zone.ts";
import type { Deps } from "../../deps.ts";
import { type AudienceSql, audienceSql, type PageFacts } from "../../store/audience/condition.ts";
import {
  boundReads,
  countMembers,
  type FoundMember,
  type FoundMembers,
  findAmong,
  firstMessageSince,
  type JudgedCustomer,
  listJudged,
  nextMembers,
  nextUnsure,
} from "../../store/audience/members.ts";
import { listCustomFields } from "../../store/catalog/custom-fields.ts";
import { findPage } from "../../store/catalog/pages.ts";
import type { Db } from "../../store/db/db.ts";
import { isStatementTimeout } from "../../store/db/errors.ts";
import { databaseNow } from "../../store/health/database-clock.ts";

export type Needs = Pick<Deps, "db" | "channels">;

/** Of the customers whom the database cannot decide, a count judges so many. */
const maxJudged = 20_000;
const judgedAtOnce = 2000;

/** `isExact`: false if too many customers are hard to decide; they are then counted by the share of those judged. */
export type Count = { count: number; isExact: boolean };

/** How many customers meet the condition now. */
export async function countSegment(deps: Needs, pageId: string, condition: SegmentCondition): Promise<Count> {
  return inTime(deps, async (db) => {
    const audience = await openAudience({ ...deps, db }, pageId, condition);
    const { sure, unsure } = await countMembers(db, pageId, audience.sql);
    let [judged, fitting, after]: [number, number, string | null] = [0, 0, ""];
    while (unsure > judged && judged < maxJudged && after !== null) {
      const psids: string[] = await nextUnsure(db, pageId, audience.sql, { after, limit: judgedAtOnce });
      fitting += (await audience.judge(psids)).size;
      judged += psids.length;
      after = psids.length < judgedAtOnce ? null : (psids.at(-1) ?? null);
    }
    const isExact = judged >= unsure || after === null;
    return { count: sure + (isExact ? fitting : Math.round((fitting / judged) * unsure)), isExact };
  });
}

/** Customers that a call looks at. */
const stepsAtOnce = 5000;

/** `next` is the psid to go on behind; null at the end. */
type Members = { psids: string[]; next: string | null };

/**
 * The next customers of the segment in the order of psids, at most `limit`. There may be fewer and still more behind
 * `next`. A caller who stores `next` with its work goes on where it was, whatever happens in between.
 */
export async function nextOfSegment(
  deps: Needs,
  pageId: string,
  condition: SegmentCondition,
  { after, limit, steps = stepsAtOnce }: { after: string; limit: number; steps?: number },
): Promise<Members> {
  return inTime(deps, async (db) => {
    const audience = await openAudience({ ...deps, db }, pageId, condition);
    const { found, end } = await findNext(db, pageId, audience.sql, { after, limit, steps });
    return { psids: await sureOf(found, audience), next: end };
  });
}

/** Those among the customers who are in the segment, in any order. */
export async function membersAmong(
  deps: Needs,
  pageId: string,
  condition: SegmentCondition,
  psids: string[],
): Promise<Set<string>> {
  return inTime(deps, async (db) => {
    const audience = await openAudience({ ...deps, db }, pageId, condition);
    return new Set(await sureOf(await findAmong(db, pageId, audience.sql, psids), audience));
  });
}

/** Those who are in the segment, also by the judge. */
async function sureOf(found: FoundMember[], { judge }: Pick<Audience, "judge">): Promise<string[]> {
  const judged = await judge(found.flatMap(({ psid, isSure }) => (isSure ? [] : psid)));
  return found.flatMap(({ psid, isSure }) => (isSure || judged.has(psid) ? psid : []));
}

/** Looks no further than need be if most customers are in the segment. */
async function findNext(
  db: Db,
  pageId: string,
  audience: AudienceSql,
  { after, limit, steps }: { after: string; limit: number; steps: number },
): Promise<FoundMembers> {
  const near = await nextMembers(db, pageId, audience, { after, limit, steps: Math.min(limit, steps) });
  const left = limit - near.found.length;
  if (near.end === null || left === 0 || steps <= limit) return near;
  const far = await nextMembers(db, pageId, audience, { after: near.end, limit: left, steps: steps - limit });
  return { found: [...near.found, ...far.found], end: far.end };
}

/** Why a customer is in the segment, or is not. */
export async function explainMember(
  deps: Needs,
  pageId: string,
  condition: SegmentCondition,
  psid: string,
): Promise<Verdict> {
  const audience = await openAudience(deps, pageId, condition);
  const verdict = (await audience.verdicts([psid])).get(psid);
  if (!verdict) throw customerNotFound();
  return verdict;
}

/** The verdicts of several conditions on one customer, who is read once, and the sequences that they are in. */
export async function explainMemberOfAll(
  deps: Needs,
  pageId: string,
  conditions: SegmentCondition[],
  psid: string,
): Promise<{ verdicts: Verdict[]; sequences: readonly number[] }> {
  const rules = conditions.flatMap((condition) => condition.rules);
  const audience = await openAudience(deps, pageId, { match: "any", rules });
  const facts = (await audience.judged([psid])).get(psid);
  if (!facts) throw customerNotFound();
  return { verdicts: conditions.map((condition) => judgeSegment(condition, facts)), sequences: facts.sequences };
}

type Audience = Awaited<ReturnType<typeof openAudience>>;

/** A condition on a page, ready to be asked. All of its answers are for the same moment. */
export async function openAudience(deps: Needs, pageId: string, condition: SegmentCondition) {
  const { db } = deps;
  const page = await findPage(db, pageId);
  if (!page) throw notFound("page");
  const now = databaseNow();
  const types = new Map((await listCustomFields(db, pageId)).map(({ name, type }) => [name, type]));
  const messageRules = condition.rules.filter((rule) => rule.type === "message");
  const firstIds = new Map<number, number>();
  for (const { days } of messageRules)
    if (days !== undefined && !firstIds.has(days))
      firstIds.set(days, await firstMessageSince(db, pageId, sinceOf(days, now)));
  const facts: PageFacts = {
    pageId,
    channel: page.channel,
    now,
    windowSeconds: deps.channels[page.channel]?.outbound?.window?.seconds ?? null,
    fieldType: (field) => types.get(field),
    firstMessageWithin: (days) => firstIds.get(days) ?? 0,
  };
  const asked = messageRules.map((rule) => ({
    rule,
    firstId: rule.days === undefined ? 0 : facts.firstMessageWithin(rule.days),
  }));

  const judged = async (psids: string[]): Promise<Map<string, SegmentFacts>> => {
    const customers = psids.length === 0 ? [] : await listJudged(db, pageId, psids, asked);
    return new Map(
      customers.map((customer) => [customer.psid, factsOf(customer, facts, { zone: page.timezone, messageRules })]),
    );
  };
  const verdicts = async (psids: string[]): Promise<Map<string, Verdict>> =>
    new Map([...(await judged(psids))].map(([psid, each]) => [psid, judgeSegment(condition, each)]));
  return {
    facts,
    zone: page.timezone,
    sql: audienceSql(condition, facts),
    judged,
    verdicts,
    /** Those among them who are in the segment. */
    judge: async (psids: string[]): Promise<Set<string>> =>
      new Set([...(await verdicts(psids))].flatMap(([psid, { holds }]) => (holds ? psid : []))),
  };
}

/** One customer in the form that rules are judged by. */
export function factsOf(
  customer: JudgedCustomer,
  { channel, now, windowSeconds, fieldType }: PageFacts,
  { zone, messageRules }: { zone: string; messageRules: MessageRule[] },
): SegmentFacts {
  const { timezone, lastInputAt, createdAt, source, unreachable, isBlocked, wantsNews, sequences, messages } = customer;
  return {
    ...{ now, channel, windowSeconds, fieldType, source, unreachable, isBlocked, isWanted: wantsNews },
    zone: () => Zone.safeParse(timezone).data ?? zone,
    tags: customer.tags,
    read: (field) => readField(customer, field),
    fill: (template) => template,
    work: () => true,
    locale: customer.locale,
    firstSeenAt: createdAt.getTime(),
    lastInputAt: lastInputAt?.getTime() ?? null,
    sequences: (sequences ?? []).flatMap(({ sequenceFlowId }) => sequenceFlowId ?? []),
    hasMessage: (rule) => messages[messageRules.indexOf(rule)] ?? false,
  };
}

/** Counts of many calls at once would take the connections that other calls need. */
const maxAtOnce = 2;
let atOnce = 0;
const waiting: (() => void)[] = [];

/** Reads that may go over all customers of a page: few at once on a node, and none for longer than some seconds. */
export async function inTime<Result>({ db }: Pick<Deps, "db">, work: (db: Db) => Promise<Result>): Promise<Result> {
  if (atOnce >= maxAtOnce) await new Promise<void>((resolve) => void waiting.push(resolve));
  else atOnce++;
  try {
    return await db.snapshot(async (db) => {
      await boundReads(db);
      return await work(db);
    });
  } catch (error) {
    if (isStatementTimeout(error))
      throw new AppError(
        "unavailable",
        "The condition takes too long on this page now. Try it again, or with fewer days.",
      );
    throw error;
  } finally {
    const next = waiting.shift();
    if (next) next();
    else atOnce--;
  }
}
