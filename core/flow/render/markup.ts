import type { TextMark } from "../../model/content/text-marks.ts";

// Around and inside values of variables: noncharacters of Unicode, which no text holds.
const valueStart = "\uFDD0";
const valueEnd = "\uFDD1";
const signs = "*_[]()";
const hiddenSigns = "\uFDD2\uFDD3\uFDD4\uFDD5\uFDD6\uFDD7";

/** True if the text may hold markup. The name and the fallback of a variable have none, but the choices of a spin may. */
export const mayHaveMarkup = (template: string) => {
  const sign = /[*_[]/;
  return sign.test(template) && sign.test(template.replaceAll(/\{\{[^{}|]*\}\}/g, ""));
};

/** Marks a value, so that its signs are no markup and it counts as a word even if it is empty. */
export function hideSigns(value: string): string {
  return `${valueStart}${value.replaceAll(/[*_[\]()]/g, (sign) => hiddenSigns[signs.indexOf(sign)] ?? sign)}${valueEnd}`;
}

/**
 * Reads `*bold*`, `_italic_` and `[words](https://…)`. A pair is markup if it is complete on one line, has letters or
 * digits inside without spaces at its ends, and stands like a word: `2 * 3 * 4`, `a_b_c`, `**` and lists with `* ` stay
 * as they are, and so does everything inside addresses. Values must have passed `hideSigns`.
 */
export function parseMarkup(source: string): { text: string; marks: TextMark[] } {
  const reading: Reading = { text: "", marks: [], unclosed: { "*": 0, _: 0 } };
  read(source, 0, source.length, reading);
  const marks = reading.marks.filter(({ length }) => length > 0);
  return {
    text: reading.text,
    marks: marks.toSorted((one, other) => one.start - other.start || other.length - one.length),
  };
}

type Sign = "*" | "_";

/** The text and marks so far. No pair of a sign is closed before `unclosed`, which bounds the search. */
type Reading = { text: string; marks: TextMark[]; unclosed: Record<Sign, number> };

const link = /\[([^[\]\n]{1,500})\]\((https?:\/\/[^\s()<>]{1,2000})\)/y;
const address = /https?:\/\/\S+/y;

/** The beginning of a link, an address or a pair. */
const beginning = /[[*_]|https?:/g;

function read(source: string, from: number, to: number, reading: Reading): void {
  let at = from;
  while (at < to) {
    beginning.lastIndex = at;
    const next = Math.min(beginning.exec(source)?.index ?? to, to);
    if (next > at) keep(source, at, next, reading);
    at = next < to ? readNext(source, next, to, reading) : to;
  }
}

/** Reads a link, an address, a pair of signs or one character, and returns the place behind it. */
function readNext(source: string, at: number, to: number, reading: Reading): number {
  const character = source[at] ?? "";
  if (character === "[") {
    const [whole, words = "", url = ""] = matchAt(link, source, at, to);
    if (whole !== undefined) {
      const start = reading.text.length;
      reading.text += shown(words);
      reading.marks.push({ type: "link", start, length: reading.text.length - start, url: shown(url) });
      return at + whole.length;
    }
  }
  if (character === "h") {
    address.lastIndex = at;
    const [whole] = address.exec(source) ?? [];
    if (whole !== undefined) return keep(source, at, Math.min(at + whole.length, to), reading);
  }
  if ((character === "*" || character === "_") && opens(source, at, character)) {
    const end = closingOf(source, at, to, character, reading);
    if (end !== undefined) {
      const start = reading.text.length;
      read(source, at + 1, end, reading);
      const type = character === "*" ? "bold" : "italic";
      reading.marks.push({ type, start, length: reading.text.length - start });
      return end + 1;
    }
  }
  return keep(source, at, at + 1, reading);
}

function keep(source: string, from: number, to: number, reading: Reading): number {
  reading.text += shown(source.slice(from, to));
  return to;
}

/** A match that begins at a place and ends within the part that is read. */
function matchAt(pattern: RegExp, source: string, at: number, to: number): (string | undefined)[] {
  pattern.lastIndex = at;
  const found = pattern.exec(source);
  return found && at + found[0].length <= to ? found : [];
}

function opens(source: string, at: number, sign: Sign): boolean {
  const [before = " ", after = " "] = [source[at - 1], source[at + 1]];
  return /[\s([{"'“‘«¿¡:;,\-–—*_>]/u.test(before) && before !== sign && after !== sign && !/\s/.test(after);
}

function closes(source: string, at: number, sign: Sign): boolean {
  const [before = " ", after = " "] = [source[at - 1], source[at + 1]];
  return !/\s/.test(before) && before !== sign && after !== sign && /[\s)\]}"'”’».,:;!?…\-–—*_<]/u.test(after);
}

/** The place of the sign that ends a pair, on the same line. */
function closingOf(source: string, at: number, to: number, sign: Sign, { unclosed }: Reading): number | undefined {
  if (at < unclosed[sign]) return undefined;
  let end = at + 1;
  for (; end < to && source[end] !== "\n"; end++) {
    if (source[end] !== sign || !closes(source, end, sign)) continue;
    return isWordy(source.slice(at + 1, end)) ? end : undefined;
  }
  unclosed[sign] = end;
  return undefined;
}

const isWordy = (text: string) => /[\p{L}\p{N}]/u.test(text) || text.includes(valueStart);

/** The text as people see it: values without their marks. */
function shown(source: string): string {
  return source
    .replaceAll(/[\uFDD0\uFDD1]/g, "")
    .replaceAll(/[\uFDD2-\uFDD7]/g, (hidden) => signs[hiddenSigns.indexOf(hidden)] ?? hidden);
}
