import type {
  EvaluationInfo,
  EvaluationSummary,
  evaluations,
  ResultInfo,
} from "@banter/core/api/management/page/evaluations.ts";
import { stateOf } from "../../../../domain/evaluations/blocking.ts";
import {
  addQuestion,
  changeEvaluation,
  createEvaluation,
  getEvaluation,
  removeEvaluation,
  runAgain,
} from "../../../../domain/evaluations/evaluations.ts";
import { type EvaluatedPart, type EvaluatedParts, partsOf } from "../../../../domain/evaluations/parts.ts";
import type { Db } from "../../../../store/db/db.ts";
import {
  type EvaluationResult,
  listQuestions,
  type StoredQuestion,
} from "../../../../store/evaluations/evaluation-questions.ts";
import { type Evaluation, listEvaluations } from "../../../../store/evaluations/evaluations.ts";
import type { ManagementHandlers } from "../handlers.ts";

export const evaluationHandlers: ManagementHandlers<typeof evaluations> = {
  "GET /pages/:page_id/evaluations": async ({ db }, { pageId }) => {
    const all = await listEvaluations(db, pageId);
    const questions = Map.groupBy(await listQuestions(db, pageId, null), ({ evaluationId }) => evaluationId);
    const summaries: EvaluationSummary[] = [];
    for (const evaluation of all)
      summaries.push(summaryOf(evaluation, questions.get(evaluation.id) ?? [], await partsOf(db, pageId, evaluation)));
    return { evaluations: summaries };
  },

  "GET /pages/:page_id/evaluations/:evaluation_id": async ({ db }, { pageId, params }) =>
    infoOf(db, pageId, await getEvaluation(db, pageId, params.evaluation_id)),

  "POST /pages/:page_id/evaluations": async (deps, { pageId, body, note }) => {
    const evaluation = await createEvaluation(deps, pageId, body);
    note({ subject: evaluation.name, subjectId: evaluation.id });
    return infoOf(deps.db, pageId, evaluation);
  },

  "PUT /pages/:page_id/evaluations/:evaluation_id": async (deps, { pageId, params, body, note }) => {
    const evaluation = await changeEvaluation(deps, pageId, params.evaluation_id, body);
    note({ subject: evaluation.name, subjectId: evaluation.id });
    return infoOf(deps.db, pageId, evaluation);
  },

  "DELETE /pages/:page_id/evaluations/:evaluation_id": async (deps, { pageId, params, note }) => {
    const evaluation = await removeEvaluation(deps, pageId, params.evaluation_id);
    note({ subject: evaluation.name, subjectId: evaluation.id });
    return {};
  },

  "POST /pages/:page_id/evaluations/:evaluation_id/questions": async (deps, { pageId, params, body, note }) => {
    const evaluation = await addQuestion(deps, pageId, params.evaluation_id, body);
    note({ subject: evaluation.name, subjectId: evaluation.id });
    return {};
  },

  "POST /pages/:page_id/evaluations/:evaluation_id/run": async (deps, { pageId, params, body, note }) => {
    const evaluation = await runAgain(deps, pageId, params.evaluation_id, body);
    note({ subject: evaluation.name, subjectId: evaluation.id });
    return infoOf(deps.db, pageId, evaluation);
  },
};

async function infoOf(db: Db, pageId: string, evaluation: Evaluation): Promise<EvaluationInfo> {
  const questions = await listQuestions(db, pageId, evaluation.id);
  const parts = await partsOf(db, pageId, evaluation);
  return {
    ...summaryOf(evaluation, questions, parts),
    questions: questions.map(({ id, psid, question, draft, live }) => ({
      ...{ id, psid, ...question },
      draft: resultOf(draft, parts.draft),
      live: resultOf(live, parts.live),
    })),
  };
}

function summaryOf(
  { id, name, flowId, step, blocks, isRunning, ranAt }: Evaluation,
  questions: StoredQuestion[],
  parts: EvaluatedParts,
): EvaluationSummary {
  return {
    ...{ id, name, flow_id: flowId, step, blocks, questions: questions.length },
    ...{ is_running: isRunning, ran_at: ranAt },
    draft: stateOf(questions, "draft", parts.draft),
    live: stateOf(questions, "live", parts.live),
  };
}

function resultOf(result: EvaluationResult | null, part: EvaluatedPart | undefined): ResultInfo | null {
  if (!result) return null;
  const { hash, ...rest } = result;
  return { ...rest, is_old: hash !== (part?.hash ?? "") };
}
