import { z } from "zod";
import { WireId } from "../../model/id.ts";
import { Thing } from "../../page-file/compare.ts";
import type { ManagementContract } from "./contract.ts";
import { inPage } from "./pages.ts";

const Flag = z.enum(["true", "false"]).default("false");

/** A file may hold 20 MB of stored files, which base64 makes larger by a third. */
const bodyBytes = 32 * 1024 * 1024;

const FileToApply = z.strictObject({
  file: z.unknown(),
  prune: z.boolean().default(false),
  leave_out: z
    .array(z.strictObject({ what: Thing, name: z.string().max(4000) }))
    .max(50_000)
    .default([]),
  keep_flows: z.boolean().default(false),
  keep_name: z.boolean().default(false),
});

export type FileToApply = z.output<typeof FileToApply>;

export const PlannedChange = z.strictObject({
  action: z.enum(["create", "change", "move", "remove"]),
  what: Thing,
  name: z.string(),
});

/** Names of secrets that the file's flows use and the page does not have. */
const MissingSecrets = z.array(z.string());

/** Names of files that the flows show and that are neither on this server nor in the page file. */
const MissingMedia = z.array(z.string());

export const pageFiles = {
  "GET /pages/:page_id/file": {
    scope: "page",
    permission: "look",
    summary: "Export the page file",
    description:
      "The page's whole set-up as one document. Stored files are named by their hashes; with `contents=true` they are in it, up to 20 MB. Those who may not build get header values of calls masked; a file with masks keeps the values of its own page.",
    params: inPage,
    query: z.object({ contents: Flag }),
    reply: z.record(z.string(), z.unknown()),
  },
  "GET /pages/:page_id/flows/:flow_id/file": {
    scope: "page",
    permission: "look",
    summary: "Export a flow",
    description:
      "The flow as a page file, with the tags and fields that it uses and, with `with_flows=true`, the flows that it leads to. It is applied to another page as any page file.",
    params: inPage.extend({ flow_id: WireId }),
    query: z.object({ with_flows: Flag, contents: Flag }),
    reply: z.record(z.string(), z.unknown()),
    errors: ["flow_not_found"],
  },
  "POST /pages/:page_id/file/plan": {
    scope: "page",
    permission: "build",
    summary: "Plan a page file",
    description: "What applying the file would do. Nothing is changed.",
    params: inPage,
    bodyBytes,
    body: FileToApply,
    reply: z.strictObject({
      changes: z.array(PlannedChange),
      missing_secrets: MissingSecrets,
      missing_media: MissingMedia,
    }),
  },
  "POST /pages/:page_id/file/apply": {
    scope: "page",
    permission: "build",
    audit: "page_file_applied",
    preparesFirst: true,
    summary: "Apply a page file",
    description:
      "Makes the page equal to the file, all of it or nothing, except for the changes in `leave_out`. With `keep_flows`, flows that the page has stay as they are, and those of the file get free names; with `keep_name`, the page keeps its name.",
    params: inPage,
    bodyBytes,
    body: FileToApply,
    reply: z.strictObject({ changed: z.int(), missing_secrets: MissingSecrets, missing_media: MissingMedia }),
  },
} satisfies ManagementContract;
