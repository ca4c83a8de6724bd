import type { Db } from "../db/db.ts";
import { type Sql, sql } from "../db/sql.ts";

/** `query` is a tsquery. Results go back from `before`, or from the newest if it is null. */
export type BackwardSearch = { pageId: string; query: string; before: number | null; limit: number };

/** A conversation, and the message by which it was found: the newest one. */
export type ConversationMatch = { psid: string; id: number };

/**
 * Looks through the newest rows of `walk`, at most `steps` of them: finds common words at once, however many rows have
 * them. `matches` selects from `walk`. `end` is where the walk stopped; null if it has seen all.
 */
export async function walkBack(
  db: Db,
  { walk, matches }: { walk: Sql; matches: Sql },
  steps: number,
): Promise<{ matches: ConversationMatch[]; end: number | null }> {
  const walked = await db.many<{ psid: string | null; id: number; steps: number }>(sql`
    with walk as materialized (${walk} order by id desc limit ${steps})
    (${matches})
     union all
    select null, min(id), count(*)::int from walk having count(*) > 0
     order by id desc`);
  const rest = walked.find(({ psid }) => psid === null);
  return {
    matches: walked.filter((match): match is ConversationMatch & { steps: number } => match.psid !== null),
    end: rest?.steps === steps ? rest.id : null,
  };
}
