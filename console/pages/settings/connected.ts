import type { ReplyOf } from "@banter/sdk/manage.ts";

/** How the page is connected to its platform; only owners may read it. */
export type PageConnection = ReplyOf<"GET /pages/:page_id/channel">;
