import type { SequenceStep } from "@banter/core/flow/audience/sequence.ts";
import type { Db } from "../db/db.ts";
import { json, sql } from "../db/sql.ts";

/** `movesPeople`: customers inside an earlier version go on with this one. */
type NewVersion = { version: number; steps: SequenceStep[]; movesPeople: boolean };

export async function insertSequenceVersion(
  db: Db,
  pageId: string,
  sequenceId: number,
  { version, steps, movesPeople }: NewVersion,
): Promise<void> {
  await db.count(sql`
    insert into sequence_versions (page_id, sequence_id, version, steps, moves_people)
    values (${pageId}, ${sequenceId}, ${version}, ${json(steps)}, ${movesPeople})`);
}

/** The steps of a version; undefined if the sequence is gone. */
export async function findSequenceSteps(
  db: Db,
  pageId: string,
  sequenceId: number,
  version: number,
): Promise<SequenceStep[] | undefined> {
  const found = await db.find<{ steps: SequenceStep[] }>(sql`
    select steps from sequence_versions
     where page_id = ${pageId} and sequence_id = ${sequenceId} and version = ${version}`);
  return found?.steps;
}
