import { AppError } from "@banter/core/model/error.ts";
import { runAgain } from "@banter/server/domain/evaluations/evaluations.ts";
import { runEvaluation } from "@banter/server/domain/evaluations/run-evaluation.ts";
import { listQuestions } from "@banter/server/store/evaluations/evaluation-questions.ts";
import { listEvaluations } from "@banter/server/store/evaluations/evaluations.ts";
import { type Command, type CommandDeps, required } from "../command.ts";

const evaluate: Command = {
  usage: "evaluate [name] --page <page_id> [--live] [--json]",
  summary: "Runs the page's evaluations, or one, on drafts or with --live on what customers get. Fails if one fails.",
  options: { page: { type: "string" }, live: { type: "boolean" }, json: { type: "boolean" } },
  words: [0, 1],

  async run(deps, given) {
    const pageId = required(given, "page");
    const [name] = given.words;
    const all = await listEvaluations(deps.db, pageId);
    const chosen = all.filter((evaluation) => name === undefined || evaluation.name === name);
    if (chosen.length === 0) throw new AppError("not_found", "There is no such evaluation.");
    const target = given.options.live ? "live" : "draft";
    const ran = [];
    for (const { id, name } of chosen) ran.push({ name, questions: await runOne(deps, { pageId, id }, target) });
    if (given.options.json) process.stdout.write(`${JSON.stringify({ target, evaluations: ran })}\n`);
    else for (const { name, questions } of ran) process.stdout.write(linesOf(name, questions));
    if (ran.some(({ questions }) => questions.some(({ passed }) => !passed)))
      throw new Error("Not every question has passed.");
  },
};

type RanQuestion = { text: string; passed: boolean; said: string; failure: string | null };

/** Runs it in this process: a server need not be up. */
async function runOne(
  deps: CommandDeps,
  { pageId, id }: { pageId: string; id: number },
  target: "draft" | "live",
): Promise<RanQuestion[]> {
  await runAgain(deps, pageId, id, { targets: [target], isClaimed: true });
  await runEvaluation(deps, { pageId, id });
  return (await listQuestions(deps.db, pageId, id)).map(({ question, [target]: result }) => ({
    ...{ text: question.said.at(-1)?.text ?? "", passed: result?.passed ?? false },
    ...{ said: result?.said ?? "", failure: result?.failure ?? null },
  }));
}

function linesOf(name: string, questions: RanQuestion[]): string {
  const passed = questions.filter((question) => question.passed).length;
  const lines = questions.flatMap((question) =>
    question.passed ? [] : [`  failed: ${question.text}\n    ${question.failure ?? question.said}`],
  );
  return `${[`${name}: ${passed} of ${questions.length} passed`, ...lines].join("\n")}\n`;
}

export const commands = { evaluate };
