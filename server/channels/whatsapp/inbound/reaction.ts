import type { ConversationEvent } from "@banter/core/flow/event.ts";
import { z } from "zod";

/**
 * A customer's reaction to a message. One that was taken back has no emoji and gives no event.
 *
 *     { "type": "reaction", "reaction": { "message_id": "wamid.1", "emoji": "❤" } }
 */
export function readReaction(item: unknown): { event: ConversationEvent }[] {
  const { data } = Reaction.safeParse(item);
  if (!data?.reaction.emoji) return [];
  const { emoji, message_id: platformId } = data.reaction;
  return [{ event: { type: "reaction", emoji, ...(platformId !== undefined && { platformId }) } }];
}

const Reaction = z.object({
  reaction: z.object({
    message_id: z.string().min(1).max(512).optional().catch(undefined),
    emoji: z.string().max(50).optional().catch(undefined),
  }),
});
