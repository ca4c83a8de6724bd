import { buildAutomaton, start } from "./automaton.ts";
import type { Message } from "./message.ts";
import { endsAs, isWellMarkedAround, type Place, plainMatches, rankAt, startsAs } from "./needle.ts";
import { bitOf, noteRank, reset, type SharedNeedle } from "./shared-needle.ts";
import { indexTypos, typoCandidates } from "./typos.ts";

export type Search = {
  /** The needles whose letters are in the message. Their ranks are good until the next call. */
  find(message: Message): readonly SharedNeedle[];
  /** Adds the needles that are found with one typo. */
  findTypos(message: Message): void;
};

/** Takes the first variant of each needle by its letters. One pass over a message finds all needles. */
export function buildSearch(needles: ReadonlyMap<string, SharedNeedle>): Search {
  const firstVariants = [...needles.values()];
  const automaton = buildAutomaton([...needles.keys()]);
  const typoWords = new Set<string>();
  for (const first of firstVariants)
    for (const { words } of variantsOf(first)) for (const { word } of words) typoWords.add(word);
  const wordsNear = indexTypos(typoWords);
  const hits: SharedNeedle[] = [];

  function hit(needle: SharedNeedle): void {
    if (!needle.isHit) hits.push(needle);
    needle.isHit = true;
  }

  function find(message: Message): readonly SharedNeedle[] {
    for (const needle of hits) reset(needle);
    hits.length = 0;
    let to = 0;
    let endings: number | undefined;
    const visit = (index: number) => {
      endings ??= endingsAt(message, to);
      for (let needle = firstVariants[index]; needle; needle = needle.nextVariant) {
        hit(needle);
        if ((needle.improvable & endings) !== 0) note(needle, message, to - needle.plain.length, to);
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
    for (const written of typoWords.size > 0 ? typoCandidates(message.plain) : []) {
      const near = wordsNear(written.word);
      if (near.length === 0) continue;
      for (; at < written.from; at++) state = automaton.step(state, message.plain.charCodeAt(at));
      for (const word of near) tryWord(message, written, word, state);
    }
  }

  /** Runs the automaton as if the word had been written correctly, for as long as a needle can contain it. */
  function tryWord(message: Message, written: Place, word: string, before: number): void {
    let state = before;
    for (let at = 0; at < word.length; at++) state = automaton.step(state, word.charCodeAt(at));
    for (let past = 0; automaton.depthOf(state) >= word.length + past; past++) {
      automaton.ends(state, (index) => {
        for (const needle of variantsOf(firstVariants[index])) {
          const place = needle.words.find(({ to }) => to === needle.plain.length - past);
          if (place?.word !== word || !isWellMarkedAround(needle, message, place, written)) continue;
          hit(needle);
          note(needle, message, written.from - place.from, written.to + past, 2);
        }
      });
      if (written.to + past >= message.plain.length) break;
      state = automaton.step(state, message.plain.charCodeAt(written.to + past));
    }
  }

  return { find, findTypos };
}

function* variantsOf(first: SharedNeedle | undefined): Generator<SharedNeedle> {
  for (let needle = first; needle; needle = needle.nextVariant) yield needle;
}

/** Computing the rank is the slowest part, so it is done only where it could be better than one already found. */
function note(needle: SharedNeedle, message: Message, from: number, to: number, known?: number): void {
  let rank = known;
  for (const match of plainMatches) {
    if ((needle.improvable & bitOf(match)) === 0) continue;
    if (!endsAs(match, message, to) || !startsAs(match, message, from)) continue;
    rank ??= rankAt(needle, message, from);
    noteRank(needle, match, rank);
  }
}

/** The match types whose needles may end here, a bit each. */
const endingsAt = (message: Message, to: number) =>
  plainMatches.reduce((bits, match) => (endsAs(match, message, to) ? bits | bitOf(match) : bits), 0);
