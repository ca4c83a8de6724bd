import type { JsonObject } from "@banter/core/model/json.ts";

/** The differences between comments on Facebook and on Instagram. A like is null where there is none. */
export type CommentEdges = {
  answers: "comments" | "replies";
  text: "message" | "text";
  hidden: JsonObject;
  like: "likes" | null;
};

/** https://developers.facebook.com/docs/graph-api/reference/comment */
export const facebookComments: CommentEdges = {
  answers: "comments",
  text: "message",
  hidden: { is_hidden: true },
  like: "likes",
};

/** https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-comment */
export const instagramComments: CommentEdges = {
  answers: "replies",
  text: "text",
  hidden: { hide: true },
  like: null,
};
