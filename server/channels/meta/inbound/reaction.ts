import type { ConversationEvent } from "@banter/core/flow/event.ts";
import { z } from "zod";

/**
 * A customer's reaction to a message. Newer ones have the emoji itself, older ones only a name.
 * https://developers.facebook.com/docs/messenger-platform/reference/webhook-events/message-reactions
 *
 *     { "mid": "m_1", "action": "react", "reaction": "love", "emoji": "❤" }
 */
export const Reaction = z.object({
  mid: z.string().min(1).max(500).optional().catch(undefined),
  action: z.string().optional().catch(undefined),
  reaction: z.string().optional().catch(undefined),
  emoji: z.string().min(1).max(50).optional().catch(undefined),
});
type Reaction = z.infer<typeof Reaction>;

/** Undefined for a reaction that was taken back, and for one without an emoji. */
export function reactionEvent({ mid, action, reaction = "", emoji = names.get(reaction) }: Reaction) {
  if (action !== "react" || emoji === undefined) return undefined;
  return {
    type: "reaction",
    emoji,
    ...(mid !== undefined && { platformId: mid }),
  } satisfies ConversationEvent;
}

const names = new Map([
  ["love", "❤"],
  ["smile", "😆"],
  ["wow", "😮"],
  ["sad", "😢"],
  ["angry", "😠"],
  ["like", "👍"],
  ["dislike", "👎"],
]);
