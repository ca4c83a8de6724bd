import { letterWords } from "./words.ts";

/** The words of a keyword that may be written with a typo: five letters or more, and not so many that it is no word. */
export const wordsWithTypos = (plain: string) => letterWords(plain, shortest, longest);

/** The words of a message that may be such a word, written with a typo. */
export const wordsInDoubt = (plain: string) => letterWords(plain, shortest - 1, longest + 1);

/**
 * Finds, among many words, those one typo away from a given one: a letter too many, too few or wrong, or two neighbours
 * swapped. Words that are one typo apart become the same when at most one letter is taken from each; so every word is
 * filed under the hash of itself and of all that it becomes.
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

/** Whether two words are one typo apart: exactly one. */
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

const shortest = 5;
const longest = 32;

/** Of a word without the letter at `without`. */
function hash(word: string, without: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) if (at !== without) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  // The low bits choose the slot, and multiplying carries only upwards.
  return hash ^ (hash >>> 15);
}
