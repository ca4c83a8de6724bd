import type { ModelCall } from "@banter/core/flow/ai/model-call.ts";
import { forbiddenWords } from "./never-say.ts";
import { hasForm } from "./read-reply.ts";

/** The words of an unfinished answer that may be shown. They only grow, or are taken back for good: then it is empty. */
export type WordsSoFar = () => string;

/**
 * The words so far go to the nodes with the customer's streams in one notification of PostgreSQL, which has at most
 * 8,000 bytes. A longer answer grows no further on the screen until it is there.
 */
const maxBytes = 6000;

/**
 * The part of an unfinished answer that no later check can take back. A step whose answer is a form may still be left
 * as unsure or by an intent, so that nothing of it is shown: undefined. Plain words are shown up to the end of a word,
 * if that part holds nothing forbidden and nothing forbidden can begin at its end.
 */
export function wordsSoFar(
  call: Pick<ModelCall, "knowledge" | "tools" | "intents" | "fields" | "maxLength">,
  neverSay: readonly string[],
): { grow: (text: string) => void; shown: WordsSoFar } | undefined {
  if (hasForm(call)) return undefined;
  const forbidden = forbiddenWords(neverSay);
  let text = "";
  let shown = "";
  let isOver = false;

  return {
    grow(soFar) {
      text = soFar;
    },
    // Read a few times a second: to check each piece of a stream would take time quadratic in its length.
    shown() {
      if (isOver) return "";
      const next = wholeWords(text, call.maxLength, forbidden.mayBeginAtEndOf);
      if (forbidden.isIn(next)) isOver = true;
      else if (Buffer.byteLength(JSON.stringify(next)) <= maxBytes) shown = next;
      return isOver ? "" : shown;
    },
  };
}

/** The longest beginning that ends before a space and that `mayNotEnd` allows. */
function wholeWords(text: string, maxLength: number, mayNotEnd: (text: string) => boolean): string {
  let words = text.trimStart().slice(0, maxLength + 1);
  do {
    // Comparing leaves the byte order mark out, so that it ends no word.
    words = /^[\s\S]*(?=[^\S\ufeff])/.exec(words)?.[0].replace(/[^\S\ufeff]+$/, "") ?? "";
  } while (words !== "" && mayNotEnd(words));
  return words;
}
