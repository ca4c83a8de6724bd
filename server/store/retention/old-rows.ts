import type { Db } from "../db/db.ts";
import { empty, type Sql, sql } from "../db/sql.ts";

/** The rows that one transaction reads at most. */
export const biteSize = 1000;

/** A bounded piece of a page's history: the rows after a position, up to the one that the digests have read. */
export type Bite = { pageId: string; after: number; digested: number; days: number };

/**
 * `through`: the last row of the bite that is old enough; null if none is. `read`: the rows of the bite. `ids`, `psids`:
 * the removed rows and their customers.
 */
export type RemovedRows = { through: number | null; read: number; ids: number[]; psids: string[] };

/**
 * Deletes the messages of a bite that are old and that nothing needs any more, with their attempts. Rows that somebody
 * else has locked are left out, so that this never waits in the runner's way.
 */
export function deleteOldMessages(db: Db, bite: Bite): Promise<RemovedRows> {
  const { pageId } = bite;
  return db.get(sql`
    with bite as materialized (
      select id, ${isOld(sql`created_at`, bite)} as is_old
        from messages
       where ${isInBite(bite)}
       order by id
       limit ${biteSize}
         for update skip locked
    ), gone as (
      delete from messages using bite
       where messages.page_id = ${pageId} and messages.id = bite.id and is_old and status not in ('queued', 'sending')
         and not ${isHandedOver(pageId, sql`messages`)} and not ${isRunning(pageId)}
      returning messages.id, messages.psid
    ), attempts as (
      delete from message_attempts using gone
       where message_attempts.page_id = ${pageId} and message_attempts.message_id = gone.id
    ), troubles as (
      delete from message_troubles using gone
       where message_troubles.page_id = ${pageId} and message_troubles.id = gone.id
    ), ${deletedWords(pageId)}
    ${bitten}`);
}

/** Deletes the turns of a bite that are old and whose customer waits for nobody. */
export function deleteOldTurns(db: Db, bite: Bite): Promise<RemovedRows> {
  const { pageId } = bite;
  return db.get(sql`
    with ${biteOfTurns(bite, sql`for update skip locked`)}, gone as (
      delete from turns using bite
       where turns.page_id = ${pageId} and turns.id = bite.id and is_old
         and not ${isHandedOver(pageId, sql`turns`)}
      returning turns.id, turns.psid
    ), ${deletedWords(pageId)}
    ${bitten}`);
}

/** Removes the traces of a bite's old turns. The events stay. */
export function forgetOldTraces(db: Db, bite: Bite): Promise<RemovedRows> {
  const { pageId } = bite;
  return db.get(sql`
    with ${biteOfTurns(bite, empty)}, gone as (
      update turns set trace = null
        from bite
       where turns.page_id = ${pageId} and turns.id = bite.id and is_old and trace is not null
      returning turns.id, turns.psid
    )
    ${bitten}`);
}

const biteOfTurns = (bite: Bite, lock: Sql): Sql => sql`
    bite as materialized (
      select id, ${isOld(sql`at`, bite)} as is_old
        from turns
       where ${isInBite(bite)}
       order by id
       limit ${biteSize} ${lock}
    )`;

const isInBite = ({ pageId, after, digested }: Bite): Sql =>
  sql`page_id = ${pageId} and id > ${after} and id <= ${digested}`;

const isOld = (at: Sql, { days }: Bite): Sql => sql`${at} < now() - make_interval(days => ${days})`;

/** A member who takes the conversation over needs to read it. */
const isHandedOver = (pageId: string, table: Sql): Sql => sql`
         exists (select from hand_overs where hand_overs.page_id = ${pageId} and hand_overs.psid = ${table}.psid)`;

/** The customer may still press a button of a flow that waits for them. */
const isRunning = (pageId: string): Sql => sql`
         exists (select from customers
                  where customers.page_id = ${pageId} and customers.psid = messages.psid and messages.flow_id is not null
                    and (state #>> '{main,flowId}' = messages.flow_id::text
                      or exists (select from json_array_elements(state -> 'sequences') as run
                                  where run ->> 'flowId' = messages.flow_id::text)))`;

const deletedWords = (pageId: string): Sql => sql`
    words as (
      delete from message_words using gone where message_words.page_id = ${pageId} and message_words.id = gone.id
    )`;

const bitten = sql`
    select (select max(id) from bite where is_old) as through, (select count(*) from bite) as read,
           array(select id from gone) as ids, array(select distinct psid from gone) as psids`;
