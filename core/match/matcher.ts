import type { Keyword } from "../model/keyword.ts";
import { type Explanation, explain } from "./explain.ts";
import { isWithin, type Moment, readClock } from "./is-open.ts";
import { type Message, readMessage } from "./message.ts";
import { notFound, type Rank, ranks } from "./needle.ts";
import { type KeywordRule, type RulePhrase, readRules } from "./rules.ts";
import { buildSearch } from "./search.ts";
import { rankIn, type SharedNeedle } from "./shared-needle.ts";

/** `phrases` are all phrases of the keyword if it requires all, else the first one found with the best rank. */
type Match = { keyword: Keyword; rank: Rank; phrases: string[] };

export type Matcher = {
  /** The keyword whose flow a message starts: the one with the best rank, then the first in the owner's order. */
  match(text: string, at: Moment): Match | undefined;
  /** Every keyword in the owner's order, with the reason why it won or lost. */
  explain(text: string, at: Moment): Explanation;
};

/**
 * Takes the keywords in the owner's order. Building is slow and matching is fast, so build once per change of the
 * keywords.
 *
 *     keywords                                       message
 *        │ rules.ts                                     │ message.ts
 *        ▼                                              ▼
 *     rules: phrases, excluded phrases               letters and marks, word boundaries
 *        │ each text once, for all its rules            │
 *        ▼                                              │
 *     needles ─────► automaton: all needles at once ◄───┘
 *                        │ hits                              search.ts
 *                        ▼
 *                    rank of each hit: exact 0, marks 1, typo 2, not found 3
 *                        │
 *                        ▼
 *                    the best rule that is open and not excluded
 *
 * - **Letters and marks.** Texts are compared in two layers (normalise.ts): letters without diacritics, and the
 *   diacritics ("marks", as Unicode calls them) as bits per letter. The automaton sees only letters.
 * - **Variants.** Needles with the same letters and different marks, `ban` `bán` `bạn`, are one string to the automaton
 *   and a linked list behind it (`nextVariant`).
 * - **Ranks.** A needle keeps the best rank per match type as bits, and which match types could still get a better one.
 * - **Prefilters.** Running a pattern costs more than all needles together. Literal texts that every match of it must
 *   contain are needles too; a pattern is tried only on messages that hold one, and only if it could still win.
 * - **Typos.** Only if nothing else won: each word of the message is looked up in an index of the words that allow a
 *   typo (typos.ts), and the automaton runs on as if that word had been written.
 */
export function buildMatcher(keywords: readonly Keyword[]): Matcher {
  const { rules, needles } = readRules(keywords);
  const search = buildSearch(needles);
  const unfiltered = rules.filter(({ phrases }) =>
    phrases.some((phrase) => phrase.match === "regex" && !phrase.prefilters),
  );

  function match(text: string, at: Moment): Match | undefined {
    const message = readMessage(text);
    if (message.plain === "") return undefined;
    const hits = search.find(message);
    const found = rulesOf(hits, rules);
    const context = { message, isOpen: hoursCheck(at) };

    let best = pick(found.filter(isPlain), context, 1);
    // Patterns are slow: only those that could still win are tried, in order.
    const patterned = new Set([...found.filter((rule) => !isPlain(rule)), ...unfiltered]);
    best = pick(Array.from(patterned).sort(byOrder), context, 0, best);
    if (!best) {
      search.findTypos(message);
      best = pick(rulesOf(hits, rules).filter(isPlain), context, 2);
    }
    return best && { keyword: best.rule.keyword, rank: ranks[best.rank] ?? "typo", phrases: phrasesOf(best, context) };
  }

  return { match, explain: (text, at) => explain(keywords, text, at) };
}

type Context = { message: Message; isOpen: (keyword: Keyword) => boolean };
type Standing = { rule: KeywordRule; rank: number };

/** The best of the rules, if it is better than `best` and its rank no worse than `maxRank`. */
function pick(rules: KeywordRule[], context: Context, maxRank: number, best?: Standing): Standing | undefined {
  let winner = best;
  for (const rule of rules) {
    if (winner && !isBefore({ rule, rank: 0 }, winner)) continue;
    if (isExcluded(rule) || !context.isOpen(rule.keyword)) continue;
    const standing = { rule, rank: rankOf(rule, context) };
    if (standing.rank <= maxRank && (!winner || isBefore(standing, winner))) winner = standing;
  }
  return winner;
}

const isBefore = (one: Standing, other: Standing) =>
  one.rank < other.rank || (one.rank === other.rank && one.rule.order < other.rule.order);

const isPlain = ({ keyword }: KeywordRule) => keyword.match !== "regex";

const byOrder = (one: KeywordRule, other: KeywordRule) => one.order - other.order;

function rulesOf(hits: readonly SharedNeedle[], rules: readonly KeywordRule[]): KeywordRule[] {
  const found = new Set<KeywordRule>();
  for (const { rules: numbers } of hits) {
    for (const number of numbers) {
      const rule = rules[number];
      if (rule) found.add(rule);
    }
  }
  return [...found];
}

/** The best rank of any phrase, or the worst of all phrases if the keyword requires all. */
function rankOf({ keyword, phrases }: KeywordRule, context: Context): number {
  const isAny = keyword.require === "any";
  let rank = isAny ? notFound : 0;
  for (const phrase of phrases) {
    const one = rankOfPhrase(phrase, keyword, context);
    if (one === (isAny ? 0 : notFound)) return one;
    rank = isAny ? Math.min(rank, one) : Math.max(rank, one);
  }
  return rank;
}

function rankOfPhrase(phrase: RulePhrase, { typos }: Keyword, { message }: Context): number {
  if (phrase.match === "regex") {
    if (phrase.prefilters && !phrase.prefilters.some(({ isHit }) => isHit)) return notFound;
    return phrase.pattern(message.nfc) ? 0 : notFound;
  }
  const rank = rankIn(phrase.needle, phrase.match);
  return rank === 2 && !typos ? notFound : rank;
}

const isExcluded = ({ excludes }: KeywordRule) => excludes.some((needle) => rankIn(needle, "contains_word") <= 1);

function phrasesOf({ rule, rank }: Standing, context: Context): string[] {
  const { phrases, require } = rule.keyword;
  if (require === "all") return phrases;
  const index = rule.phrases.findIndex((phrase) => rankOfPhrase(phrase, rule.keyword, context) === rank);
  return phrases.slice(index, index + 1);
}

/** Reads the zone's clock once, and only if a keyword has hours. */
function hoursCheck(at: Moment): (keyword: Keyword) => boolean {
  let clock: ReturnType<typeof readClock> | undefined;
  return ({ hours }) => {
    if (hours === null) return true;
    clock ??= readClock(at);
    return isWithin(hours, clock);
  };
}
