import { normalise } from "../match/normalise.ts";
import type { AudienceSettings } from "./settings.ts";

/** True if the text is a word for yes to the page's news, false for a no; undefined if it is neither. */
export function readConsent(settings: AudienceSettings, text: string): boolean | undefined {
  // Longer than any of the words, with room for spaces and signs around it.
  if (text.length > 100) return undefined;
  const word = normalise(text).replace(/^["'(]+|[.!"')]+$/g, "");
  const { out, into } = wordsOf(settings);
  return out.has(word) ? false : into.has(word) ? true : undefined;
}

type WordSets = { out: ReadonlySet<string>; into: ReadonlySet<string> };

/** Prepared once for the settings of a page. */
const prepared = new WeakMap<AudienceSettings, WordSets>();

function wordsOf(settings: AudienceSettings): WordSets {
  const known = prepared.get(settings);
  if (known) return known;
  const sets = {
    out: new Set(settings.opt_out_words.map(normalise)),
    into: new Set(settings.opt_in_words.map(normalise)),
  };
  prepared.set(settings, sets);
  return sets;
}
