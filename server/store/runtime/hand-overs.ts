import { pagesOf, rowsOfPages, type Sql, sql } from "../db/sql.ts";
import { isAllowed } from "./allowed-pages.ts";

/** A customer who waits for a person. Times are in epoch milliseconds. */
export type HandOverRow = {
  page_id: string;
  psid: string;
  since: number;
  until: number | null;
  flow_id: number | null;
  turn_id: number;
};

export const saveHandOversCte = (handOvers: HandOverRow[]): Sql => sql`
    saved_hand_overs as (
      insert into hand_overs (page_id, psid, since, until, flow_id, turn_id)
      select page_id, psid, to_timestamp(since / 1000), to_timestamp(until / 1000), flow_id, turn_id
        from ${rowsOfPages(handOvers)}
               as row (page_id text, psid text, since float8, until float8, flow_id bigint, turn_id bigint)
       where ${isAllowed(sql`page_id`)}
          on conflict (page_id, psid) do update
         set since = excluded.since, until = excluded.until, flow_id = excluded.flow_id, turn_id = excluded.turn_id
    )`;

/** A customer who no longer waits: somebody has answered, or the time is up. */
export type EndedHandOverRow = { page_id: string; psid: string };

export const deleteHandOversCte = (ended: EndedHandOverRow[]): Sql => sql`
    deleted_hand_overs as (
      delete from hand_overs
       using unnest(${pagesOf(ended)}, ${ended.map(({ psid }) => psid)}::text[])
               as ended (page_id, psid)
       where hand_overs.page_id = ended.page_id and hand_overs.psid = ended.psid
         and ${isAllowed(sql`ended.page_id`)}
    )`;
