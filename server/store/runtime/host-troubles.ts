import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

export type HostTrouble = { host: string; since: Date; failure: string };

/** A host that was not called again for so long is not known to fail now. */
const freshMinutes = 15;
const maxListed = 100;

export async function saveHostTrouble(db: Db, pageId: string, host: string, failure: string): Promise<void> {
  await db.count(sql`
    insert into host_troubles as old (page_id, host, failure)
    select id, ${host}, ${failure} from pages where id = ${pageId}
        on conflict (page_id, host) do update
       set at = excluded.at, failure = excluded.failure,
           since = case when excluded.at - old.at > ${freshMinutes} * interval '1 minute'
                        then excluded.since else old.since end`);
}

export async function deleteHostTrouble(db: Db, pageId: string, host: string): Promise<void> {
  await db.count(sql`delete from host_troubles where page_id = ${pageId} and host = ${host}`);
}

export function listHostTroubles(db: Db, pageId: string): Promise<HostTrouble[]> {
  return db.many(sql`
    select host, since, failure
      from host_troubles
     where page_id = ${pageId} and at > clock_timestamp() - ${freshMinutes} * interval '1 minute'
     order by since
     limit ${maxListed}`);
}
