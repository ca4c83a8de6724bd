import { foldMarks } from "./normalise.ts";
import { wordBoundaries } from "./words.ts";

const maxLetters = 40;
const maxText = 4000;

/** The different words of a text as they are searched: without marks, in lower case, cut. */
export function searchWords(text: string, maxWords = 200): string[] {
  const folded = foldMarks(text.slice(0, maxText));
  const words = /^[\0-\x7f]*$/.test(folded) ? (folded.match(/[a-z0-9]+/g) ?? []) : listWords(folded);
  return [...new Set(words.map((word) => [...word].slice(0, maxLetters).join("")))].slice(0, maxWords);
}

/** In scripts without spaces, words are as long as keywords see them. */
function listWords(text: string): string[] {
  const isBoundary = wordBoundaries(text);
  const words: string[] = [];
  let from = 0;
  for (let at = 1; at <= text.length; at++) {
    if (!isBoundary(at)) continue;
    const word = text.slice(from, at);
    if (/[\p{L}\p{N}]/u.test(word)) words.push(word);
    from = at;
  }
  return words;
}
