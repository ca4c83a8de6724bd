import type { Deps } from "../../deps.ts";
import { digestPages } from "../../runner/digest/digest.ts";
import { indexWords } from "../../runner/digest/index-words.ts";
import type { Db } from "../../store/db/db.ts";
import { json, sql } from "../../store/db/sql.ts";

/** A row of the past: how many days ago, of which customer, and what else matters for the test. */
type Past = { days: number; psid?: string; text?: string };

/** Stores a turn of the past in which the customer has written. Returns its id. */
export async function aPastTurn(db: Db, pageId: string, { days, psid = "web_1", text = "hello" }: Past) {
  const { id } = await db.get<{ id: number }>(sql`
    insert into turns (page_id, id, psid, at, event, trace)
    values (${pageId}, nextval('conversation_ids'), ${psid}, now() - make_interval(days => ${days}),
            ${json({ type: "message", text })}, ${json({ outcome: "nothing" })})
    returning id`);
  return id;
}

/** Stores a message of the past that the page has sent, with an attempt. Returns its id. */
export async function aPastMessage(
  db: Db,
  pageId: string,
  {
    days,
    psid = "web_1",
    text = "welcome",
    status = "sent",
    flowId = null,
  }: Past & { status?: string; flowId?: number | null },
): Promise<number> {
  const { id } = await db.get<{ id: number }>(sql`
    with saved as (
      insert into messages (page_id, id, psid, turn_id, flow_id, lane, content, status, created_at)
      values (${pageId}, nextval('conversation_ids'), ${psid}, 0, ${flowId}, 'reply',
              ${json({ type: "text", text })}, ${status}, now() - make_interval(days => ${days}))
      returning page_id, id), tried as (
      insert into message_attempts (page_id, message_id, attempt, at, outcome)
      select page_id, id, 1, now(), 'sent' from saved)
    select id from saved`);
  return id;
}

/** Brings the read models of a page up to date. */
export async function digest({ db }: Pick<Deps, "db">, pageId: string): Promise<void> {
  while ((await digestPages(db, [pageId])).unfinished.length > 0);
  while ((await indexWords(db, [pageId])).length > 0);
}
