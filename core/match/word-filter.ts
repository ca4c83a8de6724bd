import type { Keyword } from "../model/keyword.ts";
import { buildMatcher } from "./matcher.ts";

/** True for a text that has one of the words, if there are any, and none of the excluded ones. */
export type WordFilter = (text: string) => boolean;

/** Compares whole words as keywords do: case and missing accents do not matter. */
export function wordFilter({ words = [], excludes = [] }: { words?: string[]; excludes?: string[] }): WordFilter {
  const [hasWord, hasExcluded] = [finder(words), finder(excludes)];
  return (text) => (words.length === 0 || hasWord(text)) && !hasExcluded(text);
}

function finder(phrases: string[]): WordFilter {
  if (phrases.length === 0) return () => false;
  const { match } = buildMatcher([{ ...anyTime, phrases }]);
  return (text) => match(text, { instant: 0, zone: "UTC" }) !== undefined;
}

/** The matcher leaves out keywords without a flow. */
const anyTime: Omit<Keyword, "phrases"> = {
  ...{ id: 1, name: "", match: "contains_word", require: "any", excludes: [], typos: false },
  ...{ hours: null, flowId: 1, isActivated: true },
};
