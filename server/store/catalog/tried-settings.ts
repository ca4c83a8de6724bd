import type { ChannelType } from "@banter/core/channels/index.ts";
import type { Db } from "../db/db.ts";
import { openJson, sealJson } from "../db/sealed.ts";
import { sql } from "../db/sql.ts";

/** Longer than any platform takes to check settings. */
const trySeconds = 120;

/** Settings that a platform is checking just now. Their page may not exist yet. */
export type TriedSettings = { pageId: string; channel: ChannelType; settings: unknown };

export async function saveTriedSettings(db: Db, { pageId, channel, settings }: TriedSettings): Promise<void> {
  await db.count(sql`
    insert into tried_settings (page_id, channel, settings, expires_at)
    values (${pageId}, ${channel}, ${sealJson(db, settings, placeOf(pageId))}, clock_timestamp() + ${trySeconds} * interval '1 second')
        on conflict (page_id) do update
       set channel = excluded.channel, settings = excluded.settings, expires_at = excluded.expires_at`);
}

export async function deleteTriedSettings(db: Db, pageId: string): Promise<void> {
  await db.count(sql`delete from tried_settings where page_id = ${pageId} or expires_at < now()`);
}

/** The tried settings of one page, or of all pages of a channel. */
export async function listTriedSettings(
  db: Db,
  { pageId = null, channel = null }: { pageId?: string | null; channel?: ChannelType | null },
): Promise<TriedSettings[]> {
  const tried = await db.many<TriedSettings>(sql`
    select page_id, channel, settings
      from tried_settings
     where (page_id = ${pageId} or channel = ${channel}) and expires_at > clock_timestamp()`);
  return tried.map((each) => ({ ...each, settings: openJson(db, each.settings, placeOf(each.pageId)) }));
}

/** They last for two minutes, so that nothing seals them again. */
const placeOf = (pageId: string) => `tried settings of ${pageId}`;
