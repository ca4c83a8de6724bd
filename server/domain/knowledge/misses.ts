import { foldMarks } from "@banter/core/match/normalise.ts";
import type { Deps } from "../../deps.ts";
import { insertMiss } from "../../store/knowledge/knowledge-misses.ts";

const maxQuestion = 500;

/** Notes a customer's question that no passage answers. `score` is that of the best passage, 0 without one. */
export async function noteMiss(
  { db }: Pick<Deps, "db">,
  pageId: string,
  { psid, question, score }: { psid: string; question: string; score: number },
): Promise<void> {
  const text = [...question.trim()].slice(0, maxQuestion).join("");
  if (text !== "") await insertMiss(db, pageId, { psid, question: text, folded: groupOf(text), score });
}

/** Questions that differ only in marks and signs are the same. */
const groupOf = (question: string) => (foldMarks(question).match(/[\p{L}\p{N}]+/gu) ?? []).join(" ").slice(0, 200);
