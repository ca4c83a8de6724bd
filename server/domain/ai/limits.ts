import {
  type LimitPeriod,
  limitPeriods,
  type ModelLimit,
  type ModelLimits,
  type ModelUsage,
  noLimits,
} from "@banter/core/flow/ai/model.ts";
import type { ModelFailure } from "@banter/core/flow/ai/model-reply.ts";
import { dayOf } from "@banter/core/flow/time.ts";
import type { Deps } from "../../deps.ts";
import { findPage } from "../../store/catalog/pages.ts";
import type { Db } from "../../store/db/db.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import {
  findModelLimits,
  lockModelLimits,
  type Noticed,
  saveModelLimits,
  saveNoticed,
} from "../../store/models/model-limits.ts";
import {
  addUsage,
  findUsage,
  settleUsage,
  type UsagePlace,
  type UsageSettlement,
} from "../../store/models/model-usage.ts";
import { addNotification } from "../../store/notifications/notifications.ts";
import { sumReservations } from "../../store/runtime/requests.ts";

const usageKeys = ["calls", "tokens", "cost"] as const;

/** Members are told when a limit of the page is used up to this share. */
const noticeShare = 0.8;

export type LimitFailure = Extract<ModelFailure, `limit_${LimitPeriod}`>;

/**
 * Reserves what a call may use at most, or returns the limit that it could go beyond. `keep` stores the reservation; if
 * it returns false, nothing is reserved, and neither is undefined returned but "lost".
 */
export function reserve(
  db: Db,
  place: UsagePlace,
  usage: ModelUsage,
  keep: (db: Db) => Promise<boolean> = async () => true,
): Promise<LimitFailure | "lost" | undefined> {
  return db.transact(async (db) => {
    const { limits } = await lockModelLimits(db, place.pageId);
    const used = await findUsage(db, place);
    const full = limitPeriods.find((period) => isBeyond(limits[period], used[period], usage));
    if (full) return `limit_${full}` as const;
    if (!(await keep(db))) return "lost";
    await addUsage(db, place, usage);
    return undefined;
  });
}

const isBeyond = (limit: ModelLimit, used: ModelUsage, more: ModelUsage) =>
  usageKeys.some((key) => limit[key] !== null && used[key] + more[key] > limit[key]);

/** Replaces the reservation of a call that no request stands for. */
export async function settle(db: Db, settlement: UsageSettlement): Promise<void> {
  await settleUsage(db, settlement);
  await noticeUsage(db, settlement);
}

/**
 * Tells the team that a limit of the page is nearly used up, once for each day and month. Called once a call is settled:
 * what customers' calls under way have reserved does not count yet.
 */
export async function noticeUsage(db: Db, { pageId, day }: Pick<UsagePlace, "pageId" | "day">): Promise<void> {
  const limits = await findModelLimits(db, pageId);
  if (!limits || !hasPageLimit(limits)) return;
  await db.transact(async (db) => {
    const { limits, noticed } = await lockModelLimits(db, pageId);
    const used = await findUsage(db, { pageId, psid: null, day });
    const open = await sumReservations(db, pageId);
    const now = { page_day: day, page_month: day.slice(0, 7) };
    const near = noticePeriods.filter(
      (period) => noticed[period] !== now[period] && isNear(limits[period], used[period], open),
    );
    if (near.length === 0) return;
    const told: Noticed = { ...noticed, ...Object.fromEntries(near.map((period) => [period, now[period]])) };
    await saveNoticed(db, pageId, told);
    await addNotification(db, pageId, { kind: "model_limit", text: "" });
  });
}

const noticePeriods = ["page_day", "page_month"] as const;

const hasPageLimit = (limits: ModelLimits) =>
  noticePeriods.some((period) => usageKeys.some((key) => limits[period][key] !== null));

const isNear = (limit: ModelLimit, used: ModelUsage, open: ModelUsage) =>
  usageKeys.some((key) => {
    const settled = used[key] - open[key];
    return limit[key] !== null && settled > 0 && settled >= limit[key] * noticeShare;
  });

/** The limit of the page that is nearest to its end, if the team is told of it, and how much of it is used. */
export async function findNearLimit(db: Db, pageId: string) {
  const limits = await findModelLimits(db, pageId);
  if (!limits || !hasPageLimit(limits)) return null;
  const used = await findUsage(db, { pageId, psid: null, day: await localDay(db, pageId) });
  const shares = noticePeriods.map((period) => ({ period, share: usedShare(limits[period], used[period]) }));
  const [nearest] = shares.toSorted((one, other) => other.share - one.share);
  if (!nearest || nearest.share < noticeShare) return null;
  return { period: nearest.period, percent: Math.floor(Math.min(nearest.share, 1) * 100) };
}

const usedShare = (limit: ModelLimit, used: ModelUsage) =>
  Math.max(...usageKeys.map((key) => (limit[key] === null ? 0 : used[key] / Math.max(limit[key], 1))));

/** The page's local day: `2026-11-18`. */
export async function localDay(db: Db, pageId: string): Promise<string> {
  const page = await findPage(db, pageId);
  return dayOf(databaseNow(), page?.timezone ?? "UTC");
}

/** The limits, and what was used today and this month. */
export async function readLimits({ db }: Pick<Deps, "db">, pageId: string) {
  const limits = (await findModelLimits(db, pageId)) ?? noLimits;
  const used = await findUsage(db, { pageId, psid: null, day: await localDay(db, pageId) });
  return { limits, today: used.page_day, month: used.page_month };
}

export async function changeLimits(
  { db }: Pick<Deps, "db">,
  pageId: string,
  limits: ModelLimits,
): Promise<ModelLimits> {
  await saveModelLimits(db, pageId, limits);
  return limits;
}
