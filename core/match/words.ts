import { foldMarks } from "./normalise.ts";

/**
 * Returns a function that is true for offsets where a word may begin or end. Words are made of letters, digits and
 * their marks; everything else separates them, so each emoji is a word of its own. In scripts without spaces:
 *
 * - every Chinese character is separate. Dictionaries take 多少钱 for one word, but an owner who looks for 多少 wants to
 *   find it there too;
 * - kana, Thai, Lao, Khmer and Burmese are separated by the dictionary of `Intl.Segmenter`: มา is not in มาก, はい is not
 *   in 価格はいくら. The dictionary is used only if a phrase was found, and once per text.
 */
export function wordBoundaries(text: string): (offset: number) => boolean {
  let segments: Set<number> | undefined;
  let last = { offset: 0, isBoundary: true };

  function read(offset: number): boolean {
    if (offset <= 0 || offset >= text.length) return true;
    const after = text.codePointAt(offset) ?? 0;
    if (isLowSurrogate(after) && !isLowSurrogate(text.charCodeAt(offset - 1))) return false;
    const before = codePointBefore(text, offset);
    if (before === joiner || after === joiner || isNegation(text, offset)) return false;

    const [one, other] = [kindOf(before), kindOf(after)];
    if (one === "letter" && other === "letter") return false;
    if (one !== "by_dictionary" || other !== "by_dictionary") return true;
    segments ??= segmentsOf(text);
    return segments.has(offset);
  }

  // Many phrases may end at one offset, so the last result is kept.
  return (offset) => {
    if (offset !== last.offset) last = { offset, isBoundary: read(offset) };
    return last.isBoundary;
  };
}

export type Word = { word: string; from: number; to: number };

/** Words of letters only, within a range of lengths, with their places. Scripts without spaces have none. */
export function letterWords(text: string, minLetters: number, maxLetters: number): Word[] {
  const words: Word[] = [];
  for (const { 0: word, index } of text.matchAll(spacedWord)) {
    if (word.length < minLetters || word.length > maxLetters) continue;
    // A wrong digit is another number, not a typo; and half a surrogate pair is no letter.
    if (!/[\p{N}\u{10000}-\u{10ffff}]/u.test(word)) words.push({ word, from: index, to: index + word.length });
  }
  return words;
}

const maxSearchedLetters = 40;
const maxSearchedText = 4000;

/** The different words of a text as they are searched: without marks, in lower case, cut. */
export function searchWords(text: string, maxWords = 200): string[] {
  const folded = foldMarks(text.slice(0, maxSearchedText));
  const words = /^[\0-\x7f]*$/.test(folded) ? (folded.match(/[a-z0-9]+/g) ?? []) : listWords(folded);
  return [...new Set(words.map((word) => [...word].slice(0, maxSearchedLetters).join("")))].slice(0, maxWords);
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

type Kind = "none" | "letter" | "ideograph" | "by_dictionary";

const kinds = new Map<number, Kind>();

function kindOf(code: number): Kind {
  const kind = kinds.get(code) ?? readKind(String.fromCodePoint(code));
  kinds.set(code, kind);
  return kind;
}

function readKind(character: string): Kind {
  if (!/[\p{L}\p{M}\p{N}]/u.test(character)) return "none";
  if (/\p{sc=Han}/u.test(character)) return "ideograph";
  return byDictionary.test(character) ? "by_dictionary" : "letter";
}

const byDictionary = /[\p{sc=Hiragana}\p{sc=Katakana}ー\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const spacedWord =
  /[[\p{L}\p{M}\p{N}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]]+/gv;

function segmentsOf(text: string): Set<number> {
  segmenter ??= new Intl.Segmenter("en", { granularity: "word" });
  return new Set(Array.from(segmenter.segment(text), ({ index }) => index));
}

let segmenter: Intl.Segmenter | undefined;

const joiner = 0x200d;

const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

function codePointBefore(text: string, offset: number): number {
  const pair = offset > 1 ? (text.codePointAt(offset - 2) ?? 0) : 0;
  return pair > 0xffff ? pair : text.charCodeAt(offset - 1);
}

/** An apostrophe separates words: `addition` is in "l'addition". But `can` is not in "can't". */
function isNegation(text: string, offset: number): boolean {
  const apostrophe = text[offset] === "'" ? offset : offset - 1;
  if (text[apostrophe] !== "'" || text[apostrophe - 1] !== "n" || text[apostrophe + 1] !== "t") return false;
  const next = text.codePointAt(apostrophe + 2);
  return next === undefined || kindOf(next) === "none";
}
