export type Piece = { text: string; href?: string };

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

/** The last part of the address's path, decoded. */
export function fileName(address: string): string {
  const last = new URL(address).pathname.split("/").findLast(Boolean) ?? "";
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Splits a text into plain pieces and web addresses. */
export function findLinks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(/\bhttps?:\/\/[^\s<>"'`\\]+/gi)) {
    const address = trimEnd(match[0]);
    const href = webAddress(address);
    if (!href) continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    pieces.push({ text: address, href });
    end = match.index + address.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
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
