/**
 * A part of a text that is bold, italic or a link. `start` and `length` count UTF-16 units. A mark lies inside another
 * or beside it.
 */
export type TextMark = { start: number; length: number } & (
  | { type: "bold" | "italic" }
  | { type: "link"; url: string }
);

/** A piece of a text that looks the same throughout. */
export type MarkedPiece = { text: string; isBold: boolean; isItalic: boolean; url?: string };

/** Splits a text where its look changes. */
export function piecesOf(text: string, marks: readonly TextMark[] = []): MarkedPiece[] {
  const edges = new Set([0, text.length, ...marks.flatMap(({ start, length }) => [start, start + length])]);
  const cuts = [...edges].filter((edge) => edge >= 0 && edge <= text.length).sort((one, other) => one - other);
  return cuts.slice(1).map((end, index) => {
    const start = cuts[index] ?? 0;
    const around = marks.filter((mark) => mark.start <= start && mark.start + mark.length >= end);
    const link = around.find((mark) => mark.type === "link");
    return {
      text: text.slice(start, end),
      isBold: around.some(({ type }) => type === "bold"),
      isItalic: around.some(({ type }) => type === "italic"),
      ...(link && { url: link.url }),
    };
  });
}

/** The marks of a part of the text, counted from its beginning. */
export function marksWithin(marks: readonly TextMark[], from: number, to: number): TextMark[] {
  return marks.flatMap((mark) => {
    const start = Math.max(mark.start, from);
    const length = Math.min(mark.start + mark.length, to) - start;
    return length > 0 ? [{ ...mark, start: start - from, length }] : [];
  });
}

/** The text with signs around its marks. Without signs for bold and italic, their words are plain. */
export function writeMarks(
  text: string,
  marks: readonly TextMark[] = [],
  signs: { bold: string; italic: string } = { bold: "", italic: "" },
): string {
  const opening = new Map<number, string>();
  const closing = new Map<number, string>();
  // Outer marks come first: they open before the marks inside them, and close after.
  for (const mark of marks.toSorted((one, other) => one.start - other.start || other.length - one.length)) {
    const end = mark.start + mark.length;
    const [before, after] = signsOf(mark, text.slice(mark.start, end), signs);
    opening.set(mark.start, (opening.get(mark.start) ?? "") + before);
    closing.set(end, after + (closing.get(end) ?? ""));
  }
  const edges = [...new Set([0, ...opening.keys(), ...closing.keys()])].sort((one, other) => one - other);
  return edges
    .map((at, index) => (closing.get(at) ?? "") + (opening.get(at) ?? "") + text.slice(at, edges[index + 1]))
    .join("");
}

function signsOf(mark: TextMark, words: string, signs: { bold: string; italic: string }): [string, string] {
  if (mark.type !== "link") return [signs[mark.type], signs[mark.type]];
  return ["", words === mark.url ? "" : ` (${mark.url})`];
}
