import { type Needle, type PlainMatch, plainMatches } from "./needle.ts";

/** A needle that keywords look for, one for all that look for the same. There may be thousands: hence bits. */
export type Sought = Needle & {
  /** Another with the same letters and other marks. */
  twin: Sought | undefined;
  /** The keywords, by number. */
  rules: number[];
  /** The ways to look for it, a bit each. */
  matches: number;
  /** Whether its letters are in the last message searched, wherever and with whatever marks. */
  isHit: boolean;
  /** How well it was found there: for each way the best rank, two bits each. */
  ranks: number;
  /** The ways in which it could still be found better. */
  open: number;
};

export function newSought({ plain, marks, words }: Needle, twin?: Sought, rule?: number): Sought {
  // A list that starts with one has room for one: started empty, for seventeen.
  const rules = rule === undefined ? [] : [rule];
  return { plain, marks, words, twin, rules, matches: 0, isHit: false, ranks: nowhere, open: 0 };
}

export function lookBy(sought: Sought, match: PlainMatch): void {
  sought.matches |= bitOf(match);
  sought.open = sought.matches;
}

/** Forgets the last message. */
export function startAnew(sought: Sought): void {
  sought.isHit = false;
  sought.ranks = nowhere;
  sought.open = sought.matches;
}

export const rankIn = ({ ranks }: Sought, match: PlainMatch) => (ranks >> (2 * indexOf[match])) & 3;

/** Notes a rank, if none as good was found before. */
export function noteRank(sought: Sought, match: PlainMatch, rank: number): void {
  const best = rankIn(sought, match);
  if (rank < best) sought.ranks ^= (best ^ rank) << (2 * indexOf[match]);
  if (rank === 0) sought.open &= ~bitOf(match);
}

export const bitOf = (match: PlainMatch) => 1 << indexOf[match];

const indexOf = Object.fromEntries(plainMatches.map((match, index) => [match, index])) as Record<PlainMatch, number>;
const nowhere = 4 ** plainMatches.length - 1;
