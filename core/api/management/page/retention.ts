import { RetentionSettings } from "../../../model/limits/retention.ts";
import type { ManagementContract } from "../contract.ts";
import { inPage } from "../pages.ts";

export const retention = {
  "GET /pages/:page_id/retention": {
    scope: "page",
    permission: "look",
    summary: "Get how long data is kept",
    description: "In days, for each kind of data; null keeps it for ever.",
    params: inPage,
    reply: RetentionSettings,
  },
  "PUT /pages/:page_id/retention": {
    scope: "page",
    permission: "own",
    audit: "retention_changed",
    summary: "Change how long data is kept",
    description: "Older data is removed for good within about an hour, and while the server works through it.",
    params: inPage,
    body: RetentionSettings,
    reply: RetentionSettings,
  },
} satisfies ManagementContract;
