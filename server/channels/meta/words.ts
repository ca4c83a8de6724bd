import { splitText } from "../text/split-text.ts";
import type { Buttons } from "./outbound/buttons.ts";
import type { Look, MetaMessage, Room } from "./outbound/look.ts";

/** A text in as many messages as it takes, with its buttons below the last. */
export function sayWithButtons(text: string, { native, lines }: Buttons, look: Look): MetaMessage[] {
  const words = [text, ...lines].filter((line) => line !== "").join("\n");
  if (native.length === 0) return say(words, look.text);
  const { head, tail } = endOf(words.trim(), look.caption);
  return [
    ...say(head, look.text),
    { attachment: { type: "template", payload: { template_type: "button", text: tail, buttons: native } } },
  ];
}

export function say(text: string, { max, measure }: Room): MetaMessage[] {
  return splitText(text, max, measure).map((part) => ({ text: part }));
}

/** Splits off the last sentence if the whole text is too long to be above buttons. */
function endOf(text: string, { max, measure }: Room): { head: string; tail: string } {
  if (measure(text) <= max) return { head: "", tail: text };
  const ends = [...text.matchAll(/\n|[.!?…]["'”’)\]]*\s|[。！？]/g)].map(({ index, 0: end }) => index + end.length);
  const start = ends.filter((end) => end < text.length).at(-1) ?? 0;
  const tail = splitText(text.slice(start), max, measure).at(-1) ?? "";
  return { head: text.slice(0, text.length - tail.length).trim(), tail };
}
