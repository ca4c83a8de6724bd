import { letterOf } from "./letters.ts";

/**
 * The text as it is compared at rank "exact": composed (NFC), in lower case and common width, with plain quotes and
 * dashes, single spaces and no invisible characters. Keyboards make these differences; customers do not mean them.
 */
export function normalise(text: string): string {
  if (isAscii(text)) return foldSpace(text.toLowerCase());
  return foldSpace(foldCharacters(text));
}

/**
 * A text in two layers: its letters without marks, and for each UTF-16 unit of `plain` the marks it had, as bits.
 * `marks` is undefined if no letter has any. Two texts are equal as written if both layers are equal.
 */
export type FoldedText = { plain: string; marks: readonly number[] | undefined };

export function fold(text: string): FoldedText {
  const written = normalise(text);
  if (isAscii(written)) return { plain: written, marks: undefined };

  let plain = "";
  let taken = 0;
  let marks: number[] | undefined;
  for (let at = 0; at < written.length; at++) {
    if (written.charCodeAt(at) < 0x80) continue;
    const code = written.codePointAt(at) ?? 0;
    const letter = letterOf(code, foldCharacters);
    const width = code > 0xffff ? 2 : 1;
    if (!letter.isItself) {
      plain += written.slice(taken, at) + letter.plain;
      taken = at + width;
      // Most letters stay one letter, so this length is nearly right.
      marks ??= new Array<number>(written.length).fill(0);
      while (marks.length < plain.length) marks.push(0);
      // A mark before the first letter belongs to none.
      if (plain !== "") marks[plain.length - 1] = (marks[plain.length - 1] ?? 0) | letter.marks;
    }
    at += width - 1;
  }
  plain += written.slice(taken);
  while (marks && marks.length < plain.length) marks.push(0);
  if (marks) marks.length = plain.length;
  return { plain, marks };
}

/** The text without marks: `Đơn hàng` is `don hang`, `Straße` is `strasse`. */
export const foldMarks = (text: string) => fold(text).plain;

function foldCharacters(text: string): string {
  return (
    text
      // By runs, because a half-width voiced kana is two characters that become one.
      .replace(/[\u3000\uff00-\uffef]+/g, (run) => run.normalize("NFKC"))
      .replace(invisible, "")
      .replace(typographic, (character) => plainTypography[character] ?? character)
      .toLowerCase()
      .replaceAll("ς", "σ")
      .replace(heap, "$1")
      .normalize("NFC")
  );
}

/** The text in NFC, for patterns. */
export const compose = (text: string) => text.replace(heap, "$1").normalize("NFC");

/** No letter has so many marks, and composing takes time quadratic in their number: only eight are kept. */
const heap = /(\p{M}{8})\p{M}{22,}/gu;

const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);

/** A mark on a space, left from a decomposed accent, goes with the space. */
function foldSpace(text: string): string {
  const isFolded = !/[^\S ]|\x85| (?: |[\u0300-\u036f])/.test(text);
  return isFolded ? text.trim() : text.replace(/[\s\x85](?:[\s\x85]|[\u0300-\u036f])*/g, " ").trim();
}

/**
 * Zero-width characters, direction marks, soft hyphens, emoji variation selectors. Joiners before an emoji and tags
 * stay, because they make another picture.
 */
const invisible =
  /[\p{Default_Ignorable_Code_Point}--[\u200d\u{e0020}-\u{e007f}]]|\u200d(?!\p{Extended_Pictographic})/gv;

const plainTypography: Record<string, string> = {
  ...Object.fromEntries(Array.from("‘’‚‛′‹›´\u1ffdʼʻʹ\u0374", (quote) => [quote, "'"])),
  ...Object.fromEntries(Array.from("“”„‟″«»〝〞", (quote) => [quote, '"'])),
  ...Object.fromEntries(Array.from("‐‑‒–—―−﹘﹣", (dash) => [dash, "-"])),
  "…": "...",
  "⁄": "/",
};
const typographic = new RegExp(`[${Object.keys(plainTypography).join("")}]`, "g");
