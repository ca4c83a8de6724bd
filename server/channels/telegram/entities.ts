import { marksWithin, type TextMark } from "@banter/core/model/content/text-marks.ts";
import { splitText } from "../text/split-text.ts";

/** Offset and length count UTF-16 units, as marks do. https://core.telegram.org/bots/api#messageentity */
export type Entity = { offset: number; length: number } & (
  | { type: "bold" | "italic" }
  | { type: "text_link"; url: string }
);

/** Splits a text that is too long. Each piece has the entities for the marks within it. */
export function splitMarked(
  text: string,
  marks: readonly TextMark[],
  max: number,
): { text: string; entities: { entities?: Entity[] } }[] {
  let end = 0;
  return splitText(text, max).map((piece) => {
    const start = text.indexOf(piece, end);
    end = start + piece.length;
    const entities = marksWithin(marks, start, end).map(entityOf);
    return { text: piece, entities: entities.length > 0 ? { entities } : {} };
  });
}

function entityOf(mark: TextMark): Entity {
  const place = { offset: mark.start, length: mark.length };
  return mark.type === "link" ? { type: "text_link", ...place, url: mark.url } : { type: mark.type, ...place };
}
