import type { CommentEvent } from "@banter/core/flow/event.ts";
import { z } from "zod";
import type { CustomerProfile, InboundEvent } from "../../inbound.ts";

/** Ids of comments and posts on Facebook are two numbers with a line between them. They become part of paths. */
const ObjectId = z.union([z.string(), z.number().transform(String)]).refine((id) => /^[0-9]+(_[0-9]+)*$/.test(id));
const PersonId = z.union([z.string(), z.number().transform(String)]).refine((id) => /^[0-9]{1,64}$/.test(id));

/** A field that is not essential: undefined if malformed. */
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

/**
 * A comment on a post of a Facebook page.
 * https://developers.facebook.com/docs/graph-api/webhooks/reference/page/#feed
 *
 *     { "item": "comment", "verb": "add", "comment_id": "9_1", "post_id": "104_9", "parent_id": "104_9",
 *       "from": { "id": "2400", "name": "Lan" }, "message": "price?", "created_time": 1794700799 }
 */
const FeedComment = z.object({
  item: z.literal("comment"),
  verb: z.string(),
  comment_id: ObjectId,
  post_id: ObjectId,
  parent_id: optional(ObjectId),
  from: optional(z.object({ id: PersonId, name: optional(z.string()) })),
  // Older webhooks have these instead of `from`.
  sender_id: optional(PersonId),
  sender_name: optional(z.string()),
  message: optional(z.string()),
  created_time: optional(z.number()),
  post: optional(z.object({ is_published: optional(z.boolean()), promotion_status: optional(z.string()) })),
});

/**
 * A comment on an Instagram post, reel, story, advertisement or live video.
 * https://developers.facebook.com/docs/instagram-platform/webhooks
 *
 *     { "id": "178", "text": "price?", "from": { "id": "9011", "username": "lan" }, "media": { "id": "179" } }
 */
const InstagramComment = z.object({
  id: ObjectId,
  text: optional(z.string()),
  // `self_ig_scoped_id` is set if the account itself has written.
  from: z.object({ id: PersonId, username: optional(z.string()), self_ig_scoped_id: z.unknown().optional() }),
  parent_id: optional(ObjectId),
  media: z.object({
    id: ObjectId,
    ad_id: optional(z.union([z.string(), z.number().transform(String)])),
    media_product_type: optional(z.string()),
    // The post that was boosted. The advertisement made from it has an id of its own.
    original_media_id: optional(ObjectId),
  }),
});

/** A change of an entry that is a comment of somebody else: its event, and when it was written. */
type Comment = { at: number | undefined; event: Omit<InboundEvent, "sequence"> };
type Change = { field: unknown; value: unknown };
type Page = { customerPrefix: string; accountId: string };

/** Reads a comment. Undefined for other changes: edits and removals, likes, posts, and comments of the page itself. */
export function readComment({ field, value }: Change, page: Page): Comment | undefined {
  if (field === "feed") return readFeedComment(value, page);
  if (field === "comments" || field === "live_comments") return readInstagramComment(value, field, page);
  return undefined;
}

function readFeedComment(value: unknown, page: Page): Comment | undefined {
  const { data } = FeedComment.safeParse(value);
  const author = data?.from?.id ?? data?.sender_id;
  if (data?.verb !== "add" || author === undefined || author === page.accountId) return undefined;
  const name = data.from?.name ?? data.sender_name;
  const event: CommentEvent = {
    type: "comment",
    commentId: data.comment_id,
    postId: data.post_id,
    text: data.message ?? "",
    ...(isAdvertised(data.post) && { isAd: true }),
    ...(data.parent_id !== undefined && data.parent_id !== data.post_id && { isReply: true }),
    ...(name !== undefined && { userName: name }),
  };
  const at = data.created_time === undefined ? undefined : data.created_time * 1000;
  return { at, event: inbound(event, author, page, namesIn(name)) };
}

/** Advertisements are posts that the page does not show. Meta documents neither field; both are seen in use. */
function isAdvertised(post: z.infer<typeof FeedComment>["post"]): boolean {
  return post?.is_published === false || post?.promotion_status === "active";
}

function readInstagramComment(value: unknown, field: "comments" | "live_comments", page: Page): Comment | undefined {
  const { data } = InstagramComment.safeParse(value);
  if (!data || data.from.id === page.accountId || data.from.self_ig_scoped_id !== undefined) return undefined;
  const { media, from } = data;
  const isBoosted = media.ad_id !== undefined || media.original_media_id !== undefined;
  const isAd = isBoosted || media.media_product_type === "AD";
  const isLive = field === "live_comments" || media.media_product_type === "LIVE";
  const event: CommentEvent = {
    type: "comment",
    commentId: data.id,
    postId: media.id,
    ...(media.original_media_id !== undefined && { originalPostId: media.original_media_id }),
    text: data.text ?? "",
    ...(media.ad_id !== undefined && { adId: media.ad_id }),
    ...(isAd && { isAd: true }),
    ...(isLive && { isLive: true }),
    ...(data.parent_id !== undefined && { isReply: true }),
    ...(from.username !== undefined && { userName: from.username }),
  };
  return { at: undefined, event: inbound(event, from.id, page) };
}

/** A comment on an advertisement may come twice: its id tells repetitions. */
function inbound(event: CommentEvent, author: string, { customerPrefix }: Page, facts?: CustomerProfile) {
  return { psid: `${customerPrefix}${author}`, event, key: `comment ${event.commentId}`, ...(facts && { facts }) };
}

function namesIn(name: string | undefined): CustomerProfile | undefined {
  const [firstName, ...others] = name?.trim().split(/\s+/) ?? [];
  if (!firstName) return undefined;
  return { firstName, ...(others.length > 0 && { lastName: others.join(" ") }) };
}
