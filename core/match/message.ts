import { compose, type FoldedText, fold } from "./normalise.ts";
import { wordBoundaries } from "./words.ts";

/** A message, prepared once for the whole search. */
export type Message = FoldedText & {
  /** The text as the customer wrote it, for patterns. */
  nfc: string;
  /** The text without the punctuation around it begins and ends here. */
  from: number;
  to: number;
  isBoundary: (offset: number) => boolean;
};

export function readMessage(text: string): Message {
  const folded = fold(text);
  return {
    ...folded,
    ...withoutPunctuation(folded.plain),
    nfc: compose(text).trim(),
    isBoundary: wordBoundaries(folded.plain),
  };
}

/**
 * The text without the punctuation around it: "hello!", "(hello)" and "¿hello??" are hello. Signs with a meaning stay,
 * as in "/start", "#1", "50%" and "C++", and so does a text of nothing but punctuation.
 */
export function withoutPunctuation(plain: string): { from: number; to: number } {
  let from = 0;
  let to = plain.length;
  while (from < to && /[\p{Ps}\p{Pi}"'¿¡ ]/u.test(plain[from] ?? "")) from++;
  while (to > from && /[[\p{P}~^ ]--[#%\&*@\/\\_\-]]/v.test(plain[to - 1] ?? "")) to--;
  return from < to ? { from, to } : { from: 0, to: plain.length };
}
