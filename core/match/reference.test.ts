import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Keyword } from "../model/keyword.ts";
import { aKeyword, type KeywordDraft } from "../test/keyword.ts";
import { isOpen } from "./is-open.ts";
import { buildMatcher } from "./matcher.ts";
import { fold } from "./normalise.ts";
import { compilePattern } from "./pattern.ts";

// A naive implementation of matching: each phrase at each place, letter by letter.

const at = { instant: Date.parse("2026-11-16T12:00:00Z"), zone: "Asia/Ho_Chi_Minh" };

function matchSlowly(keywords: Keyword[], text: string): { id: number; rank: number } | undefined {
  const found = keywords
    .map((keyword) => ({ keyword, rank: rankOf(keyword, text) }))
    .filter(({ keyword, rank }) => rank < 3 && keyword.isActivated && keyword.flowId !== null)
    .filter(({ keyword }) => !keyword.hours || isOpen(keyword.hours, at))
    .filter(
      ({ keyword }) => !keyword.excludes.some((phrase) => rankOfPhrase(phrase, "contains_word", false, text) < 2),
    );
  const best = Math.min(...found.map(({ rank }) => rank));
  const first = found.find(({ rank }) => rank === best);
  return first && { id: first.keyword.id, rank: first.rank };
}

function rankOf({ phrases, match, typos, require }: Keyword, text: string): number {
  const ranks = phrases.map((phrase) => rankOfPhrase(phrase, match, typos, text));
  if (ranks.length === 0 || fold(text).plain === "") return 3;
  return require === "any" ? Math.min(...ranks) : Math.max(...ranks);
}

function rankOfPhrase(phrase: string, match: Keyword["match"], typos: boolean, text: string): number {
  if (match === "regex") return compilePattern(phrase)(text.normalize("NFC").trim()) ? 0 : 3;
  const needle = lettersOf(phrase);
  const wanted = match === "is" ? trim(needle) : needle;
  const message = lettersOf(text);
  const [core, lead] = [trim(message), message.length - trimStart(message).length];
  let best = 3;
  for (let from = 0; from <= message.length; from++) {
    for (let to = from; to <= message.length; to++) {
      const stands = {
        is: from === lead && to === lead + core.length,
        begins: from === 0 || from === lead,
        ends: to === message.length || to === lead + core.length,
        contains: true,
        contains_word: isEdge(message, from) && isEdge(message, to),
      }[match];
      if (stands) best = Math.min(best, compare(wanted, message.slice(from, to), typos, message, from));
    }
  }
  return best;
}

type Letter = { plain: string; marks: number };

function lettersOf(text: string): Letter[] {
  const { plain, marks } = fold(text);
  return Array.from(plain.split(""), (unit, index) => ({ plain: unit, marks: marks?.[index] ?? 0 }));
}

const say = (letters: Letter[]) => letters.map(({ plain }) => plain).join("");
const trimStart = (letters: Letter[]) =>
  letters.slice(say(letters).length - say(letters).replace(/^["'( ]+/, "").length);
function trim(letters: Letter[]): Letter[] {
  const inner = trimStart(letters);
  const kept = inner.slice(0, say(inner).replace(/[.,!?:;"') ]+$/, "").length);
  return kept.length > 0 ? kept : letters;
}

const isEdge = (letters: Letter[], offset: number) =>
  !/[\p{L}\p{N}]\|[\p{L}\p{N}]|n\|'t(?![\p{L}\p{N}])|n'\|t(?![\p{L}\p{N}])|[\ud800-\udbff]\|/u.test(
    `${say(letters.slice(0, offset))}|${say(letters.slice(offset))}`,
  );

function compare(wanted: Letter[], found: Letter[], typos: boolean, message: Letter[], from: number): number {
  if (wanted.length === 0) return 3;
  if (say(wanted) === say(found)) {
    const pairs = wanted.map((letter, index) => [letter.marks, found[index]?.marks ?? 0] as const);
    if (pairs.every(([one, other]) => one === other)) return 0;
    if (pairs.every(([one, other]) => agree(one, other))) return 1;
  }
  if (!typos) return 3;
  // Replace one word of the phrase by the word at its place: the rest must be equal.
  for (const { 0: word, index } of say(wanted).matchAll(/[\p{L}\p{N}]+/gu)) {
    if (word.length < 5 || word.length > 32 || /\p{N}/u.test(word)) continue;
    const after = wanted.length - index - word.length;
    const written = found.slice(index, found.length - after);
    if (!/^\p{L}+$/u.test(say(written)) || distance(say(written), word) > 1) continue;
    const isWhole = (offset: number) => !/[\p{L}\p{N}]/u.test(say(message.slice(offset, offset + 1)));
    if (!isWhole(from + index - 1) && from + index > 0) continue;
    if (!isWhole(from + index + written.length)) continue;
    const rest = [...wanted.slice(0, index), ...wanted.slice(wanted.length - after)];
    const foundRest = [...found.slice(0, index), ...found.slice(found.length - after)];
    if (say(rest) !== say(foundRest)) continue;
    if (rest.every(({ marks }, unit) => agree(marks, foundRest[unit]?.marks ?? 0))) return 2;
  }
  return 3;
}

const agree = (one: number, other: number) => (one & other) === one || (one & other) === other;

/** The Damerau-Levenshtein distance, by the textbook. */
function distance(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, row) => [row]);
  const get = (row: number, column: number) => table[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let column = 1; column <= other.length; column++) table[0]?.push(column);
  for (let row = 1; row <= one.length; row++) {
    for (let column = 1; column <= other.length; column++) {
      const differs = one[row - 1] === other[column - 1] ? 0 : 1;
      let least = Math.min(get(row - 1, column) + 1, get(row, column - 1) + 1, get(row - 1, column - 1) + differs);
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (row > 1 && column > 1 && isSwapped) least = Math.min(least, get(row - 2, column - 2) + 1);
      table[row]?.push(least);
    }
  }
  return get(one.length, other.length);
}

/**
 * Similar words. The keywords and the message of a case use the same one or two lists, so that phrases are often found.
 */
const lots = [
  ["giá", "gia", "già", "a", "á", "x"],
  ["bán", "bạn", "ban", "đơn", "don", "don't"],
  ["hello", "helo", "hallo", "hlelo", "hello12", "12", "123"],
  ["order", "orders", "oder", "this", "hi", "can", "👍"],
  ["règlement", "réglement", "reglement", "straße", "strasse", "ß", "ss"],
];
const gap = fc.constantFrom(" ", " ", " ", "  ", ", ", "-", "", "'", "! ", ' "', ")");

const scene = fc.subarray(lots, { minLength: 1, maxLength: 2 }).chain((chosen) => {
  const word = fc.constantFrom(...chosen.flat());
  const sentence = fc
    .array(fc.tuple(word, gap), { minLength: 1, maxLength: 5 })
    .map((pieces) => pieces.flat().join("").trim());
  const phrase = fc.oneof(word, word, sentence);
  const keyword = fc.record({
    match: fc.constantFrom("is", "contains_word", "contains", "begins", "ends", "regex"),
    phrases: fc.array(phrase, { maxLength: 3 }),
    require: fc.constantFrom("any", "any", "all"),
    excludes: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(phrase, { maxLength: 2 })),
    typos: fc.boolean(),
    hours: fc.constantFrom(null, null, null, [{ days: ["mon" as const], from: "08:00", to: "18:00" }]),
    flowId: fc.constantFrom(1, 1, 1, null),
    isActivated: fc.constantFrom(true, true, true, false),
  });
  return fc.tuple(fc.array(keyword, { minLength: 1, maxLength: 6 }), sentence).map(([drafts, text]) => ({
    keywords: drafts.map((draft, index) => {
      const phrases = draft.match === "regex" ? draft.phrases.map((one) => one.replaceAll(")", "a?")) : draft.phrases;
      return aKeyword({ ...draft, phrases } as KeywordDraft, index);
    }),
    text,
  }));
});

test("the matcher agrees with a naive implementation", () => {
  let found = 0;
  fc.assert(
    fc.property(scene, ({ keywords, text }) => {
      const match = buildMatcher(keywords).match(text, at);
      const expected = matchSlowly(keywords, text);
      if (match) found++;
      assert.deepEqual(
        match && { id: match.keyword.id, rank: ["exact", "marks", "typo"].indexOf(match.rank) },
        expected,
      );
    }),
    { numRuns: 1_000 },
  );
  assert.ok(found > 100, `only ${found} found anything`);
});

test("the explanation's winner is the matcher's", () => {
  fc.assert(
    fc.property(scene, ({ keywords, text }) => {
      const matcher = buildMatcher(keywords);
      const match = matcher.match(text, at);
      const { winner, candidates } = matcher.explain(text, at);

      assert.deepEqual(
        winner && { id: winner.id, rank: winner.rank, phrases: winner.phrases },
        match && { id: match.keyword.id, rank: match.rank, phrases: match.phrases },
      );
      assert.equal(candidates.length, keywords.length);
      assert.equal(candidates.filter(({ lost }) => !lost).length, winner ? 1 : 0);
    }),
    { numRuns: 1_000 },
  );
});
