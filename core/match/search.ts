import { buildAutomaton, start } from "./automaton.ts";
import type { Message } from "./message.ts";
import { endsAs, isWellMarkedAround, type Place, plainMatches, rankAt, startsAs } from "./needle.ts";
import { bitOf, noteRank, type Sought, startAnew } from "./sought.ts";
import { indexTypos, wordsInDoubt } from "./typos.ts";

export type Search = {
  /** Those that are hit. What they say of it is good until the next message is searched. */
  find(message: Message): readonly Sought[];
  /** Adds what is found with one typo. */
  findTypos(message: Message): void;
};

/** Takes one of each lot of twins by its letters. One pass over a message finds all, however many there are. */
export function buildSearch(soughts: ReadonlyMap<string, Sought>): Search {
  const needles = [...soughts.values()];
  const automaton = buildAutomaton([...soughts.keys()]);
  const typoWords = new Set<string>();
  for (const needle of needles)
    for (const { words } of twinsOf(needle)) for (const { word } of words) typoWords.add(word);
  const wordsNear = indexTypos(typoWords);
  const hits: Sought[] = [];

  function hit(sought: Sought): void {
    if (!sought.isHit) hits.push(sought);
    sought.isHit = true;
  }

  function find(message: Message): readonly Sought[] {
    for (const sought of hits) startAnew(sought);
    hits.length = 0;
    let to = 0;
    let endings: number | undefined;
    const visit = (needle: number) => {
      endings ??= endingsAt(message, to);
      for (let sought = needles[needle]; sought; sought = sought.twin) {
        hit(sought);
        if ((sought.open & endings) !== 0) note(sought, message, to - sought.plain.length, to);
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
        for (const sought of twinsOf(needles[needle])) {
          const place = sought.words.find(({ to }) => to === sought.plain.length - past);
          if (place?.word !== word || !isWellMarkedAround(sought, message, place, written)) continue;
          hit(sought);
          note(sought, message, written.from - place.from, written.to + past, 2);
        }
      });
      if (written.to + past >= message.plain.length) break;
      state = automaton.step(state, message.plain.charCodeAt(written.to + past));
    }
  }

  return { find, findTypos };
}

function* twinsOf(first: Sought | undefined): Generator<Sought> {
  for (let sought = first; sought; sought = sought.twin) yield sought;
}

/** The rank takes longest to tell, and is told only where it could be better than one already found. */
function note(sought: Sought, message: Message, from: number, to: number, known?: number): void {
  let rank = known;
  for (const match of plainMatches) {
    if ((sought.open & bitOf(match)) === 0) continue;
    if (!endsAs(match, message, to) || !startsAs(match, message, from)) continue;
    rank ??= rankAt(sought, message, from);
    noteRank(sought, match, rank);
  }
}

/** The ways to look for a needle that may end here, a bit each. */
const endingsAt = (message: Message, to: number) =>
  plainMatches.reduce((bits, match) => (endsAs(match, message, to) ? bits | bitOf(match) : bits), 0);
