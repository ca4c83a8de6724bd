import { Unreadable } from "./document.ts";

/** The text of bytes in their charset; UTF-16 is known by its first bytes. Throws Unreadable if they are no text. */
export function decodeText(bytes: Uint8Array, charset = "utf-8"): string {
  const [first, second] = bytes;
  const marked =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : charset;
  try {
    const text = new TextDecoder(marked, { fatal: marked === "utf-8" }).decode(bytes);
    if (text.slice(0, 10_000).includes("\0")) throw new Unreadable("not_text");
    return text.replaceAll(/\r\n?/g, "\n");
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable("not_text");
  }
}

/** Paragraphs have an empty line between them. */
export const paragraphsOf = (text: string): string[] => text.split(/\n[^\S\n]*\n/).filter((each) => each.trim() !== "");
