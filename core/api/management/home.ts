import { z } from "zod";
import { Numbers } from "../../model/numbers.ts";
import { Time } from "../../model/time/time.ts";
import type { ManagementContract } from "./contract.ts";
import { Health } from "./health.ts";
import { Connection, inPage } from "./pages.ts";

export const home = {
  "GET /pages/:page_id/home": {
    scope: "page",
    permission: "look",
    summary: "Get what needs the owner now",
    description: "The page's troubles, its numbers of today beside those of yesterday, and its health.",
    params: inPage,
    reply: z.strictObject({
      needs: z.strictObject({
        connection: Connection,
        is_paused: z.boolean(),
        /** The token could not be renewed, and tries go on. */
        token: z.strictObject({ next_at: Time, reason: z.string() }).nullable(),
        failed_messages: z.int(),
        parked_mail: z.int(),
        /** Customers who wait for a person, at most 1,000; and since when the first of them waits. */
        waiting: z.strictObject({ count: z.int(), since: Time.nullable() }),
      }),
      today: Numbers,
      yesterday: Numbers,
      health: Health,
    }),
  },
} satisfies ManagementContract;
