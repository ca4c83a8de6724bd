import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

export type RateLimit = { perSecond: number; burst: number };

/** Takes up to `wanted` whole tokens from the page's bucket. Returns how many were taken and how many are left. */
export async function takeFromBucket(
  db: Db,
  pageId: string,
  { perSecond, burst }: RateLimit,
  wanted: number,
): Promise<{ taken: number; left: number }> {
  const refilled = sql`
    least(${burst}::float8, bucket.tokens + ${perSecond}::float8 *
          greatest(0, extract(epoch from excluded.refilled_at - bucket.refilled_at)::float8))`;
  return db.get(sql`
    insert into rate_buckets as bucket (page_id, tokens, taken, refilled_at)
    values (${pageId}, ${burst}::float8 - least(${wanted}::float8, ${burst}), least(${wanted}::float8, ${burst}),
            clock_timestamp())
        on conflict (page_id) do update
       set taken = least(${wanted}, floor(${refilled})),
           tokens = ${refilled} - least(${wanted}, floor(${refilled})),
           refilled_at = greatest(bucket.refilled_at, excluded.refilled_at)
    returning taken, floor(tokens) as left`);
}
