/** A text with its caret. */
export type Insertion = { text: string; caret: number };

/** Replaces a part of the text. The caret is behind what was inserted. */
export function insert(text: string, { start, end }: { start: number; end: number }, inserted: string): Insertion {
  return { text: text.slice(0, start) + inserted + text.slice(end), caret: start + inserted.length };
}
