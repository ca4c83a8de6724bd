import type { KeywordMatch } from "../model/keyword.ts";
import { type Message, withoutPunctuation } from "./message.ts";
import { type FoldedText, fold } from "./normalise.ts";
import { wordsWithTypos } from "./typos.ts";
import type { Word } from "./words.ts";

/** How well a phrase was found, best first. */
export const ranks = ["exact", "marks", "typo"] as const;
export type Rank = (typeof ranks)[number];
export const notFound = ranks.length;

/** The match types of phrases that are not patterns. */
export const plainMatches = ["contains", "contains_word", "begins", "ends", "is"] as const;
export type PlainMatch = Exclude<KeywordMatch, "regex">;

/** A phrase to look for. `words` are its words that may be written with a typo. */
export type Needle = FoldedText & { words: Word[] };

export function readNeedle(phrase: string, match: PlainMatch, typos: boolean): Needle {
  let { plain, marks } = fold(phrase);
  if (match === "is") {
    const { from, to } = withoutPunctuation(plain);
    plain = plain.slice(from, to);
    marks = marks?.slice(from, to);
  }
  return { plain, marks, words: typos ? wordsWithTypos(plain) : none };
}

const none: Word[] = [];

/** True if the match type allows the phrase at this place of the message. */
export const standsAs = (match: PlainMatch, message: Message, { from, to }: Place) =>
  endsAs(match, message, to) && startsAs(match, message, from);

export function startsAs(match: PlainMatch, message: Message, from: number): boolean {
  if (match === "contains_word") return message.isBoundary(from);
  if (match === "begins") return from === 0 || from === message.from;
  return match !== "is" || from === message.from;
}

export function endsAs(match: PlainMatch, message: Message, to: number): boolean {
  if (match === "contains_word") return message.isBoundary(to);
  if (match === "ends") return to === message.plain.length || to === message.to;
  return match !== "is" || to === message.to;
}

export type Place = { from: number; to: number };

/**
 * The rank, as a number, of a needle whose letters are at an offset of the message. A mark that one side leaves out
 * costs one rank. A different mark makes another word, `bạn` for `bán`, and passes only as the one typo.
 */
export function rankAt(needle: Needle, message: Message, at: number): number {
  if (!needle.marks && !message.marks) return 0;
  let rank = 0;
  let wrong: Place | undefined;
  for (let unit = 0; unit < needle.plain.length; unit++) {
    const [one, other] = [needle.marks?.[unit] ?? 0, message.marks?.[at + unit] ?? 0];
    if (one === other) continue;
    rank = Math.max(rank, 1);
    if (areCompatible(one, other) || (wrong && unit < wrong.to)) continue;
    const word = needle.words.find(({ from, to }) => from <= unit && unit < to);
    if (wrong || !word || !message.isBoundary(at + word.from) || !message.isBoundary(at + word.to)) return notFound;
    wrong = word;
    rank = 2;
  }
  return rank;
}

/** True if the marks fit around a word of the needle that is written with a typo. */
export function isWellMarkedAround(needle: Needle, message: Message, word: Place, written: Place): boolean {
  for (let unit = 0; unit < needle.plain.length; unit++) {
    if (unit >= word.from && unit < word.to) continue;
    const at = unit < word.from ? written.from - word.from + unit : written.to - word.to + unit;
    if (!areCompatible(needle.marks?.[unit] ?? 0, message.marks?.[at] ?? 0)) return false;
  }
  return true;
}

const areCompatible = (one: number, other: number) => (one & other) === one || (one & other) === other;
