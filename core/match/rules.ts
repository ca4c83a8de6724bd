import type { Keyword } from "../model/keyword.ts";
import { type PlainMatch, readNeedle } from "./needle.ts";
import { type Folded, fold } from "./normalise.ts";
import { type Pattern, patternShelf } from "./pattern.ts";
import { readPattern } from "./pattern-parts.ts";
import { lookBy, newSought, type Sought } from "./sought.ts";

/** A keyword that can win, made ready. */
export type Rule = {
  keyword: Keyword;
  order: number;
  phrases: RulePhrase[];
  excludes: Sought[];
};

/** `gates`: unless one of them is in the message, the pattern cannot match it and need not be tried. */
export type RulePhrase = { match: PlainMatch; sought: Sought } | { match: "regex"; pattern: Pattern; gates?: Sought[] };

/**
 * A keyword that is off, has no flow or has no phrase can never win. `soughts` are the phrases to look for, by their
 * plain letters; those of the same letters are twins.
 */
export function readRules(keywords: readonly Keyword[]): { rules: Rule[]; soughts: Map<string, Sought> } {
  const soughts = new Map<string, Sought>();
  const shelf = patternShelf();
  const rules: Rule[] = [];

  function seek(phrase: string, match: PlainMatch, typos: boolean, rule?: number): Sought {
    const needle = readNeedle(phrase, match, typos);
    const first = soughts.get(needle.plain);
    let sought = first;
    while (sought && !areSame(sought.marks, needle.marks)) sought = sought.twin;
    if (!sought) {
      sought = newSought(needle, first, rule);
      // A phrase of nothing but marks is never found.
      if (needle.plain !== "") soughts.set(needle.plain, sought);
    }
    if (sought.words.length === 0) sought.words = needle.words;
    lookBy(sought, match);
    if (rule !== undefined && sought.rules.at(-1) !== rule) sought.rules.push(rule);
    return sought;
  }

  for (const [order, keyword] of keywords.entries()) {
    if (!keyword.isActivated || keyword.flowId === null || keyword.phrases.length === 0) continue;
    const { match, typos } = keyword;
    const number = rules.length;
    const phrases = keyword.phrases.map((phrase): RulePhrase => {
      if (match !== "regex") return { match, sought: seek(phrase, match, typos, number) };
      const gates = gatesOf(phrase)?.map((gate) => seek(gate, "contains", false, number));
      return { match, pattern: shelf(phrase), ...(gates && { gates }) };
    });
    const excludes = keyword.excludes.map((phrase) => seek(phrase, "contains_word", false));
    rules.push({ keyword, order, phrases, excludes });
  }
  return { rules, soughts };
}

function areSame(one: Folded["marks"], other: Folded["marks"]): boolean {
  if (!one || !other) return one === other;
  return one.every((mark, unit) => mark === other[unit]);
}

/** Texts of which a message's plain letters must hold one for the pattern to match. */
export function gatesOf(pattern: string): string[] | undefined {
  const literals = readPattern(pattern.normalize("NFC")).literals;
  const gates = literals?.map((literal) => fold(literal).plain);
  if (
    !literals?.length ||
    gates?.some((gate, index) => gate === "" || dependsOnNeighbours.test(literals[index] ?? ""))
  ) {
    return undefined;
  }
  return gates;
}

/** Characters that fold otherwise beside others than by themselves: parts of syllables, half widths, joiners. */
const dependsOnNeighbours =
  /[\u0399\u03b9\u1fbe\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\ud7b0-\ud7ff\uff00-\uffef]|\u0345|\u200d|\u3099|\u309a/;
