/** Text with a selection, which is empty if only the caret stands there. */
export type Insertion = { text: string; start: number; end: number };

/** Replaces a part of the text. `marked` is selected afterwards: a part of the inserted text, else the place behind it. */
export function insert(
  text: string,
  { start, end }: { start: number; end: number },
  inserted: string,
  marked: readonly [number, number] = [inserted.length, inserted.length],
): Insertion {
  return {
    text: text.slice(0, start) + inserted + text.slice(end),
    start: start + marked[0],
    end: start + marked[1],
  };
}
