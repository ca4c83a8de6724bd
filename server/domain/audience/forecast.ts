import type { BroadcastSpec } from "@banter/core/audience/broadcast.ts";
import { openingFor, type PlanNeeds, type PlanRefusal, refusals } from "@banter/core/audience/send-plan.ts";
import { type AudienceSettings, defaultAudience } from "@banter/core/audience/settings.ts";
import type { SegmentCondition } from "@banter/core/flow/conditions/rule.ts";
import { instantOf } from "@banter/core/flow/time.ts";
import { Zone } from "@banter/core/model/time/zone.ts";
import { nextUnsure } from "../../store/audience/members.ts";
import { countFates, countFatesOf, type FateCount, fateSql } from "../../store/audience/plan.ts";
import type { Page } from "../../store/catalog/pages.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import { inTime, type Needs, openAudience } from "./members.ts";

/**
 * Customers who would get a message now. `now` and `later` get it, at once or when their time comes; `byTemplate` of them get the
 * content for closed messaging windows. All others are in `refused`, by reason.
 */
export type Forecast = {
  total: number;
  now: number;
  later: number;
  byTemplate: number;
  /** The first time at which one of `later` gets it, in epoch milliseconds. */
  nextAt: number | null;
  refused: Partial<Record<PlanRefusal, number>>;
  /** Of a list: those whom the page does not know. */
  unknown: number;
  /** False if too many customers are hard to decide: the rest of those is left out. */
  isExact: boolean;
};

type Asked = {
  page: Page;
  /** Null: the customers of the list `psids`. */
  condition: SegmentCondition | null;
  psids?: string[];
  needs: PlanNeeds;
  when: BroadcastSpec["when"];
};

const judgedAtOnce = 2000;
const maxJudged = 20_000;

/** The send plan for all of these customers at once, as of now. Nothing is sent. */
export async function forecast(deps: Needs, { page, condition, psids = [], needs, when }: Asked): Promise<Forecast> {
  const settings = page.audience ?? defaultAudience;
  const windowSeconds = deps.channels[page.channel]?.outbound?.window?.seconds ?? null;
  return inTime(deps, async (db) => {
    const now = databaseNow();
    const fate = fateSql(needs, settings, { pageId: page.id, now, windowSeconds });
    if (!condition) {
      const known = await countFatesOf(db, page.id, psids, fate);
      return sumUp(known, { page, settings, when, now, asked: new Set(psids).size });
    }
    const audience = await openAudience({ ...deps, db }, page.id, condition);
    const counts = await countFates(db, page.id, audience.sql, fate);
    let [after, judged]: [string | null, number] = ["", 0];
    while (after !== null && judged < maxJudged) {
      const unsure: string[] = await nextUnsure(db, page.id, audience.sql, { after, limit: judgedAtOnce });
      const members = await audience.judge(unsure);
      if (members.size > 0) counts.push(...(await countFatesOf(db, page.id, [...members], fate)));
      judged += unsure.length;
      after = unsure.length < judgedAtOnce ? null : (unsure.at(-1) ?? null);
    }
    return { ...sumUp(counts, { page, settings, when, now }), isExact: after === null };
  });
}

type Summed = { page: Page; settings: AudienceSettings; when: BroadcastSpec["when"]; now: number; asked?: number };

function sumUp(counts: FateCount[], { page, settings, when, now, asked }: Summed): Forecast {
  const sum: Forecast = {
    total: 0,
    now: 0,
    later: 0,
    byTemplate: 0,
    nextAt: null,
    refused: {},
    unknown: 0,
    isExact: true,
  };
  const timeIn = zoneTimes(settings, when, page.timezone);
  for (const { fate, timezone, heldUntil, count } of counts) {
    sum.total += count;
    const refusal = refusals.find((each) => each === fate);
    if (refusal) {
      sum.refused[refusal] = (sum.refused[refusal] ?? 0) + count;
      continue;
    }
    if (fate === "outside") sum.byTemplate += count;
    const at = Math.max(timeIn(timezone, now), heldUntil ?? 0);
    if (at <= now) sum.now += count;
    else {
      sum.later += count;
      sum.nextAt = Math.min(sum.nextAt ?? at, at);
    }
  }
  if (asked !== undefined) {
    sum.unknown = asked - sum.total;
    sum.total = asked;
  }
  return sum;
}

/** The time at which a broadcast may go to customers of a zone, quiet hours included. Zones are few: each is read once. */
export function zoneTimes(settings: AudienceSettings, when: BroadcastSpec["when"], pageZone: string) {
  const known = new Map<string, number>();
  return (timezone: string | null, now: number): number => {
    const name = timezone ?? "";
    const found = known.get(name);
    if (found !== undefined) return found;
    const zone = Zone.safeParse(timezone).data ?? pageZone;
    const wanted = when.type === "now" ? 0 : instantOf(when.at, when.type === "at" ? pageZone : zone);
    const time = openingFor(settings, zone, Math.max(now, wanted));
    known.set(name, time);
    return time;
  };
}
