import { z } from "zod";
import { Phrase } from "../keyword.ts";
import { text } from "../text.ts";

/** The posts whose comments count: all, only advertisements, or chosen ones by the platform's ids. */
const CommentPosts = z.union([z.enum(["all", "ads"]), z.strictObject({ ids: z.array(text(200)).min(1).max(200) })]);

/**
 * The comments that a tool answers, and how. The tool's flow is sent to their authors as private replies.
 *
 *     { "words": ["price"], "posts": "all", "once_per_person": true, "answers": ["We have sent you a message."] }
 */
export const CommentSettings = z.strictObject({
  /** One of them must be in the comment; an empty list: every comment. */
  words: z.array(Phrase).max(200).default([]),
  /** A comment with one of these is left alone. */
  excludes: z.array(Phrase).max(200).default([]),
  posts: CommentPosts.default("all"),
  /** Also comments below other comments. */
  include_replies: z.boolean().default(false),
  /** Only a person's first comment below each post. */
  once_per_person: z.boolean().default(true),
  like: z.boolean().default(false),
  hide: z.boolean().default(false),
  /** Public answers, of which one is drawn for each comment; an empty list: no public answer. */
  answers: z.array(text(2000)).max(20).default([]),
});
