import { type Needle, type PlainMatch, plainMatches } from "./needle.ts";

/**
 * A needle shared by all keywords that look for the same text, and what the last search found of it. A page may have
 * thousands, so match types and ranks are kept as bits.
 */
export type SharedNeedle = Needle & {
  /** The next needle with the same letters and other marks. */
  nextVariant: SharedNeedle | undefined;
  /** Numbers of the rules that look for it. */
  rules: number[];
  /** The match types it is looked for with, a bit each. */
  matches: number;
  /** True if its letters are in the last message, at any place and with any marks. */
  isHit: boolean;
  /** The best rank found in the last message for each match type, two bits each. */
  ranks: number;
  /** The match types that could still get a better rank. */
  improvable: number;
};

export function newNeedle({ plain, marks, words }: Needle, nextVariant?: SharedNeedle, rule?: number): SharedNeedle {
  // V8 gives a list that starts with one entry room for one, and an empty list room for seventeen at its first push.
  const rules = rule === undefined ? [] : [rule];
  return { plain, marks, words, nextVariant, rules, matches: 0, isHit: false, ranks: allNotFound, improvable: 0 };
}

export function addMatch(needle: SharedNeedle, match: PlainMatch): void {
  needle.matches |= bitOf(match);
  needle.improvable = needle.matches;
}

/** Forgets the last message. */
export function reset(needle: SharedNeedle): void {
  needle.isHit = false;
  needle.ranks = allNotFound;
  needle.improvable = needle.matches;
}

export const rankIn = ({ ranks }: SharedNeedle, match: PlainMatch) => (ranks >> (2 * indexOf[match])) & 3;

/** Keeps a rank that is better than those found before. */
export function noteRank(needle: SharedNeedle, match: PlainMatch, rank: number): void {
  const best = rankIn(needle, match);
  if (rank < best) needle.ranks ^= (best ^ rank) << (2 * indexOf[match]);
  if (rank === 0) needle.improvable &= ~bitOf(match);
}

export const bitOf = (match: PlainMatch) => 1 << indexOf[match];

const indexOf = Object.fromEntries(plainMatches.map((match, index) => [match, index])) as Record<PlainMatch, number>;
const allNotFound = 4 ** plainMatches.length - 1;
