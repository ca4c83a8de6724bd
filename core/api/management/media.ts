import { z } from "zod";
import { Id, WireId } from "../../model/id.ts";
import { MediaKind } from "../../model/media.ts";
import { Name } from "../../model/names.ts";
import { Time } from "../../model/time/time.ts";
import type { ManagementContract } from "./contract.ts";
import { inPage } from "./pages.ts";

const inMedia = inPage.extend({ media_id: WireId });

/** A stored file. */
export const MediaView = z.strictObject({
  id: Id,
  name: z.string(),
  kind: MediaKind,
  content_type: z.string(),
  bytes: z.int(),
  /** Of a picture, in pixels. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  created_at: Time,
  /** The member who uploaded the file; null for one who has left, and for customers. */
  created_by: z.string().nullable(),
  source: z.enum(["member", "customer"]),
  /** For flows and messages: without a host, so that it stays right when the server moves. */
  url: z.string(),
  /** The same address with its host, as platforms fetch it. */
  public_url: z.string(),
});
export type MediaView = z.infer<typeof MediaView>;

/** The files of a page. */
export const media = {
  "GET /pages/:page_id/media": {
    scope: "page",
    permission: "look",
    summary: "List files",
    description:
      "The files of the page's library, newest first, in pages of `limit`: `next` of one answer is `before` of the next call. `search` looks in the names. Files of customers are listed with `source=customer`.",
    params: inPage,
    query: z.object({
      kind: MediaKind.optional(),
      source: z.enum(["member", "customer"]).default("member"),
      search: z.string().max(200).optional(),
      before: WireId.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(40),
    }),
    reply: z.strictObject({
      media: z.array(MediaView),
      next: Id.nullable(),
      /** Of all files of the page, customers' too. */
      used_bytes: z.int(),
      quota_bytes: z.int(),
    }),
  },
  "POST /pages/:page_id/media": {
    scope: "page",
    permission: "converse",
    audit: "media_uploaded",
    takesFile: true,
    summary: "Upload a file",
    description:
      "The body is the file itself; `x-file-name` is its name, percent-encoded. The type is read from the content: a file that is not what its name or its content type says is refused. Pictures may have 10 MB, videos 50 MB, sound and other files 25 MB. The same file again is stored once.",
    params: inPage,
    reply: MediaView,
    errors: ["file_too_large", "file_type_not_allowed", "file_type_mismatch", "storage_full"],
  },
  "PATCH /pages/:page_id/media/:media_id": {
    scope: "page",
    permission: "build",
    audit: "media_renamed",
    summary: "Rename a file",
    description: "Addresses that were given out stay valid.",
    params: inMedia,
    body: z.strictObject({ name: Name }),
    reply: MediaView,
    errors: ["not_found"],
  },
  "DELETE /pages/:page_id/media/:media_id": {
    scope: "page",
    permission: "build",
    audit: "media_deleted",
    summary: "Delete a file",
    description: "Its address answers 404 from now on. Flows that show it are not changed: ask for its uses before.",
    params: inMedia,
    reply: z.strictObject({}),
    errors: ["not_found"],
  },
  "GET /pages/:page_id/media/:media_id/uses": {
    scope: "page",
    permission: "look",
    summary: "List the uses of a file",
    description:
      "The flows whose draft or published version shows the file, and whether it is the picture of the chat.",
    params: inMedia,
    reply: z.strictObject({
      flows: z.array(
        z.strictObject({ flow_id: Id, name: z.string(), in_draft: z.boolean(), is_published: z.boolean() }),
      ),
      in_look: z.boolean(),
    }),
    errors: ["not_found"],
  },
} satisfies ManagementContract;
