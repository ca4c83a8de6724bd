import assert from "node:assert/strict";
import { test } from "node:test";
import type { Keyword } from "@banter/core/model/keyword.ts";
import { runLab } from "./keyword-lab.ts";
import { groupMessages } from "./message-groups.ts";

const at = new Date("2026-11-16T09:20:00Z");
const received = (...texts: string[]) => texts.map((text) => ({ at, text }));

const keyword = (id: number, phrase: string, match: Keyword["match"] = "contains_word"): Keyword => ({
  ...{ id, name: `Says ${phrase}`, match, phrases: [phrase], require: "any", excludes: [], typos: false },
  ...{ hours: null, flowId: 1, isActivated: true },
});

test("the lab tells which messages each keyword takes, which it would win without a rival, and which none takes", () => {
  const keywords = [keyword(1, "price"), keyword(2, "price list", "is"), keyword(3, "ship")];
  const result = runLab(received("price?", "price list", "price list", "hello", "Hello!"), "UTC", keywords, keywords);

  assert.deepEqual(
    result.keywords.map(({ id, hits, shadowed }) => [id, hits, shadowed.map(({ by, count }) => [by.id, count])]),
    [
      [1, 3, []],
      [2, 0, [[1, 2]]],
      [3, 0, []],
    ],
  );
  assert.deepEqual([result.unmatched.count, result.unmatched.groups[0]?.text], [2, "hello"]);
  assert.deepEqual(result.moved, []);
});

test("the lab tells what an edit takes from which keyword", () => {
  const stored = [keyword(1, "price"), keyword(2, "ship")];
  const tried = [keyword(1, "prices"), keyword(2, "ship"), keyword(-1, "hello")];
  const result = runLab(received("price please", "hello", "ship it"), "UTC", stored, tried);

  assert.deepEqual(
    result.moved.map(({ from, to, count, examples }) => [from?.id, to?.name, count, examples]),
    [
      [1, undefined, 1, ["price please"]],
      [undefined, "Says hello", 1, ["hello"]],
    ],
  );
  assert.deepEqual([result.unmatched.count, result.unmatched.before], [1, 1]);
});

test("texts that differ in case, diacritics or closing punctuation are one group", () => {
  const groups = groupMessages(received("Giá bao nhiêu?", "gia bao nhieu", "GIÁ BAO NHIÊU", "ship"));

  assert.deepEqual(
    groups.map(({ text, count, examples }) => [text, count, examples.length]),
    [
      ["gia bao nhieu", 3, 3],
      ["ship", 1, 1],
    ],
  );
});
