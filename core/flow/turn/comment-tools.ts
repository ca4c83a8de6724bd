import type { Moment } from "../../match/is-open.ts";
import { buildMatcher } from "../../match/matcher.ts";
import { normalise } from "../../match/normalise.ts";
import type { SettingsOf } from "../../model/tools/settings.ts";
import type { CommentEvent } from "../event.ts";

type CommentSettings = SettingsOf<"comments">;

/** A tool that answers comments, ready for turns. */
export type CommentTool = {
  id: number;
  flowId: number | null;
  settings: CommentSettings;
  matches: (comment: CommentEvent, at: Moment) => boolean;
};

type Given = Pick<CommentTool, "id" | "flowId" | "settings">;

/**
 * The tools in the order in which they are tried: one for chosen posts goes before one for advertisements, and that
 * before one for all posts; then one with words before one for every comment; then the older one.
 */
export function prepareCommentTools(tools: readonly Given[]): CommentTool[] {
  return tools
    .toSorted((one, other) => rankOf(one) - rankOf(other) || one.id - other.id)
    .map((tool) => ({ ...tool, matches: matcherOf(tool.settings) }));
}

function rankOf({ settings: { posts, words } }: Given): number {
  const byPosts = posts === "all" ? 4 : posts === "ads" ? 2 : 0;
  return byPosts + (words.length === 0 ? 1 : 0);
}

function matcherOf({ posts, words, excludes, include_replies, answers }: CommentSettings): CommentTool["matches"] {
  const [wanted, unwanted] = [finderOf(words), finderOf(excludes)];
  // On some platforms the page's own answers come back as comments of somebody else.
  const own = new Set(answers.map(normalise));
  return (comment, at) => {
    const { text, isReply, postId, isAd } = comment;
    if (isReply && !include_replies) return false;
    if (posts === "ads" && !isAd) return false;
    if (typeof posts === "object" && !posts.ids.some((id) => isPost(postId, id))) return false;
    if (own.has(normalise(text)) || unwanted?.(text, at)) return false;
    return wanted?.(text, at) ?? true;
  };
}

/** A post on Facebook is known by the page's id and its own, or by its own alone. */
const isPost = (postId: string, id: string) => postId === id || postId.endsWith(`_${id}`);

/** Finds any of the phrases as whole words, also without accents. */
function finderOf(phrases: readonly string[]): ((text: string, at: Moment) => boolean) | undefined {
  if (phrases.length === 0) return undefined;
  const matcher = buildMatcher([
    {
      ...{ id: 1, name: "comments", match: "contains_word", phrases: [...phrases], require: "any", excludes: [] },
      ...{ typos: false, hours: null, flowId: 1, isActivated: true },
    },
  ]);
  return (text, at) => matcher.match(text, at) !== undefined;
}
