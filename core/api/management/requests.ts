import { z } from "zod";
import { request } from "../../flow/steps/request.ts";
import { Payload } from "../../model/payload.ts";
import type { ManagementContract } from "./contract.ts";
import { inPage } from "./pages.ts";

/** Calls of request steps. */
export const requests = {
  "POST /pages/:page_id/requests/try": {
    scope: "page",
    permission: "build",
    audit: "request_tried",
    commitsAlone: true,
    summary: "Try a request",
    description:
      "Makes the call of a request step now, with these values of variables, and returns the answer. The page's secrets are filled in on the server, and masked in an answer that repeats one. A page has a few calls a minute.",
    params: inPage,
    body: z.strictObject({ step: request.schema, values: Payload }),
    reply: z.discriminatedUnion("ok", [
      z.strictObject({ ok: z.literal(true), status: z.int(), body: z.string() }),
      z.strictObject({ ok: z.literal(false), reason: z.string(), status: z.int().optional() }),
    ]),
    errors: ["rate_limited"],
  },
} satisfies ManagementContract;
