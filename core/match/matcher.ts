import type { Keyword } from "../model/keyword.ts";
import { type Explanation, explain } from "./explain.ts";
import { isWithin, type Moment, readClock } from "./is-open.ts";
import { type Message, readMessage } from "./message.ts";
import { notFound, type Rank, ranks } from "./needle.ts";
import { type Rule, type RulePhrase, readRules } from "./rules.ts";
import { buildSearch } from "./search.ts";
import { rankIn, type Sought } from "./sought.ts";

/** `phrases` are those that were found: all, or the first of the best rank if any was enough. */
export type Match = { keyword: Keyword; rank: Rank; phrases: string[] };

export type Matcher = {
  /** The keyword whose flow a message starts: of those found the best rank, then the first in the owner's order. */
  match(text: string, at: Moment): Match | undefined;
  /** Each keyword in the owner's order, and why it won or lost. */
  explain(text: string, at: Moment): Explanation;
};

/** Takes the keywords in the owner's order. Building is slow and matching quick: build once a change. */
export function buildMatcher(keywords: readonly Keyword[]): Matcher {
  const { rules, soughts } = readRules(keywords);
  const search = buildSearch(soughts);
  const untold = rules.filter(({ phrases }) => phrases.some((phrase) => phrase.match === "regex" && !phrase.gates));

  function match(text: string, at: Moment): Match | undefined {
    const message = readMessage(text);
    if (message.plain === "") return undefined;
    const hits = search.find(message);
    const found = rulesOf(hits, rules);
    const turn = { message, isOpen: opener(at) };

    let best = pick(found.filter(isPlain), turn, 1);
    // A pattern costs more than all the rest together: only those are tried that could still win, and in order.
    const patterned = new Set([...found.filter((rule) => !isPlain(rule)), ...untold]);
    best = pick(Array.from(patterned).sort(byOrder), turn, 0, best);
    if (!best) {
      search.findTypos(message);
      best = pick(rulesOf(hits, rules).filter(isPlain), turn, 2);
    }
    return best && { keyword: best.rule.keyword, rank: ranks[best.rank] ?? "typo", phrases: phrasesOf(best, turn) };
  }

  return { match, explain: (text, at) => explain(keywords, text, at) };
}

type Turn = { message: Message; isOpen: (keyword: Keyword) => boolean };
type Standing = { rule: Rule; rank: number };

/** The best of the rules, if it is better than `best` and its rank no worse than `limit`. */
function pick(rules: Rule[], turn: Turn, limit: number, best?: Standing): Standing | undefined {
  let winner = best;
  for (const rule of rules) {
    if (winner && !isBefore({ rule, rank: 0 }, winner)) continue;
    if (isExcluded(rule) || !turn.isOpen(rule.keyword)) continue;
    const standing = { rule, rank: rankOf(rule, turn) };
    if (standing.rank <= limit && (!winner || isBefore(standing, winner))) winner = standing;
  }
  return winner;
}

const isBefore = (one: Standing, other: Standing) =>
  one.rank < other.rank || (one.rank === other.rank && one.rule.order < other.rule.order);

const isPlain = ({ keyword }: Rule) => keyword.match !== "regex";

const byOrder = (one: Rule, other: Rule) => one.order - other.order;

function rulesOf(hits: readonly Sought[], rules: readonly Rule[]): Rule[] {
  const found = new Set<Rule>();
  for (const { rules: numbers } of hits) {
    for (const number of numbers) {
      const rule = rules[number];
      if (rule) found.add(rule);
    }
  }
  return [...found];
}

/** Any phrase will do, or all must be found; then the worst of them counts. */
function rankOf({ keyword, phrases }: Rule, turn: Turn): number {
  const isAny = keyword.require === "any";
  let rank = isAny ? notFound : 0;
  for (const phrase of phrases) {
    const one = rankOfPhrase(phrase, keyword, turn);
    if (one === (isAny ? 0 : notFound)) return one;
    rank = isAny ? Math.min(rank, one) : Math.max(rank, one);
  }
  return rank;
}

function rankOfPhrase(phrase: RulePhrase, { typos }: Keyword, { message }: Turn): number {
  if (phrase.match === "regex") {
    if (phrase.gates && !phrase.gates.some((gate) => gate.isHit)) return notFound;
    return phrase.pattern(message.nfc) ? 0 : notFound;
  }
  const rank = rankIn(phrase.sought, phrase.match);
  return rank === 2 && !typos ? notFound : rank;
}

const isExcluded = ({ excludes }: Rule) => excludes.some((sought) => rankIn(sought, "contains_word") <= 1);

function phrasesOf({ rule, rank }: Standing, turn: Turn): string[] {
  const { phrases, require } = rule.keyword;
  if (require === "all") return phrases;
  const index = rule.phrases.findIndex((phrase) => rankOfPhrase(phrase, rule.keyword, turn) === rank);
  return phrases.slice(index, index + 1);
}

/** Reads the zone's clock once, and not at all where no keyword has hours. */
function opener(at: Moment): (keyword: Keyword) => boolean {
  let clock: ReturnType<typeof readClock> | undefined;
  return ({ hours }) => {
    if (hours === null) return true;
    clock ??= readClock(at);
    return isWithin(hours, clock);
  };
}
