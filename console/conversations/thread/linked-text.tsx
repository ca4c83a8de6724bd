import { type LinkedPiece, linkedPieces } from "@banter/core/model/content/text-links.ts";
import type { TextMark } from "@banter/core/model/content/text-marks.ts";

type Props = { text: string; marks?: readonly TextMark[] | undefined };

/** Text with its line breaks, bold and italic words, and web addresses, e-mail addresses and phone numbers as links. */
export function LinkedText({ text, marks }: Props) {
  return (
    <p className="bubble-text">
      {linkedPieces(text, marks).map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name than their place
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

const newTab = { target: "_blank", rel: "noreferrer noopener" };
