import { wordFilter } from "@banter/core/flow/happenings/word-filter.ts";
import { foldMarks } from "@banter/core/match/normalise.ts";

/** True if the text holds one of the phrases as whole words, whatever its capitals and accents. */
export const holdsForbidden = (text: string, phrases: readonly string[]): boolean => forbiddenWords(phrases).isIn(text);

/** The same, prepared once for a text that grows. */
export function forbiddenWords(phrases: readonly string[]) {
  const words = phrases.map(foldMarks).filter((phrase) => phrase !== "");
  const hasOne = words.length === 0 ? () => false : wordFilter({ words });
  const beginnings = words.flatMap((phrase) => [...phrase.matchAll(/ /g)].map(({ index }) => phrase.slice(0, index)));
  return {
    isIn: (text: string): boolean => hasOne(foldMarks(text)),
    /** True if the text ends with the first words of a phrase, so that a space and more words could complete it. */
    mayBeginAtEndOf(text: string): boolean {
      const end = foldMarks(text);
      return beginnings.some((beginning) => end.endsWith(beginning));
    },
  };
}
