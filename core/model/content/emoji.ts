import { z } from "zod";

/** One emoji, with or without the sign that asks for its coloured form. */
export const Emoji = z.string().max(50).refine(isEmoji, "must be one emoji");

function isEmoji(text: string): boolean {
  return oneEmoji.test(text);
}

/** A picture with its skin tone, or several that are joined to one; a flag; a key. */
const oneEmoji =
  /^(?:\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)?[\u{E0020}-\u{E007F}]*(?:\u200D\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)?)*|\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3)$/u;

/** The same emoji is written with and without the sign for its coloured form. */
export const isSameEmoji = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (emoji: string) => emoji.replaceAll("\uFE0F", "");
