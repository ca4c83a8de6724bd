import { findLinks, webAddress } from "@banter/core/model/content/text-links.ts";
import { type MarkedPiece, piecesOf, type TextMark } from "@banter/core/model/content/text-marks.ts";
import { newTab } from "./buttons.tsx";

/** A text with its bold and italic words and links, and links for the addresses and phone numbers in it. */
export function Text({ text, marks }: { text: string; marks?: TextMark[] | undefined }) {
  return (
    <p class="text" dir="auto">
      {piecesOf(text, marks).map((piece, index) => (
        <Piece key={index} {...piece} />
      ))}
    </p>
  );
}

function Piece({ text, isBold, isItalic, url }: MarkedPiece) {
  const href = webAddress(url);
  const words = href ? <Link href={href} text={text} /> : <Linked text={text} />;
  const slanted = isItalic ? <em>{words}</em> : words;
  return isBold ? <strong>{slanted}</strong> : slanted;
}

function Linked({ text }: { text: string }) {
  return (
    <>{findLinks(text).map(({ text, href }, index) => (href ? <Link key={index} href={href} text={text} /> : text))}</>
  );
}

function Link({ href, text }: { href: string; text: string }) {
  return (
    <a href={href} {...(href.startsWith("http") && newTab)}>
      {text}
    </a>
  );
}
