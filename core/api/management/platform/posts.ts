import { z } from "zod";
import { PlatformPost } from "../../../model/content/platform-post.ts";
import type { ManagementContract } from "../contract.ts";
import { inPage } from "../pages.ts";

export const posts = {
  "GET /pages/:page_id/posts": {
    scope: "page",
    permission: "build",
    summary: "List posts",
    description:
      "The posts of the page's account, newest first, asked for at the platform. For comment tools of chosen posts.",
    params: inPage,
    query: z.strictObject({
      /** The `next` of the list so far. */
      after: z.string().min(1).max(1000).optional(),
    }),
    reply: z.strictObject({ posts: z.array(PlatformPost), next: z.string().nullable() }),
    errors: ["conflict", "unavailable"],
  },
} satisfies ManagementContract;
