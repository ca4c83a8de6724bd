import { foldMarks } from "@banter/core/match/normalise.ts";
import { type EmojiGroup, emojiByGroup } from "./emoji-list.ts";

const groups = Object.entries(emojiByGroup).map(([group, text]) => ({
  group: group as EmojiGroup,
  emoji: text
    .trim()
    .split(/,\s+/)
    .map((entry) => {
      const [emoji = "", ...words] = entry.split(" ");
      return { emoji, words: foldMarks(words.join(" ")).split(/[ |]/) };
    }),
}));

/** The groups with the emoji that all words of the search fit, in either language and without regard to accents. */
export function findEmoji(search: string): { group: EmojiGroup; emoji: string[] }[] {
  const wanted = foldMarks(search).split(" ").filter(Boolean);
  return groups
    .map(({ group, emoji }) => ({
      group,
      emoji: emoji
        .filter(({ words }) => wanted.every((word) => words.some((known) => known.startsWith(word))))
        .map((each) => each.emoji),
    }))
    .filter(({ emoji }) => emoji.length > 0);
}
