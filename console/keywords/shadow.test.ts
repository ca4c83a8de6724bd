import assert from "node:assert/strict";
import { test } from "node:test";
import { buildMatcher } from "@banter/core/match/matcher.ts";
import { aKeyword, type KeywordDraft } from "@banter/core/test/keyword.ts";
import fc from "fast-check";
import { findShadowed } from "./shadow.ts";

const shadows = (...drafts: KeywordDraft[]) => Object.fromEntries(findShadowed(drafts.map(aKeyword)));
const hours = [{ days: ["mon" as const], from: "08:00", to: "17:00" }];

test("a keyword with the phrase of an earlier keyword never wins", () => {
  assert.deepEqual(shadows({ match: "is", phrases: ["hello"] }, { match: "is", phrases: ["Hello!"] }), { 2: 1 });
  assert.deepEqual(shadows({ match: "regex", phrases: ["a+"] }, { match: "regex", phrases: ["a+"] }), { 2: 1 });
  assert.deepEqual(shadows({ match: "is", phrases: ["giá"] }, { match: "is", phrases: ["gia"] }), {});
});

test("a broader match shadows a narrower one below it, not the other way round", () => {
  assert.deepEqual(shadows({ match: "contains", phrases: ["order"] }, { match: "is", phrases: ["my order"] }), {
    2: 1,
  });
  assert.deepEqual(shadows({ match: "is", phrases: ["my order"] }, { match: "contains", phrases: ["order"] }), {});
  assert.deepEqual(
    shadows({ match: "contains_word", phrases: ["order"] }, { match: "contains", phrases: ["my order"] }),
    {},
  );
  assert.deepEqual(
    shadows({ match: "contains_word", phrases: ["order"] }, { match: "contains_word", phrases: ["my order"] }),
    { 2: 1 },
  );
  assert.deepEqual(shadows({ match: "begins", phrases: ["my"] }, { match: "begins", phrases: ["my order"] }), { 2: 1 });
  assert.deepEqual(shadows({ match: "ends", phrases: ["my"] }, { match: "ends", phrases: ["my order"] }), {});
});

test("every phrase must be covered, or one if all are required", () => {
  const first: KeywordDraft = { match: "is", phrases: ["a", "b"] };

  assert.deepEqual(shadows(first, { match: "is", phrases: ["a", "c"] }), {});
  assert.deepEqual(shadows(first, { match: "is", phrases: ["a", "b"] }), { 2: 1 });
  assert.deepEqual(
    shadows({ match: "contains", phrases: ["a"] }, { match: "contains", phrases: ["a", "c"], require: "all" }),
    { 2: 1 },
  );
  assert.deepEqual(shadows({ ...first, require: "all" }, { match: "is", phrases: ["a"] }), {});
});

test("a keyword that may fail to win shadows no other", () => {
  const later: KeywordDraft = { match: "is", phrases: ["hello"] };

  assert.deepEqual(shadows({ ...later, isActivated: false }, later), {});
  assert.deepEqual(shadows({ ...later, flowId: null }, later), {});
  assert.deepEqual(shadows({ ...later, hours }, later), {});
  assert.deepEqual(shadows({ ...later, excludes: ["not"] }, later), {});
  assert.deepEqual(shadows(later, { ...later, typos: true }), {});
  assert.deepEqual(shadows({ ...later, hours, excludes: ["not"] }, { ...later, hours, excludes: ["Not", "no"] }), {
    2: 1,
  });
});

test("a keyword reported as shadowed never wins a message", () => {
  const phrase = fc.array(fc.constantFrom("a", "b", "á", " ", "order", "odrer", "!"), { minLength: 1, maxLength: 4 });
  const words = phrase.map((parts) => parts.join("")).filter((text) => text.trim() !== "");
  const draft = fc.record({
    match: fc.constantFrom(
      "is" as const,
      "contains_word" as const,
      "contains" as const,
      "begins" as const,
      "ends" as const,
    ),
    phrases: fc.array(words, { minLength: 1, maxLength: 2 }),
    require: fc.constantFrom("any" as const, "all" as const),
    typos: fc.boolean(),
    excludes: fc.array(words, { maxLength: 1 }),
  });

  fc.assert(
    fc.property(fc.array(draft, { minLength: 2, maxLength: 5 }), fc.array(words, { maxLength: 3 }), (drafts, parts) => {
      const keywords = drafts.map(aKeyword);
      const shadowed = findShadowed(keywords);
      const { match } = buildMatcher(keywords);
      for (const text of [...drafts.flatMap(({ phrases }) => phrases), parts.join(" "), parts.join("")]) {
        const winner = match(text, { instant: 0, zone: "UTC" });
        assert.ok(!winner || !shadowed.has(winner.keyword.id), `${text} is won by ${winner?.keyword.id}`);
      }
    }),
    { numRuns: 3_000 },
  );
});
