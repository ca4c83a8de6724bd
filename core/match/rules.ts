import type { Keyword } from "../model/keyword.ts";
import { type PlainMatch, readNeedle } from "./needle.ts";
import { type FoldedText, fold } from "./normalise.ts";
import { type Pattern, patternCache } from "./pattern.ts";
import { readPattern } from "./pattern-parts.ts";
import { addMatch, newNeedle, type SharedNeedle } from "./shared-needle.ts";

/** A keyword that can win, prepared for the search. */
export type KeywordRule = {
  keyword: Keyword;
  order: number;
  phrases: RulePhrase[];
  excludes: SharedNeedle[];
};

/** Unless one of the `prefilters` is in the message, the pattern cannot match it and is not tried. */
export type RulePhrase =
  | { match: PlainMatch; needle: SharedNeedle }
  | { match: "regex"; pattern: Pattern; prefilters?: SharedNeedle[] };

/**
 * Leaves out keywords that are off or have no flow or no phrase: they can never win. `needles` holds the first variant
 * of each needle by its letters.
 */
export function readRules(keywords: readonly Keyword[]): { rules: KeywordRule[]; needles: Map<string, SharedNeedle> } {
  const needles = new Map<string, SharedNeedle>();
  const cached = patternCache();
  const rules: KeywordRule[] = [];

  function share(phrase: string, match: PlainMatch, typos: boolean, rule?: number): SharedNeedle {
    const read = readNeedle(phrase, match, typos);
    const first = needles.get(read.plain);
    let needle = first;
    while (needle && !areSame(needle.marks, read.marks)) needle = needle.nextVariant;
    if (!needle) {
      needle = newNeedle(read, first, rule);
      // A phrase of nothing but marks is never found.
      if (read.plain !== "") needles.set(read.plain, needle);
    }
    if (needle.words.length === 0) needle.words = read.words;
    addMatch(needle, match);
    if (rule !== undefined && needle.rules.at(-1) !== rule) needle.rules.push(rule);
    return needle;
  }

  for (const [order, keyword] of keywords.entries()) {
    if (!keyword.isActivated || keyword.flowId === null || keyword.phrases.length === 0) continue;
    const { match, typos } = keyword;
    const number = rules.length;
    const phrases = keyword.phrases.map((phrase): RulePhrase => {
      if (match !== "regex") return { match, needle: share(phrase, match, typos, number) };
      const prefilters = prefiltersOf(phrase)?.map((text) => share(text, "contains", false, number));
      return { match, pattern: cached(phrase), ...(prefilters && { prefilters }) };
    });
    const excludes = keyword.excludes.map((phrase) => share(phrase, "contains_word", false));
    rules.push({ keyword, order, phrases, excludes });
  }
  return { rules, needles };
}

function areSame(one: FoldedText["marks"], other: FoldedText["marks"]): boolean {
  if (!one || !other) return one === other;
  return one.every((mark, unit) => mark === other[unit]);
}

/** Texts of which a message's plain letters must hold one for the pattern to match; undefined if there are none. */
export function prefiltersOf(pattern: string): string[] | undefined {
  const literals = readPattern(pattern.normalize("NFC")).literals;
  const prefilters = literals?.map((literal) => fold(literal).plain);
  if (
    !literals?.length ||
    prefilters?.some((text, index) => text === "" || dependsOnNeighbours.test(literals[index] ?? ""))
  ) {
    return undefined;
  }
  return prefilters;
}

/** Characters whose folding depends on their neighbours: parts of syllables, half widths, joiners. */
const dependsOnNeighbours =
  /[\u0399\u03b9\u1fbe\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\ud7b0-\ud7ff\uff00-\uffef]|\u0345|\u200d|\u3099|\u309a/;
