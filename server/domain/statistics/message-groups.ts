import { foldMarks } from "@banter/core/match/normalise.ts";

export type ReceivedText = { at: Date; text: string };
export type MessageGroup = { text: string; count: number; examples: string[]; last_at: Date };

const maxExamples = 3;
const maxGroups = 100;
/** A longer text is nobody's question twice. */
const maxLength = 200;

/** Groups texts that differ only in case, diacritics, spaces or the punctuation at their end; the largest first. */
export function groupMessages(messages: ReceivedText[]): MessageGroup[] {
  const groups = new Map<string, MessageGroup>();
  // Folding takes longest, and many texts are the same to the letter.
  const foldedOf = new Map<string, string>();
  for (const { at, text } of messages) {
    const shown = cut(text.trim());
    const folded = foldedOf.get(shown) ?? (foldMarks(shown).replace(/[\s.!?…,;:~]+$/u, "") || shown);
    foldedOf.set(shown, folded);
    const group = groups.get(folded) ?? { text: folded, count: 0, examples: [], last_at: at };
    group.count++;
    if (at > group.last_at) group.last_at = at;
    if (group.examples.length < maxExamples && !group.examples.includes(shown)) group.examples.push(shown);
    groups.set(folded, group);
  }
  return [...groups.values()].sort((one, other) => other.count - one.count).slice(0, maxGroups);
}

export const cut = (text: string) => (text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text);
