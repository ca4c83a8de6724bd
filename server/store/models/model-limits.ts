import { type ModelLimits, noLimits } from "@banter/core/flow/ai/model.ts";
import type { Db } from "../db/db.ts";
import { json, sql } from "../db/sql.ts";

/** The day and the month whose notice was sent. */
export type Noticed = { page_day?: string; page_month?: string };

export type StoredLimits = { limits: ModelLimits; noticed: Noticed };

export async function findModelLimits(db: Db, pageId: string): Promise<ModelLimits | undefined> {
  const found = await db.find<{ limits: ModelLimits }>(sql`
    select limits from model_limits where page_id = ${pageId}`);
  return found?.limits;
}

/** The limits, locked until the transaction ends: calls of one page reserve one after the other. */
export async function lockModelLimits(db: Db, pageId: string): Promise<StoredLimits> {
  const found = await db.find<StoredLimits>(sql`
    select limits, noticed from model_limits where page_id = ${pageId} for update`);
  return found ?? { limits: noLimits, noticed: {} };
}

export async function saveModelLimits(db: Db, pageId: string, limits: ModelLimits): Promise<void> {
  await db.count(sql`
    insert into model_limits (page_id, limits) values (${pageId}, ${json(limits)})
        on conflict (page_id) do update set limits = excluded.limits, noticed = '{}'`);
}

export async function saveNoticed(db: Db, pageId: string, noticed: Noticed): Promise<void> {
  await db.count(sql`update model_limits set noticed = ${json(noticed)} where page_id = ${pageId}`);
}
