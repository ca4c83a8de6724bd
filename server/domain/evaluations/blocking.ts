import type { Fault } from "@banter/core/model/error.ts";
import { pointer } from "@banter/core/model/pointer.ts";
import type { Flow } from "../../store/catalog/flows.ts";
import type { Db } from "../../store/db/db.ts";
import { listQuestions, type StoredQuestion } from "../../store/evaluations/evaluation-questions.ts";
import { listEvaluations } from "../../store/evaluations/evaluations.ts";
import { type EvaluatedPart, partOf } from "./parts.ts";

/** `old`: the step has changed since, or a question was never asked. */
export type EvaluationState = "passed" | "failed" | "old" | "empty";

/** How the questions went with this part of a document. */
export function stateOf(
  questions: readonly StoredQuestion[],
  target: "draft" | "live",
  part: EvaluatedPart | undefined,
): EvaluationState {
  if (questions.length === 0) return "empty";
  const results = questions.map((question) => question[target]);
  if (results.some((result) => result?.hash !== (part?.hash ?? ""))) return "old";
  return results.every((result) => result?.passed) ? "passed" : "failed";
}

/** Evaluations that a draft must pass before it is published, and has not. A step that is gone needs none. */
export async function evaluationFaults(
  db: Db,
  pageId: string,
  { id, draft }: Pick<Flow, "id" | "draft">,
): Promise<Fault[]> {
  const blocking = (await listEvaluations(db, pageId)).filter(({ blocks, flowId }) => blocks && flowId === id);
  const faults: Fault[] = [];
  for (const { id, name, step } of blocking) {
    const part = partOf(draft, step);
    const state = part && stateOf(await listQuestions(db, pageId, id), "draft", part);
    if (state !== "failed" && state !== "old") continue;
    const message = state === "failed" ? "has failed in the evaluation" : "must first pass the evaluation";
    faults.push({ path: pointer(["steps", step]), message: `${message} "${name}"` });
  }
  return faults;
}
