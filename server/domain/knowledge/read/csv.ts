import type { Block } from "@banter/core/knowledge/cut.ts";
import { foldMarks } from "@banter/core/match/normalise.ts";
import { readCsv } from "../../customers/import/read-file.ts";

/** A table of questions and answers: the first column is the question, the others answer it. */
export async function readQuestions(bytes: Uint8Array): Promise<Block[]> {
  const blocks: Block[] = [];
  let isFirst = true;
  for await (const { cells } of readCsv(once(bytes))) {
    const [question = "", ...answers] = cells;
    const isHeader = isFirst && titles.has(foldMarks(question));
    isFirst = false;
    const answer = answers.filter((cell) => cell !== "").join("\n");
    if (!isHeader && question !== "" && answer !== "") blocks.push({ level: 1, text: question }, { text: answer });
  }
  return blocks;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Names of the first column. */
const titles = new Set(["question", "questions", "q", "cau hoi", "hoi"]);
