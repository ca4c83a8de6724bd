import { z } from "zod";
import { foldMarks } from "../../match/normalise.ts";
import { Id } from "../../model/id.ts";
import { Name } from "../../model/names.ts";
import { StepId } from "../../model/step-id.ts";
import { text } from "../../model/text.ts";
import { ModelFailure } from "./model-reply.ts";

export const maxEvaluations = 50;
export const maxQuestions = 100;

/** A demand on an answer. Texts are compared without accents and capitals. */
export const Expectation = z.discriminatedUnion("expect", [
  z.strictObject({ expect: z.literal("says"), text: text(500) }),
  z.strictObject({ expect: z.literal("says_not"), text: text(500) }),
  /** The answer comes from this source of knowledge. */
  z.strictObject({ expect: z.literal("cites"), source_id: Id.nullable() }),
  /** The model uses this tool, by the name that the model knows it by: `call_request_2`. */
  z.strictObject({ expect: z.literal("calls"), tool: text(64) }),
  /** The step is left by this exit: `answered`, `unsure` or the id of an intent. */
  z.strictObject({ expect: z.literal("leaves"), exit: text(100) }),
]);
export type Expectation = z.infer<typeof Expectation>;

/**
 * A conversation whose last words a model is to answer, and what the answer must be like. Without expectations, any
 * answer will do.
 *
 *     { "said": [{ "from": "customer", "text": "Do you deliver to Hue?" }],
 *       "expects": [{ "expect": "says", "text": "two days" }, { "expect": "leaves", "exit": "answered" }] }
 */
export const EvaluationQuestion = z.strictObject({
  said: z
    .array(z.strictObject({ from: z.enum(["customer", "page"]), text: text(4000) }))
    .min(1)
    .max(21)
    .refine((said) => said.at(-1)?.from === "customer", { error: "must end with words of the customer" }),
  expects: z.array(Expectation).max(20),
});
export type EvaluationQuestion = z.infer<typeof EvaluationQuestion>;

const Head = z.strictObject({
  name: Name,
  flow_id: Id.nullable(),
  /** The AI step that is asked. */
  step: StepId,
  /** The flow's draft is published only once it has passed. */
  blocks: z.boolean(),
});

/** Questions for one AI step of a flow. */
export const EvaluationForm = Head.extend({ questions: z.array(EvaluationQuestion).max(maxQuestions) });
export type EvaluationForm = z.infer<typeof EvaluationForm>;

/** The same, of questions that are there already: one with an id that is as it was keeps its results. */
export const EvaluationChange = Head.extend({
  questions: z.array(EvaluationQuestion.extend({ id: Id.optional() })).max(maxQuestions),
});
export type EvaluationChange = z.infer<typeof EvaluationChange>;

/** The draft of the flow, or the version that customers get. */
export const evaluationTargets = ["draft", "live"] as const;
export const EvaluationTarget = z.enum(evaluationTargets);
export type EvaluationTarget = z.infer<typeof EvaluationTarget>;

/** `step_missing`: there is no such AI step, or it is unfinished. */
export const EvaluationFailure = z.enum([...ModelFailure.options, "step_missing", "too_many_rounds"]);
export type EvaluationFailure = z.infer<typeof EvaluationFailure>;

/** The deeds of a bot about a question. */
export const EvaluatedAnswer = z.strictObject({
  said: z.string(),
  /** Null if the step was left by none: another flow began, or a person was asked for. */
  exit: z.string().nullable(),
  /** Sources of knowledge that the answer comes from. */
  cites: z.array(Id),
  tools: z.array(z.string()),
  /** Why there is no answer. */
  failure: EvaluationFailure.nullable(),
});
export type EvaluatedAnswer = z.infer<typeof EvaluatedAnswer>;

export type Judgement = { passed: boolean; verdicts: boolean[] };

/** Compares an answer with what is expected, in the order of the expectations. No answer never passes. */
export function judge({ expects }: Pick<EvaluationQuestion, "expects">, answer: EvaluatedAnswer): Judgement {
  const verdicts = expects.map((expectation) => isMet(expectation, answer));
  return { passed: answer.failure === null && verdicts.every(Boolean), verdicts };
}

function isMet(expectation: Expectation, { said, exit, cites, tools }: EvaluatedAnswer): boolean {
  switch (expectation.expect) {
    case "says":
      return foldMarks(said).includes(foldMarks(expectation.text));
    case "says_not":
      return !foldMarks(said).includes(foldMarks(expectation.text));
    case "cites":
      return cites.some((id) => id === expectation.source_id);
    case "calls":
      return tools.includes(expectation.tool);
    case "leaves":
      return exit === expectation.exit;
  }
}
