import { z } from "zod";
import {
  EvaluatedAnswer,
  EvaluationChange,
  EvaluationForm,
  EvaluationQuestion,
  EvaluationTarget,
} from "../../../flow/ai/evaluation.ts";
import { Id, WireId } from "../../../model/id.ts";
import { Time } from "../../../model/time/time.ts";
import type { ManagementContract } from "../contract.ts";
import { inPage } from "../pages.ts";

const Done = z.strictObject({});
const inEvaluation = inPage.extend({ evaluation_id: WireId });

const Result = EvaluatedAnswer.extend({
  passed: z.boolean(),
  /** Of each expectation, in their order. */
  verdicts: z.array(z.boolean()),
  /** The step has changed since. */
  is_old: z.boolean(),
  /** In millionths of the owner's currency. */
  cost: z.int(),
  ms: z.int(),
});
export type ResultInfo = z.output<typeof Result>;

/** `old`: the step has changed since, or a question was never asked. */
const State = z.enum(["passed", "failed", "old", "empty"]);

const Summary = EvaluationForm.omit({ questions: true }).extend({
  id: Id,
  questions: z.int(),
  is_running: z.boolean(),
  /** When the last run ended. */
  ran_at: Time.nullable(),
  /** How its questions went with the flow's draft as it is now, and with the version that customers get. */
  draft: State,
  live: State,
});
export type EvaluationSummary = z.output<typeof Summary>;

const Question = EvaluationQuestion.extend({
  id: Id,
  /** The customer whose words it holds; null if a member wrote it. */
  psid: z.string().nullable(),
  draft: Result.nullable(),
  live: Result.nullable(),
});

const Evaluation = Summary.extend({ questions: z.array(Question) });
export type EvaluationInfo = z.output<typeof Evaluation>;

/** Questions that AI steps are tried with. */
export const evaluations = {
  "GET /pages/:page_id/evaluations": {
    scope: "page",
    permission: "look",
    summary: "List evaluations",
    description:
      "Questions for AI steps with what is expected of the answers, by name, and how the last run of each went.",
    params: inPage,
    reply: z.strictObject({ evaluations: z.array(Summary) }),
  },
  "GET /pages/:page_id/evaluations/:evaluation_id": {
    scope: "page",
    permission: "look",
    summary: "Get an evaluation",
    description: "With its questions and their last results.",
    params: inEvaluation,
    reply: Evaluation,
    errors: ["not_found"],
  },
  "POST /pages/:page_id/evaluations": {
    scope: "page",
    permission: "build",
    audit: "evaluation_created",
    summary: "Create an evaluation",
    description:
      "For one AI step of a flow. With `blocks`, the flow's draft is published only once all questions have passed with it. A page has at most 50 evaluations, each with at most 100 questions.",
    params: inPage,
    body: EvaluationForm,
    reply: Evaluation,
    errors: ["not_found", "conflict"],
  },
  "PUT /pages/:page_id/evaluations/:evaluation_id": {
    scope: "page",
    permission: "build",
    audit: "evaluation_changed",
    summary: "Change an evaluation",
    description:
      "A question with its `id` that is as it was keeps its results, unless the evaluation moves to another step. Questions that are left out are deleted.",
    params: inEvaluation,
    body: EvaluationChange,
    reply: Evaluation,
    errors: ["not_found", "conflict"],
  },
  "DELETE /pages/:page_id/evaluations/:evaluation_id": {
    scope: "page",
    permission: "build",
    audit: "evaluation_deleted",
    summary: "Delete an evaluation",
    description: "With its questions and results.",
    params: inEvaluation,
    reply: Done,
    errors: ["not_found"],
  },
  "POST /pages/:page_id/evaluations/:evaluation_id/questions": {
    scope: "page",
    permission: "build",
    audit: "evaluation_changed",
    summary: "Add a question from a conversation",
    description: "With the words of this customer. It is deleted when the customer is erased.",
    params: inEvaluation,
    body: z.strictObject({ psid: z.string().min(1).max(200), question: EvaluationQuestion }),
    reply: Done,
    errors: ["not_found", "conflict"],
  },
  "POST /pages/:page_id/evaluations/:evaluation_id/run": {
    scope: "page",
    permission: "build",
    audit: "evaluation_run",
    summary: "Run an evaluation",
    description:
      "Asks the model every question, with the flow's draft, the published version or both. Requests of tools are not made, and nothing is stored about customers. The calls count towards the page's limits. `is_running` tells when it is done.",
    params: inEvaluation,
    body: z.strictObject({ targets: z.array(EvaluationTarget).min(1).max(2).default(["draft", "live"]) }),
    reply: Evaluation,
    errors: ["not_found", "conflict"],
  },
} satisfies ManagementContract;
