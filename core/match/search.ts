import { buildAutomaton, start } from "./automaton.ts";
import type { Message } from "./message.ts";
import {
  endsAs,
  isWellMarkedAround,
  type Needle,
  type Place,
  type PlainMatch,
  plainMatches,
  rankAt,
  startsAs,
} from "./needle.ts";
import { indexTypos, wordsInDoubt } from "./typos.ts";

/** A needle that keywords look for, one for all that look for the same. `rules` are the keywords, by number. */
export type Sought = Needle & { matches: PlainMatch[]; rules: number[]; tally: Tally };

/**
 * How a needle was found in the last message searched: for each way to look for it the best rank, two bits each; and a
 * bit for each way that could still be found better.
 */
export type Tally = { isHit: boolean; ranks: number; open: number };

export const newTally = (): Tally => ({ isHit: false, ranks: nowhere, open: everyMatch });

export const rankIn = ({ tally }: Sought, match: PlainMatch) => (tally.ranks >> (2 * indexOf[match])) & 3;

/** Those whose plain letters are in a message, wherever and with whatever marks. Good until the next is searched. */
export type Hits = readonly Sought[];

export type Search = {
  find(message: Message): Hits;
  /** Adds what is found with one typo. */
  findTypos(message: Message): void;
};

/** One pass over the message finds all, however many there are. */
export function buildSearch(byPlain: ReadonlyMap<string, Sought[]>): Search {
  const groups = [...byPlain.values()];
  const automaton = buildAutomaton([...byPlain.keys()]);
  const typoWords = new Set<string>();
  for (const group of groups) for (const { words } of group) for (const { word } of words) typoWords.add(word);
  const wordsNear = indexTypos(typoWords);
  const hits: Sought[] = [];

  function hit(sought: Sought): void {
    if (!sought.tally.isHit) hits.push(sought);
    sought.tally.isHit = true;
  }

  function find(message: Message): Hits {
    for (const sought of hits) sought.tally = newTally();
    hits.length = 0;
    let to = 0;
    let endings: number | undefined;
    const visit = (needle: number) => {
      endings ??= endingsAt(message, to);
      for (const sought of groups[needle] ?? []) {
        hit(sought);
        if ((sought.tally.open & endings) === 0) continue;
        const from = to - sought.plain.length;
        record(sought, message, { from, to }, () => rankAt(sought, message, from));
      }
    };

    let state = start;
    while (to < message.plain.length) {
      state = automaton.step(state, message.plain.charCodeAt(to++));
      endings = undefined;
      automaton.ends(state, visit);
    }
    return hits;
  }

  function findTypos(message: Message): void {
    let state = start;
    let at = 0;
    for (const written of typoWords.size > 0 ? wordsInDoubt(message.plain) : []) {
      const near = wordsNear(written.word);
      if (near.length === 0) continue;
      for (; at < written.from; at++) state = automaton.step(state, message.plain.charCodeAt(at));
      for (const word of near) tryWord(message, written, word, state);
    }
  }

  /** Goes on as if the word had been written well, for as long as a needle may hold it. */
  function tryWord(message: Message, written: Place, word: string, before: number): void {
    let state = before;
    for (let at = 0; at < word.length; at++) state = automaton.step(state, word.charCodeAt(at));
    for (let past = 0; automaton.depthOf(state) >= word.length + past; past++) {
      automaton.ends(state, (needle) => {
        for (const sought of groups[needle] ?? []) {
          const place = sought.words.find(({ to }) => to === sought.plain.length - past);
          if (place?.word !== word || !isWellMarkedAround(sought, message, place, written)) continue;
          hit(sought);
          record(sought, message, { from: written.from - place.from, to: written.to + past }, () => 2);
        }
      });
      if (written.to + past >= message.plain.length) break;
      state = automaton.step(state, message.plain.charCodeAt(written.to + past));
    }
  }

  return { find, findTypos };
}

/** The rank takes longest to tell, and is asked only where it could be better than one already found. */
function record(sought: Sought, message: Message, { from, to }: Place, tellRank: () => number): void {
  const { tally } = sought;
  let rank: number | undefined;
  for (const match of sought.matches) {
    const index = indexOf[match];
    if ((tally.open & (1 << index)) === 0 || !endsAs(match, message, to) || !startsAs(match, message, from)) continue;
    rank ??= tellRank();
    const best = rankIn(sought, match);
    if (rank < best) tally.ranks ^= (best ^ rank) << (2 * index);
    if (rank === 0) tally.open &= ~(1 << index);
  }
}

/** The ways to look for a needle that may end here, a bit each. */
function endingsAt(message: Message, to: number): number {
  return plainMatches.reduce((bits, match, index) => (endsAs(match, message, to) ? bits | (1 << index) : bits), 0);
}

const indexOf = Object.fromEntries(plainMatches.map((match, index) => [match, index])) as Record<PlainMatch, number>;
const everyMatch = 2 ** plainMatches.length - 1;
const nowhere = 4 ** plainMatches.length - 1;
