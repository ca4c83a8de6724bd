import { findLinks, webAddress } from "@banter/core/model/content/text-links.ts";
import { type MarkedPiece, piecesOf, type TextMark } from "@banter/core/model/content/text-marks.ts";

type Props = { text: string; marks?: readonly TextMark[] | undefined };

/** Text with its line breaks, bold and italic words, and web addresses, e-mail addresses and phone numbers as links. */
export function LinkedText({ text, marks }: Props) {
  return (
    <p className="bubble-text">
      {piecesOf(text, marks).map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name than their place
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
  return findLinks(text).map(({ text, href }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name than their place
    href ? <Link key={index} href={href} text={text} /> : text,
  );
}

function Link({ href, text }: { href: string; text: string }) {
  return (
    <a href={href} {...(href.startsWith("http") && newTab)}>
      {text}
    </a>
  );
}

const newTab = { target: "_blank", rel: "noreferrer noopener" };
