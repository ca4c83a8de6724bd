import type { SequenceLeave, SequenceStep } from "@banter/core/flow/audience/sequence.ts";
import type { Db } from "../db/db.ts";
import { json, type Sql, sql } from "../db/sql.ts";

/** `version` is that of its steps. */
export type Sequence = {
  id: number;
  name: string;
  isOn: boolean;
  version: number;
  leave: SequenceLeave;
  steps: SequenceStep[];
};

/** In the owner's order. */
export function listSequences(db: Db, pageId: string): Promise<Sequence[]> {
  return db.many(sql`
    select sequences.id, name, is_on, sequences.version, leave, steps
      from sequences
      join sequence_versions as newest
        on newest.page_id = sequences.page_id and newest.sequence_id = sequences.id
       and newest.version = sequences.version
     where sequences.page_id = ${pageId} and newest.page_id = ${pageId}
     order by position, sequences.id`);
}

/** The ids and names alone. */
export function listSequenceNames(db: Db, pageId: string): Promise<{ id: number; name: string }[]> {
  return db.many(sql`select id, name from sequences where page_id = ${pageId} order by position, id`);
}

/** A sequence as the turns of its page need it. `movedTo` is the newest version that is also for those inside. */
export type RunnableSequence = Omit<Sequence, "steps"> & { movedTo: number | null };

export const runnableSequenceRows = (pageId: string | Sql) => sql`
    select id, name, is_on, version, leave,
           (select max(moving.version) from sequence_versions as moving
             where moving.page_id = ${pageId} and moving.sequence_id = sequences.id and moves_people) as moved_to
      from sequences
     where sequences.page_id = ${pageId}
     order by position, id`;

/** Inserts or updates sequences, without their steps. Positions follow the list. */
export async function saveSequences(db: Db, pageId: string, sequences: Omit<Sequence, "steps">[]): Promise<void> {
  const rows = sequences.map(({ id, name, isOn, version, leave }, index) => ({
    ...{ id, name, version, leave },
    is_on: isOn,
    position: index + 1,
  }));
  await db.count(sql`
    insert into sequences (page_id, id, position, name, is_on, version, leave)
    select ${pageId}, id, position, name, is_on, version, leave
      from json_to_recordset(${json(rows)})
        as row (id bigint, position integer, name text, is_on boolean, version integer, leave json)
        on conflict (page_id, id) do update
       set position = excluded.position, name = excluded.name, is_on = excluded.is_on, version = excluded.version,
           leave = excluded.leave`);
}

/** Their versions go with them. */
export async function deleteSequences(db: Db, pageId: string, ids: number[]): Promise<void> {
  await db.count(sql`delete from sequences where page_id = ${pageId} and id = any (${ids}::bigint[])`);
}
