import { letterWords } from "./words.ts";

/** The words of a phrase that may be written with a typo. */
export const wordsWithTypos = (plain: string) => letterWords(plain, minLetters, maxLetters);

/** The words of a message that may be one of those with a typo: up to one letter shorter or longer. */
export const typoCandidates = (plain: string) => letterWords(plain, minLetters - 1, maxLetters + 1);

/**
 * Finds, among many words, those one typo away from a given one: a letter too many, too few or wrong, or two neighbours
 * swapped. Two words that are one typo apart are equal once at most one letter is removed from each. So every word is
 * filed under the hash of itself and of itself without each of its letters.
 */
export function indexTypos(words: Iterable<string>): (word: string) => string[] {
  const known = [...words];
  const entries = known.reduce((sum, { length }) => sum + length + 1, 0);
  const heads = new Int32Array(2 ** Math.ceil(Math.log2(entries + 1))).fill(-1);
  const nexts = new Int32Array(entries);
  const wordOf = new Int32Array(entries);
  let count = 0;
  for (const [index, word] of known.entries()) {
    for (let without = -1; without < word.length; without++) {
      const slot = hash(word, without) & (heads.length - 1);
      nexts[count] = heads[slot] ?? -1;
      wordOf[count] = index;
      heads[slot] = count++;
    }
  }

  return (word) => {
    const found = new Set<string>();
    for (let without = -1; without < word.length; without++) {
      const slot = hash(word, without) & (heads.length - 1);
      for (let entry = heads[slot] ?? -1; entry >= 0; entry = nexts[entry] ?? -1) {
        const other = known[wordOf[entry] ?? 0];
        if (other !== undefined && isOneTypo(word, other)) found.add(other);
      }
    }
    return [...found];
  };
}

/** True if two words are exactly one typo apart. */
export function isOneTypo(one: string, other: string): boolean {
  if (one.length < other.length) return isOneTypo(other, one);
  if (one.length - other.length > 1 || one === other) return false;
  let start = 0;
  while (start < other.length && one[start] === other[start]) start++;
  if (one.length > other.length) return one.slice(start + 1) === other.slice(start);
  if (one.slice(start + 1) === other.slice(start + 1)) return true;
  const isSwapped = one[start] === other[start + 1] && one[start + 1] === other[start];
  return isSwapped && one.slice(start + 2) === other.slice(start + 2);
}

const minLetters = 5;
const maxLetters = 32;

/** The hash of a word without the letter at `without`; -1 leaves out none. */
function hash(word: string, without: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) if (at !== without) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  // The low bits choose the slot, and multiplying carries only upwards.
  return hash ^ (hash >>> 15);
}
