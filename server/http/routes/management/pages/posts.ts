import type { posts } from "@banter/core/api/management/platform/posts.ts";
import { readPosts } from "../../../../domain/connect/platform-lists.ts";
import type { ManagementHandlers } from "../handlers.ts";

export const postHandlers: ManagementHandlers<typeof posts> = {
  "GET /pages/:page_id/posts": (deps, { pageId, query }) => readPosts(deps, pageId, query.after ?? null),
};
