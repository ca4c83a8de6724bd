import { normalise } from "../../match/normalise.ts";
import type { CommentEvent } from "../event.ts";
import type { EventTool, EventToolOf } from "./event-tools.ts";

export type CommentTool = EventToolOf<"comments">;

/**
 * The tool that answers a comment. One for chosen posts goes before one for advertisements, and that before one for all
 * posts; then one with words before one for every comment; then the first in the owner's order.
 */
export function commentToolFor(tools: readonly EventTool[], comment: CommentEvent): CommentTool | undefined {
  return tools
    .filter((tool) => tool.type === "comments")
    .filter((tool) => isFor(tool, comment))
    .toSorted((one, other) => rankOf(one) - rankOf(other))[0];
}

function rankOf({ settings: { posts, words } }: CommentTool): number {
  const byPosts = posts === "all" ? 4 : posts === "ads" ? 2 : 0;
  return byPosts + (words.length === 0 ? 1 : 0);
}

function isFor({ settings, hasWords }: CommentTool, { text, isReply, isAd, ...comment }: CommentEvent): boolean {
  const { posts, include_replies, answers } = settings;
  if (isReply && !include_replies) return false;
  if (posts === "ads" && !isAd) return false;
  if (typeof posts === "object" && !posts.ids.some((id) => isBelow(comment, id))) return false;
  return hasWords(text) && !isOwnAnswer(answers, text);
}

const isBelow = ({ postId, originalPostId }: Pick<CommentEvent, "postId" | "originalPostId">, id: string) =>
  isPost(postId, id) || (originalPostId !== undefined && isPost(originalPostId, id));

/** A post on Facebook is known by the page's id and its own, or by its own alone. */
const isPost = (postId: string, id: string) => postId === id || postId.endsWith(`_${id}`);

/** If a platform does not tell that the page itself has written, its answers must not be answered. */
const isOwnAnswer = (answers: readonly string[], text: string) =>
  answers.some((answer) => normalise(answer) === normalise(text));
