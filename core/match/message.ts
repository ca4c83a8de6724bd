import { compose, type Folded, fold } from "./normalise.ts";
import { wordBoundaries } from "./words.ts";

/** A message, read once for all that is looked for in it. */
export type Message = Folded & {
  /** As the customer wrote it: what patterns are tried on. */
  nfc: string;
  /** Where it begins and ends if the punctuation around it does not count. */
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
 * "hello!", "(hello)" and "¿hello??" say hello; "/start", "#1", "50%" and "C++" are as they are. Of nothing but
 * punctuation all counts.
 */
export function withoutPunctuation(plain: string): { from: number; to: number } {
  let from = 0;
  let to = plain.length;
  while (from < to && /[\p{Ps}\p{Pi}"'¿¡ ]/u.test(plain[from] ?? "")) from++;
  while (to > from && /[[\p{P}~^ ]--[#%\&*@\/\\_\-]]/v.test(plain[to - 1] ?? "")) to--;
  return from < to ? { from, to } : { from: 0, to: plain.length };
}
