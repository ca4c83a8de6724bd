import assert from "node:assert/strict";
import { test } from "node:test";
import { parseSync } from "vite";
import { code, readFiles, type SourceFile } from "./files.ts";

/** Comments of released migrations, which never change. */
const maxRiddles = 8;

test("comments name their subject instead of opening with a relative pronoun", () => {
  const comments = [
    ...readFiles(code).flatMap(commentsOfCode),
    ...readFiles(/\.(css|sql)$/).flatMap(({ path, text }) =>
      [...text.matchAll(/\/\*\*?([\s\S]*?)\*\/|^[ \t]*--(.*(?:\n[ \t]*--.*)*)/gm)].map(
        ({ index, 1: block, 2: lines }) => ({
          path,
          line: lineOf(text, index),
          words: block ?? lines ?? "",
        }),
      ),
    ),
  ];

  const riddles = comments
    .map((comment) => ({ ...comment, words: comment.words.replace(/^[\s*-]+/, "").split("\n")[0] ?? "" }))
    .filter(({ words }) => /^(Wh(at|o|om|ich|ere)(ever)?|Whose|Whether)\b/.test(words))
    .map(({ path, line, words }) => `${path}:${line} ${words}`);

  assert.ok(comments.length > 1000);
  assert.ok(riddles.length <= maxRiddles, `${riddles.length} of ${comments.length} comments:\n${riddles.join("\n")}`);
});

/** Line comments that follow each other are one. */
function commentsOfCode({ path, text }: SourceFile): { path: string; line: number; words: string }[] {
  const { comments } = parseSync(path, text);
  return comments.flatMap(({ type, value, start }, index) => {
    const before = comments[index - 1];
    const goesOn = type === "Line" && before?.type === "Line" && /^[ \t]*\n[ \t]*$/.test(text.slice(before.end, start));
    return goesOn ? [] : [{ path, line: lineOf(text, start), words: value }];
  });
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}
