import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { KeywordMatch } from "../model/keyword.ts";
import { aKeyword } from "../test/keyword.ts";
import { buildMatcher } from "./matcher.ts";

// An algorithm of the wrong complexity would not finish these. `npm run bench` measures the speed.

const at = { instant: Date.parse("2026-11-16T03:00:00Z"), zone: "Asia/Ho_Chi_Minh" };
const matches: KeywordMatch[] = ["is", "contains_word", "contains", "begins", "ends", "regex"];
const words = "giá đơn hàng áo thun giày đổi trả khuyến mãi hello order price shipping refund bonjour prix".split(" ");
const wordAt = (index: number) => words[index % words.length] ?? "";

const fiveThousand = Array.from({ length: 5_000 }, (_, index) => {
  const match = matches[index % matches.length] ?? "is";
  const phrases = [1, 2, 3].map((nth) => `${wordAt(index * nth)} ${wordAt(index + nth)} ${index}${nth}`);
  const typos = index % 3 === 0;
  return aKeyword(
    { match, phrases: match === "regex" ? phrases.map((phrase) => `\\b${phrase}\\b`) : phrases, typos },
    index,
  );
});

test("5,000 keywords are told apart", () => {
  const matcher = buildMatcher(fiveThousand);

  for (const [text, keyword] of [
    [`cho hỏi ${fiveThousand[1501]?.phrases[0]} nhé`, 1502],
    ["cho mình hỏi một chút được không shop ơi", undefined],
    ["what is the shiping cost of this one please", undefined],
  ] as const) {
    assert.equal(matcher.match(text, at)?.keyword.id, keyword);
  }
});

test("a keyword is found at the end of a long message", () => {
  const matcher = buildMatcher(fiveThousand);
  const filler = "cho mình hỏi shiping một chút là áo này bên bạn còn không vậy ";

  assert.equal(matcher.match(`${filler.repeat(320)} ${fiveThousand[1501]?.phrases[0]}`, at)?.keyword.id, 1502);
});

for (const [name, winner, phrases, text] of [
  ["phrases within phrases", 3, Array.from({ length: 200 }, (_, index) => "a".repeat(index + 1)), "a".repeat(20_000)],
  ["one phrase everywhere", 2, ["hello"], "hello ".repeat(3_300)],
  ["long words", undefined, ["hello", "x".repeat(400)], "hell".repeat(5_000)],
  [
    "words in doubt",
    2,
    words.map((word) => `${word}xxxx`),
    words
      .map((word) => `${word}xxx`)
      .join(" ")
      .repeat(200),
  ],
  ["marks upon marks", 1, ["giá"], `gia${"\u0301\u0323".repeat(9_000)}`],
  ["no spaces", 2, ["注文", "はい"], "価格はいくらですか注文".repeat(1_800)],
  ["punctuation", 2, ["?", "!"], "?!".repeat(10_000)],
] as const) {
  test(`20,000 characters of ${name} do no harm`, () => {
    const matcher = buildMatcher(
      matches
        .slice(0, 5)
        .map((match, index) => aKeyword({ match, phrases: [...phrases], typos: true, flowId: 1 }, index)),
    );

    assert.equal(matcher.match(text, at)?.keyword.id, winner);
  });
}

test("match and explain agree on any text", () => {
  const texts = fc.oneof(fc.string({ unit: "binary", maxLength: 8 }), fc.string({ unit: "grapheme", maxLength: 8 }));
  const keyword = fc.record({
    match: fc.constantFrom(...matches),
    phrases: fc.array(
      texts.filter((text) => text !== ""),
      { maxLength: 3 },
    ),
    excludes: fc.array(texts, { maxLength: 1 }),
    typos: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(keyword, { maxLength: 5 }), fc.array(texts), (drafts, pieces) => {
      const keywords = drafts.map(aKeyword);
      const text = [...pieces, ...keywords.flatMap(({ phrases }) => phrases.slice(0, 1))].join("");
      const matcher = buildMatcher(keywords);
      assert.equal(matcher.match(text, at)?.keyword.id, matcher.explain(text, at).winner?.id);
    }),
    { numRuns: 500 },
  );
});
