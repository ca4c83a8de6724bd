import { type EvaluationTarget, evaluationTargets, judge } from "@banter/core/flow/ai/evaluation.ts";
import type { Deps } from "../../deps.ts";
import type { Db } from "../../store/db/db.ts";
import {
  type EvaluationResult,
  listQuestions,
  type StoredQuestion,
  saveResult,
} from "../../store/evaluations/evaluation-questions.ts";
import {
  claimEvaluation,
  type DueEvaluation,
  type Evaluation,
  endRun,
  findEvaluation,
  keepRunning,
  listDueEvaluations,
  releaseEvaluation,
} from "../../store/evaluations/evaluations.ts";
import type { ClientDeps } from "../ai/client.ts";
import { askQuestion } from "./ask-question.ts";
import { partsOf } from "./parts.ts";

/** `live` tells the console of progress; a command line has none. */
export type RunDeps = ClientDeps & { live?: Pick<Deps["live"], "publish"> };

/** Questions that are asked at the same time. */
const atOnce = 2;
const lookedAt = 10;

/** Takes an evaluation that is to run and that no other node runs. */
export async function claimNextEvaluation({ db }: Pick<Deps, "db">): Promise<DueEvaluation | undefined> {
  for (const due of await listDueEvaluations(db, lookedAt)) if (await claimEvaluation(db, due)) return due;
  return undefined;
}

/** Asks the questions of a claimed evaluation that have no result yet. One that stops leaves the rest to another node. */
export async function runEvaluation(
  deps: RunDeps,
  due: DueEvaluation,
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  const { db, live } = deps;
  const { pageId, id } = due;
  const tell = () => live?.publish(pageId, { type: "evaluation_changed", id });
  while (!signal?.aborted) {
    const evaluation = (await keepRunning(db, due)) && (await findEvaluation(db, pageId, id));
    if (!evaluation) return;
    const open = openOf(evaluation, await listQuestions(db, pageId, id)).slice(0, atOnce);
    if (open.length === 0) {
      await endRun(db, due);
      return tell();
    }
    await Promise.all(open.map((one) => runQuestion(deps, due, evaluation, one)));
    tell();
  }
  await releaseEvaluation(db, due);
}

type OpenQuestion = { question: StoredQuestion; target: EvaluationTarget };

const openOf = ({ targets }: Evaluation, questions: StoredQuestion[]): OpenQuestion[] =>
  questions.flatMap((question) =>
    evaluationTargets.flatMap((target) =>
      targets.includes(target) && question[target] === null ? { question, target } : [],
    ),
  );

async function runQuestion(
  deps: ClientDeps,
  due: DueEvaluation,
  evaluation: Evaluation,
  { question: { id, question }, target }: OpenQuestion,
): Promise<void> {
  const { pageId } = due;
  const { flowId } = evaluation;
  const part = (await partsOf(deps.db, pageId, evaluation))[target];
  const keep = (db: Db) => keepRunning(db, due);
  const asked = part && flowId !== null && (await askQuestion(deps, { pageId, flowId, part, question, keep }));
  if (part && !asked) return;
  const { answer, cost, ms } = asked || noStep;
  const result: EvaluationResult = { ...answer, ...judge(question, answer), hash: part?.hash ?? "", cost, ms };
  await saveResult(deps.db, pageId, id, { target, result });
}

const noStep = {
  answer: { said: "", exit: null, cites: [], tools: [], failure: "step_missing" as const },
  ...{ cost: 0, ms: 0 },
};
