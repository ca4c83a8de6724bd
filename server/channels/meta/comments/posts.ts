import type { PlatformPost } from "@banter/core/model/content/platform-post.ts";
import { z } from "zod";
import type { PostList } from "../../channel.ts";
import { callGraph, type Graph } from "../graph.ts";

type Edge = {
  /** Below the version: `me/published_posts`. */
  path: string;
  fields: string;
  read: z.ZodType<PlatformPost>;
};

const perList = 24;

/** Posts of an account, newest first. One that cannot be read is left out. */
export async function listPosts(graph: Graph, { path, fields, read }: Edge, after: string | null): Promise<PostList> {
  const query = { fields, limit: String(perList), ...(after !== null && { after }) };
  const { body } = await callGraph(graph, { method: "GET", path, query });
  const { data = [], paging } = List.safeParse(body).data ?? {};
  return {
    posts: data.flatMap((item) => read.safeParse(item).data ?? []),
    // Without an address of the next list this one is the last, though it has a cursor.
    next: paging?.next === undefined ? null : (paging.cursors?.after ?? null),
  };
}

const List = z.object({
  data: z.array(z.unknown()),
  paging: z.object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() }).optional(),
});

const words = z.string().catch("");
const address = z
  .url({ protocol: /^https$/ })
  .nullable()
  .catch(null);
const time = z
  .string()
  .transform((text) => new Date(text))
  .refine((at) => !Number.isNaN(at.getTime()))
  .nullable()
  .catch(null);

/** https://developers.facebook.com/docs/graph-api/reference/page/published_posts/ */
export const facebookPosts: Edge = {
  path: "me/published_posts",
  fields: "id,message,story,full_picture,permalink_url,created_time",
  read: z
    .object({
      id: z.string(),
      message: words,
      story: words,
      full_picture: address,
      permalink_url: address,
      created_time: time,
    })
    .transform((post) => ({
      id: post.id,
      text: post.message || post.story,
      picture_url: post.full_picture,
      url: post.permalink_url,
      published_at: post.created_time,
    })),
};

/** https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media */
export const instagramPosts = (account: string): Edge => ({
  path: `${account}/media`,
  fields: "id,caption,media_type,media_url,thumbnail_url,permalink,timestamp",
  read: z
    .object({
      id: z.string(),
      caption: words,
      media_type: words,
      media_url: address,
      thumbnail_url: address,
      permalink: address,
      timestamp: time,
    })
    .transform((post) => ({
      id: post.id,
      text: post.caption,
      // The address of a video's media is the video.
      picture_url: post.media_type === "VIDEO" ? post.thumbnail_url : post.media_url,
      url: post.permalink,
      published_at: post.timestamp,
    })),
});
