/** The length of a text as a platform counts it. */
export type Measure = (text: string) => number;

const units: Measure = (text) => text.length;

/**
 * Splits a text into parts that are short enough: between paragraphs, else lines, sentences or words, and never inside
 * a character.
 */
export function splitText(text: string, max: number, measure: Measure = units): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (measure(rest) > max) {
    const cut = cutOf(rest, fitting(rest, max, measure));
    parts.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
  }
  return rest === "" ? parts : [...parts, rest];
}

/** Shortens a text that is too long. The result ends with "…". */
export function cutText(text: string, max: number, measure: Measure = units): string {
  if (measure(text) <= max) return text;
  return `${text.slice(0, fitting(text, max - measure("…"), measure)).trimEnd()}…`;
}

/** Best first. */
const ends = [/\n\s*\n/g, /\n/g, /[.!?…]["'”’)\]]*\s|[。！？]/g, /\s/g];

/** The offset to cut at within the first `length` units: the best kind of end in the last two thirds. */
function cutOf(text: string, length: number): number {
  const room = text.slice(0, length + 1);
  for (const end of ends) {
    const last = [...room.matchAll(end)].at(-1);
    const cut = last && Math.min(last.index + last[0].length, length);
    if (cut && cut >= length / 3) return cut;
  }
  return length;
}

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The number of UTF-16 units of whole characters that fit: at least one character, so that splitting ends. */
function fitting(text: string, max: number, measure: Measure): number {
  let length = 0;
  let size = 0;
  for (const { segment } of characters.segment(text)) {
    size += measure(segment);
    if (size > max && length > 0) break;
    length += segment.length;
  }
  return length;
}
