import type { ConversationEvent } from "@banter/core/flow/event.ts";
import { z } from "zod";
import { Chat, User } from "./update.ts";

/** https://core.telegram.org/bots/api#messagereactionupdated */
export const MessageReaction = z.object({
  chat: Chat,
  message_id: z.int(),
  user: User.optional(),
  old_reaction: z.array(z.unknown()),
  new_reaction: z.array(z.unknown()),
});
type MessageReaction = z.infer<typeof MessageReaction>;

/** The emoji that was added; undefined if one was taken away, or if it is a picture of the customer's own. */
export function reactionEvent({ message_id, old_reaction, new_reaction }: MessageReaction) {
  const before = emojisIn(old_reaction);
  const emoji = emojisIn(new_reaction).find((each) => !before.includes(each));
  if (emoji === undefined) return undefined;
  return { type: "reaction", emoji, platformId: String(message_id) } satisfies ConversationEvent;
}

const emojisIn = (reactions: unknown[]) =>
  reactions.flatMap((each) => {
    const { data } = EmojiReaction.safeParse(each);
    return data ? [data.emoji] : [];
  });

const EmojiReaction = z.object({ type: z.literal("emoji"), emoji: z.string().min(1).max(50) });
