import assert from "node:assert/strict";
import { test } from "node:test";
import { type KeywordInfo, newKeyword, runnableOf } from "./keyword.ts";
import { tryMessage } from "./tester-result.ts";
import { warningsOf } from "./warnings.ts";

const at = { instant: Date.UTC(2026, 0, 5, 12), zone: "UTC" };
const runnable = runnableOf([
  { id: 1, published_version: 3, is_on: true },
  { id: 2, published_version: null, is_on: true },
]);
const keyword = (id: number, fields: Partial<KeywordInfo>): KeywordInfo => ({
  ...newKeyword,
  id,
  name: `Keyword ${id}`,
  flow_id: 1,
  ...fields,
});

test("a trial names the winner, the near misses and their reasons", () => {
  const keywords = [
    keyword(1, { phrases: ["price"], flow_id: 2 }),
    keyword(2, { phrases: ["price"], is_activated: false }),
    keyword(3, { phrases: ["price"], excludes: ["list"] }),
    keyword(4, { phrases: ["the price"] }),
    keyword(5, { phrases: ["price"] }),
    keyword(6, { phrases: ["shoes"] }),
    keyword(7, { phrases: ["rice"] }),
  ];

  const { winner, near, others } = tryMessage(keywords, runnable, "the price list", at);

  assert.equal(winner?.id, 4);
  assert.deepEqual(
    near.map(({ id, lost }) => [id, lost?.reason]),
    [
      [1, "unpublished"],
      [2, "inactive"],
      [3, "excluded"],
      [5, "shadowed"],
      [7, "inside_word"],
    ],
  );
  assert.equal(others, 1);
});

test("activated keywords that can do nothing get a warning", () => {
  const warnings = warningsOf(
    [
      keyword(1, { phrases: ["hello"] }),
      keyword(2, { phrases: ["hello"], match: "is" }),
      keyword(3, { phrases: [] }),
      keyword(4, { phrases: ["a"], flow_id: null }),
      keyword(5, { phrases: ["b"], flow_id: 2 }),
      keyword(6, { phrases: ["(("], match: "regex" }),
      keyword(7, { phrases: [], is_activated: false }),
    ],
    runnable,
  );

  assert.deepEqual(Object.fromEntries([...warnings].map(([id, { type }]) => [id, type])), {
    2: "shadowed",
    3: "noPhrases",
    4: "noFlow",
    5: "unpublished",
    6: "badPattern",
  });
});
