import { wordFilter } from "@banter/core/flow/happenings/word-filter.ts";
import { foldMarks } from "@banter/core/match/normalise.ts";

/** True if the text holds one of the phrases as whole words, whatever its capitals and accents. */
export function holdsForbidden(text: string, phrases: readonly string[]): boolean {
  if (phrases.length === 0) return false;
  return wordFilter({ words: phrases.map(foldMarks) })(foldMarks(text));
}
