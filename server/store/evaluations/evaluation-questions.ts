import type {
  EvaluatedAnswer,
  EvaluationQuestion,
  EvaluationTarget,
  Judgement,
} from "@banter/core/flow/ai/evaluation.ts";
import type { Db } from "../db/db.ts";
import { identifier, json, sql } from "../db/sql.ts";

/** `hash` is that of the part of the document that was run. Cost is in millionths of the owner's currency. */
export type EvaluationResult = EvaluatedAnswer & Judgement & { hash: string; cost: number; ms: number };

export type StoredQuestion = {
  id: number;
  evaluationId: number;
  psid: string | null;
  question: EvaluationQuestion;
  draft: EvaluationResult | null;
  live: EvaluationResult | null;
};

/** Of one evaluation or, with null, of all. */
export function listQuestions(db: Db, pageId: string, evaluationId: number | null): Promise<StoredQuestion[]> {
  return db.many(sql`
    select id, evaluation_id, psid, question, draft, live
      from evaluation_questions
     where page_id = ${pageId} and (${evaluationId}::bigint is null or evaluation_id = ${evaluationId}::bigint)
     order by evaluation_id, position, id`);
}

export type NewQuestion = { id: number; psid: string | null; question: EvaluationQuestion };

/**
 * Makes these the questions of the evaluation, in this order. Those that were there keep their results. Words of
 * somebody who is no customer any more are not stored.
 */
export async function saveQuestions(
  db: Db,
  pageId: string,
  evaluationId: number,
  questions: readonly NewQuestion[],
): Promise<void> {
  const rows = questions.map((question, position) => ({ ...question, position }));
  await db.count(sql`
    delete from evaluation_questions
     where page_id = ${pageId} and evaluation_id = ${evaluationId}
       and id <> all (${questions.map(({ id }) => id)}::bigint[])`);
  await db.count(sql`
    insert into evaluation_questions (page_id, id, evaluation_id, position, psid, question)
    select ${pageId}, id, ${evaluationId}, position, psid, question
      from json_to_recordset(${json(rows)}) as row (id bigint, position integer, psid text, question json)
     where psid is null
        or exists (select from customers where page_id = ${pageId} and customers.psid = row.psid for key share)
        on conflict (page_id, id) do update set position = excluded.position`);
}

/**
 * Adds a question that is made of a customer's words. False if they are no customer any more: an erasure waits for the
 * lock and then finds the row.
 */
export async function insertQuestionOf(
  db: Db,
  pageId: string,
  evaluationId: number,
  { id, psid, question }: NewQuestion & { psid: string },
): Promise<boolean> {
  const added = await db.count(sql`
    insert into evaluation_questions (page_id, id, evaluation_id, position, psid, question)
    select page_id, ${id}, ${evaluationId},
           (select coalesce(max(position), -1) + 1 from evaluation_questions as other
             where other.page_id = ${pageId} and other.evaluation_id = ${evaluationId}),
           psid, ${json(question)}
      from customers
     where page_id = ${pageId} and psid = ${psid}
       for key share`);
  return added > 0;
}

export async function saveResult(
  db: Db,
  pageId: string,
  id: number,
  { target, result }: { target: EvaluationTarget; result: EvaluationResult },
): Promise<void> {
  await db.count(sql`
    update evaluation_questions set ${identifier(target)} = ${json(result)} where page_id = ${pageId} and id = ${id}`);
}

/** Before the questions run again. */
export async function clearResults(
  db: Db,
  pageId: string,
  evaluationId: number,
  targets: readonly EvaluationTarget[],
): Promise<void> {
  await db.count(sql`
    update evaluation_questions
       set draft = case when ${targets.includes("draft")} then null else draft end,
           live = case when ${targets.includes("live")} then null else live end
     where page_id = ${pageId} and evaluation_id = ${evaluationId}`);
}
