import { piecesOf, type TextMark } from "./text-marks.ts";

/** A part of a text; with an address, a link. */
export type TextPiece = { text: string; href?: string };

export type LinkedPiece = TextPiece & { isBold: boolean; isItalic: boolean };

/** Splits a text where its look changes, and at its links: those of its marks, and addresses in its words. */
export function linkedPieces(text: string, marks?: readonly TextMark[]): LinkedPiece[] {
  return piecesOf(text, marks).flatMap(({ text, url, ...look }) => {
    const href = webAddress(url);
    return (href ? [{ text, href }] : findLinks(text)).map((piece) => ({ ...piece, ...look }));
  });
}

/** The address if it is http or https, else undefined. Only its results may become an `href` or a `src`. */
export function webAddress(value: string | undefined): string | undefined {
  try {
    const url = new URL(value ?? "");
    return url.protocol === "https:" || url.protocol === "http:" ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** A `tel:` address, or undefined if a telephone cannot dial the number. */
export function phoneAddress(phone: string): string | undefined {
  const digits = phone.replace(/[\s().\-/]/g, "");
  return /^\+?[0-9*#]{3,20}$/.test(digits) ? `tel:${digits.replaceAll("#", "%23")}` : undefined;
}

/** Splits a text into plain pieces, web addresses, e-mail addresses and phone numbers. */
export function findLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { index, groups = {} } of text.matchAll(links)) {
    const { web, mail, phone } = groups;
    const found = web === undefined ? (mail ?? phone ?? "") : trimEnd(web);
    const before = text.slice(Math.max(0, index - 2), index);
    const href = web === undefined ? addressOf({ mail, phone }, before) : webAddress(found);
    if (!href) continue;
    if (index > end) pieces.push({ text: text.slice(end, index) });
    pieces.push({ text: found, href });
    end = index + found.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}

/**
 * A phone number starts with a plus, a zero or the 1800 and 1900 of hotlines, and stands alone: prices, dates and order
 * numbers are none. Without look-behind, which browsers on older phones do not know.
 */
const links = new RegExp(
  [
    /(?<web>\bhttps?:\/\/[^\s<>"'`\\]+)/u,
    /(?<mail>[\p{L}\p{N}][\p{L}\p{N}._%+-]{0,63}@(?:[\p{L}\p{N}-]{1,63}\.){1,4}\p{L}{2,24}(?![\p{L}\p{N}@]))/u,
    /(?<phone>(?:\+[1-9][0-9 ().-]{6,20}[0-9]|(?:0|1[89]00)[0-9]{0,9}(?:(?<gap>[ .-])[0-9]{2,4}(?:\k<gap>[0-9]{2,4}){0,3})?)(?![\p{L}\p{N}/_:@-]|[.,][0-9]))/u,
  ]
    .map(({ source }) => source)
    .join("|"),
  "giu",
);

/** Undefined if the text before it shows that it is part of something else, such as an order number. */
function addressOf({ mail, phone = "" }: { mail?: string; phone?: string }, before: string): string | undefined {
  if (mail !== undefined) return /[\p{L}\p{N}@._%+-]$/u.test(before) ? undefined : mailAddress(mail);
  return /[\p{L}\p{N}.,:/_#@+-]$/u.test(before) ? undefined : phoneIn(phone);
}

function mailAddress(mail: string): string {
  return `mailto:${encodeURIComponent(mail).replace("%40", "@")}`;
}

function phoneIn(text: string): string | undefined {
  const digits = text.replaceAll(/[^0-9]/g, "").length;
  const [min, max] = text.startsWith("0") ? [9, 11] : text.startsWith("+") ? [8, 15] : [8, 10];
  return digits >= min && digits <= max ? phoneAddress(text) : undefined;
}

/** Removes punctuation and closing brackets that belong to the sentence around the address. */
function trimEnd(address: string): string {
  let trimmed = address.replace(/[.,;:!?…]+$/, "");
  while (/[)\]}]$/.test(trimmed) && !isBalanced(trimmed)) trimmed = trimmed.slice(0, -1).replace(/[.,;:!?…]+$/, "");
  return trimmed;
}

function isBalanced(text: string): boolean {
  const count = (brackets: RegExp) => text.match(brackets)?.length ?? 0;
  return count(/[([{]/g) >= count(/[)\]}]/g);
}
