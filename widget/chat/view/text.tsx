import { type LinkedPiece, linkedPieces } from "@banter/core/model/content/text-links.ts";
import type { TextMark } from "@banter/core/model/content/text-marks.ts";
import { newTab } from "./buttons.tsx";

/** A text with its bold and italic words and links, and links for the addresses and phone numbers in it. */
export function Text({ text, marks }: { text: string; marks?: TextMark[] | undefined }) {
  return (
    <p class="text" dir="auto">
      {linkedPieces(text, marks).map((piece, index) => (
        <Piece key={index} {...piece} />
      ))}
    </p>
  );
}

function Piece({ text, href, isBold, isItalic }: LinkedPiece) {
  const words = href ? (
    <a href={href} {...(href.startsWith("http") && newTab)}>
      {text}
    </a>
  ) : (
    text
  );
  const slanted = isItalic ? <em>{words}</em> : words;
  return isBold ? <strong>{slanted}</strong> : slanted;
}
