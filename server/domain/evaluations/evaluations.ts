import {
  type EvaluationChange,
  type EvaluationForm,
  type EvaluationQuestion,
  type EvaluationTarget,
  maxEvaluations,
  maxQuestions,
} from "@banter/core/flow/ai/evaluation.ts";
import { AppError, notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { findFlow } from "../../store/catalog/flows.ts";
import { type Db, nextIds } from "../../store/db/db.ts";
import {
  clearResults,
  insertQuestionOf,
  listQuestions,
  type NewQuestion,
  type StoredQuestion,
  saveQuestions,
} from "../../store/evaluations/evaluation-questions.ts";
import {
  deleteEvaluations,
  type Evaluation,
  findEvaluation,
  listEvaluations,
  saveEvaluation,
  startRun,
} from "../../store/evaluations/evaluations.ts";
import { listSources } from "../../store/knowledge/knowledge-sources.ts";
import { changeSetup } from "../pages/change-setup.ts";

type EvaluationDeps = Pick<Deps, "db">;

export function createEvaluation({ db }: EvaluationDeps, pageId: string, form: EvaluationForm): Promise<Evaluation> {
  return changeSetup(db, pageId, async (db) => {
    if ((await listEvaluations(db, pageId)).length >= maxEvaluations)
      throw new AppError("conflict", `A page has at most ${maxEvaluations} evaluations.`);
    const [id = 0] = await nextIds(db, 1);
    return save(db, pageId, id, form);
  });
}

/** Questions that are as they were keep their results, unless they are put to another step. */
export function changeEvaluation(
  { db }: EvaluationDeps,
  pageId: string,
  id: number,
  form: EvaluationChange,
): Promise<Evaluation> {
  return changeSetup(db, pageId, async (db) => {
    await getEvaluation(db, pageId, id);
    return save(db, pageId, id, form);
  });
}

export function removeEvaluation({ db }: EvaluationDeps, pageId: string, id: number): Promise<Evaluation> {
  return changeSetup(db, pageId, async (db) => {
    const evaluation = await getEvaluation(db, pageId, id);
    await deleteEvaluations(db, pageId, [id]);
    return evaluation;
  });
}

export async function getEvaluation(db: Db, pageId: string, id: number): Promise<Evaluation> {
  const evaluation = await findEvaluation(db, pageId, id);
  if (!evaluation) throw notFound("evaluation");
  return evaluation;
}

/** Lets the questions run from the beginning. With `isClaimed` the caller runs them. */
export function runAgain(
  { db }: EvaluationDeps,
  pageId: string,
  id: number,
  { targets, isClaimed = false }: { targets: EvaluationTarget[]; isClaimed?: boolean },
): Promise<Evaluation> {
  // As a change of the set-up, so that the nodes look for it.
  return changeSetup(db, pageId, async (db) => {
    const { isRunning } = await getEvaluation(db, pageId, id);
    if (isRunning) throw new AppError("conflict", "This evaluation is running.");
    await clearResults(db, pageId, id, targets);
    await startRun(db, pageId, id, { targets, isClaimed });
    return getEvaluation(db, pageId, id);
  });
}

/** Adds a question that is made of a conversation. It goes when the customer is erased. */
export function addQuestion(
  { db }: EvaluationDeps,
  pageId: string,
  id: number,
  { psid, question }: { psid: string; question: EvaluationQuestion },
): Promise<Evaluation> {
  return changeSetup(db, pageId, async (db) => {
    const evaluation = await getEvaluation(db, pageId, id);
    await checkSources(db, pageId, [question]);
    if ((await listQuestions(db, pageId, id)).length >= maxQuestions)
      throw new AppError("conflict", `An evaluation has at most ${maxQuestions} questions.`);
    const [questionId = 0] = await nextIds(db, 1);
    if (!(await insertQuestionOf(db, pageId, id, { id: questionId, psid, question }))) throw notFound("customer");
    return evaluation;
  });
}

async function save(db: Db, pageId: string, id: number, form: EvaluationChange): Promise<Evaluation> {
  const { name, flow_id: flowId } = form;
  const taken = (await listEvaluations(db, pageId)).some((other) => other.id !== id && other.name === name);
  if (taken) throw new AppError("conflict", "An evaluation of that name is already there.");
  if (flowId !== null && !(await findFlow(db, pageId, flowId))) throw notFound("flow");
  await checkSources(db, pageId, form.questions);
  const old = new Map((await listQuestions(db, pageId, id)).map((question) => [question.id, question]));
  await store(db, pageId, id, form, ({ id: oldId }) => (oldId === undefined ? undefined : old.get(oldId)));
  return getEvaluation(db, pageId, id);
}

async function checkSources(
  db: Db,
  pageId: string,
  questions: readonly Pick<EvaluationQuestion, "expects">[],
): Promise<void> {
  const named = questions.flatMap(({ expects }) => expects).flatMap((one) => ("source_id" in one ? one.source_id : []));
  if (named.every((id) => id === null)) return;
  const known = new Set((await listSources(db, pageId)).map(({ id }) => id));
  if (named.some((id) => id !== null && !known.has(id))) throw notFound("source");
}

/** Stores an evaluation of a page file. Questions from conversations are in no file: they stay, behind its own. */
export async function applyEvaluation(db: Db, pageId: string, id: number, form: EvaluationForm): Promise<void> {
  const [ofMembers = [], ofCustomers = []] = partition(await listQuestions(db, pageId, id));
  const questions = [...form.questions, ...ofCustomers.map(({ question }) => question)];
  const waiting = [...ofMembers, ...ofCustomers];
  await store(db, pageId, id, { ...form, questions }, (question) => {
    const place = waiting.findIndex((old) => isSame(old.question, question));
    return place < 0 ? undefined : waiting.splice(place, 1)[0];
  });
}

const partition = (questions: StoredQuestion[]) => [
  questions.filter(({ psid }) => psid === null),
  questions.filter(({ psid }) => psid !== null),
];

/** A question keeps its row if it is as it was, and is still put to the same step. */
async function store(
  db: Db,
  pageId: string,
  id: number,
  { name, flow_id: flowId, step, blocks, questions: given }: EvaluationChange,
  find: (question: EvaluationChange["questions"][number]) => StoredQuestion | undefined,
): Promise<void> {
  const before = await findEvaluation(db, pageId, id);
  const isMoved = before?.flowId !== flowId || before?.step !== step;
  await saveEvaluation(db, pageId, { id, name, flowId, step, blocks });
  const ids = await nextIds(db, given.length);
  const questions = given.map((one, index): NewQuestion => {
    const was = find(one);
    const { id: _, ...question } = one;
    const isKept = was && !isMoved && isSame(was.question, question);
    return { id: isKept ? was.id : (ids[index] ?? 0), psid: was?.psid ?? null, question };
  });
  await saveQuestions(db, pageId, id, questions);
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
