import type { Keyword } from "../model/keyword.ts";
import type { Message } from "./message.ts";
import { isWellMarkedAround, type Needle, notFound, type PlainMatch, rankAt, readNeedle, standsAs } from "./needle.ts";
import { checkPattern, compilePattern } from "./pattern.ts";
import { prefiltersOf } from "./rules.ts";
import { indexTypos, typoCandidates } from "./typos.ts";

/** The reason why a phrase was not found. `found` is the text in the message instead, without marks. */
export type Miss =
  /** The phrase is part of a longer word: `hi` in "this". */
  | { reason: "inside_word"; phrase: string; found: string }
  /** The phrase is there, but not at the beginning or end as required, or with more text around it. */
  | { reason: "elsewhere"; phrase: string }
  /** The letters are there with other marks: `bạn` for `bán`. */
  | { reason: "other_marks"; phrase: string }
  /** The phrase is one typo away, and the keyword allows none. */
  | { reason: "typo"; phrase: string; found: string }
  | { reason: "bad_pattern"; phrase: string; fault: string }
  | { reason: "not_found" };

/** A message, and a function that finds its words that are one typo from another word. */
export type IndexedMessage = { message: Message; typos: (word: string) => { from: number; to: number }[] };

export function readForTypos(message: Message): IndexedMessage["typos"] {
  const places = Map.groupBy(typoCandidates(message.plain), ({ word }) => word);
  const near = indexTypos(places.keys());
  return (word) => near(word).flatMap((written) => places.get(written) ?? []);
}

/** Looks for one phrase; `miss` says why it was not found. */
export function findPhrase(
  phrase: string,
  { match, typos }: Pick<Keyword, "match" | "typos">,
  seen: IndexedMessage,
): { rank: number; miss?: Miss } {
  if (match === "regex") return tryPattern(phrase, seen.message);
  const needle = readNeedle(phrase, match, true);
  if (needle.plain === "") return { rank: notFound, miss: { reason: "not_found" } };

  const written = findWritten(phrase, { ...needle, words: typos ? needle.words : [] }, match, seen.message);
  if (written.rank < notFound) return written;
  const typo = findTypo(needle, match, seen);
  if (typo === undefined) return written;
  if (typos) return { rank: 2 };
  return {
    rank: notFound,
    miss: written.miss?.reason === "not_found" ? { reason: "typo", phrase, found: typo } : written.miss,
  };
}

function findWritten(
  phrase: string,
  needle: Needle,
  match: PlainMatch,
  message: Message,
): { rank: number; miss: Miss } {
  let best: number = notFound;
  let miss: Miss = { reason: "not_found" };
  const { plain } = message;
  for (let at = plain.indexOf(needle.plain); at >= 0 && best > 0; at = plain.indexOf(needle.plain, at + 1)) {
    const to = at + needle.plain.length;
    const rank = rankAt(needle, message, at);
    if (rank === notFound) miss = { reason: "other_marks", phrase };
    else if (standsAs(match, message, { from: at, to })) best = Math.min(best, rank);
    else if (match !== "contains_word") miss = { reason: "elsewhere", phrase };
    else miss = { reason: "inside_word", phrase, found: wordAround(message, at, to) };
  }
  return { rank: best, miss };
}

/** The word of the message that is a word of the needle with one typo, if the rest of the needle is around it. */
function findTypo(needle: Needle, match: PlainMatch, { message, typos }: IndexedMessage): string | undefined {
  for (const { word, from, to } of needle.words) {
    const [before, after] = [needle.plain.slice(0, from), needle.plain.slice(to)];
    for (const written of typos(word)) {
      const start = written.from - before.length;
      const end = written.to + after.length;
      if (start < 0 || !message.plain.startsWith(before, start) || !message.plain.startsWith(after, written.to))
        continue;
      if (!isWellMarkedAround(needle, message, { from, to }, written)) continue;
      if (standsAs(match, message, { from: start, to: end })) return message.plain.slice(written.from, written.to);
    }
  }
  return undefined;
}

function tryPattern(phrase: string, message: Message): { rank: number; miss?: Miss } {
  const miss: Miss = { reason: "not_found" };
  if (prefiltersOf(phrase)?.every((text) => !message.plain.includes(text))) return { rank: notFound, miss };
  const fault = checkPattern(phrase);
  if (fault !== undefined) return { rank: notFound, miss: { reason: "bad_pattern", phrase, fault } };
  return compilePattern(phrase)(message.nfc) ? { rank: 0 } : { rank: notFound, miss };
}

function wordAround({ plain, isBoundary }: Message, from: number, to: number): string {
  let [start, end] = [from, to];
  while (!isBoundary(start)) start--;
  while (!isBoundary(end)) end++;
  return plain.slice(start, end);
}
