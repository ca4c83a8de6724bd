import { type Account, type Decided, fault } from "./account.ts";
import type { Call, Item } from "./stand-in.ts";

const known = {
  published_posts: ["id", "message", "story", "full_picture", "permalink_url", "created_time"],
  media: ["id", "caption", "media_type", "media_url", "thumbnail_url", "permalink", "timestamp"],
};

/** A list of the account's posts, newest first, in parts. */
export function listPosts({ graph }: Account, edge: keyof typeof known, { query }: Call): Decided {
  const fields = (query.fields ?? "id").split(",");
  const unknown = fields.find((field) => !known[edge].includes(field));
  if (unknown !== undefined) return fault(100, `Tried accessing nonexisting field (${unknown})`);
  const limit = Number(query.limit ?? 25);
  if (!(limit > 0 && limit <= 100)) return fault(100, "Param limit must be a number from 1 to 100");
  const cursors = graph.posts.map(({ id }) => Buffer.from(String(id)).toString("base64url"));
  const start = query.after === undefined ? 0 : cursors.indexOf(query.after) + 1;
  if (query.after !== undefined && start === 0) return fault(100, "Invalid cursors values");
  const part = graph.posts.slice(start, start + limit);
  const cursor = cursors[start + part.length - 1];
  return {
    take: () => ({
      data: part.map((post) => pick(post, fields)),
      ...(cursor !== undefined && {
        paging: {
          cursors: { before: cursors[start], after: cursor },
          ...(start + limit < graph.posts.length && { next: `${graph.origin}/next?after=${cursor}` }),
        },
      }),
    }),
  };
}

const pick = (post: Item, fields: string[]) =>
  Object.fromEntries(fields.flatMap((name) => (name in post ? [[name, post[name]]] : [])));
