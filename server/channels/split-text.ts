/** How long a platform finds a text: most count UTF-16 units or less, some count bytes. */
export type Measure = (text: string) => number;

const units: Measure = (text) => text.length;

/** A text in parts that are each short enough: cut between paragraphs, else lines, sentences, words, never inside a character. */
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

/** A text that is short enough, ending with "…" where something was left out. */
export function cutText(text: string, max: number, measure: Measure = units): string {
  if (measure(text) <= max) return text;
  return `${text.slice(0, fitting(text, max - measure("…"), measure)).trimEnd()}…`;
}

/** Best first. */
const ends = [/\n\s*\n/g, /\n/g, /[.!?…]["'”’)\]]*\s|[。！？]/g, /\s/g];

/** Where to cut within the first `length` units: at the best kind of end that does not leave most of the room empty. */
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

/** How many UTF-16 units of whole characters fit; at least one character, so that there is an end. */
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
