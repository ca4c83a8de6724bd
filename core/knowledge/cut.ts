/** A piece of a document in its order: text or, with a level from 1, a heading. `page` is that of a printed document. */
export type Block = { text: string; level?: number; page?: number };

/** A piece that can stand alone. `heading` is the path of headings above it: `Backups › Restore`. */
export type CutPassage = { heading: string; text: string; page?: number };

/** Long enough for an answer with its conditions, short enough to say one thing. */
const maxLength = 1200;
/** A shorter rest belongs to the passage before it. */
const minLength = 200;
const maxHeading = 300;

/** Cuts a document by its headings, and long sections by paragraphs, sentences and, at last, words. */
export function cutPassages(blocks: readonly Block[]): CutPassage[] {
  const passages: CutPassage[] = [];
  let path: { level: number; text: string }[] = [];
  let section: Piece[] = [];

  const close = () => {
    const heading = path
      .map(({ text }) => text)
      .join(" › ")
      .slice(0, maxHeading);
    passages.push(...joinPieces(section).map((piece) => ({ heading, ...piece })));
    section = [];
  };
  for (const { text: given, level: depth, page } of blocks) {
    const text = tidy(given);
    if (text === "") continue;
    if (depth === undefined) section.push(...splitLong(text).map((piece) => ({ text: piece, ...(page && { page }) })));
    else {
      close();
      path = [...path.filter(({ level }) => level < depth), { level: depth, text: oneLine(text).slice(0, maxHeading) }];
    }
  }
  close();
  return passages;
}

type Piece = Omit<CutPassage, "heading">;

/** Neighbours share a passage while it is short enough. It is on the page on which it begins. */
function joinPieces(pieces: Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const isShort = last !== undefined && Math.min(last.text.length, piece.text.length) < minLength;
    const room = isShort ? maxLength + minLength : maxLength;
    if (last !== undefined && last.text.length + piece.text.length < room) last.text += `\n${piece.text}`;
    else joined.push({ ...piece });
  }
  return joined;
}

function splitLong(text: string): string[] {
  if (text.length <= maxLength) return [text];
  for (const [separator, joiner] of separators) {
    const parts = text.split(separator);
    if (parts.length > 1) return joinShort(parts, joiner);
  }
  return Array.from({ length: Math.ceil(text.length / maxLength) }, (_, index) =>
    text.slice(index * maxLength, (index + 1) * maxLength).toWellFormed(),
  );
}

const separators: [RegExp, string][] = [
  [/\n+/, "\n"],
  [/(?<=[.!?…。！？])\s+/, " "],
  [/\s+/, " "],
];

/** Joins the parts of a long text as far as they fit, and splits those that are too long themselves. */
function joinShort(parts: string[], separator: string): string[] {
  const joined: string[] = [];
  for (const part of parts.flatMap(splitLong)) {
    const last = joined.at(-1);
    if (last !== undefined && last.length + part.length < maxLength)
      joined[joined.length - 1] = last + separator + part;
    else joined.push(part);
  }
  return joined;
}

/** PostgreSQL stores neither NUL nor a lone surrogate; PDF files have both. */
const tidy = (text: string) =>
  text
    .replaceAll("\0", "")
    .toWellFormed()
    .replaceAll(/[^\S\n]+/g, " ")
    .replaceAll(/ ?\n ?/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();

const oneLine = (text: string) => text.replaceAll("\n", " ");
