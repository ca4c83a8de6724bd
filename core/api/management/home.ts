import { z } from "zod";
import { Numbers } from "../../model/numbers.ts";
import { Time } from "../../model/time/time.ts";
import type { ManagementContract } from "./contract.ts";
import { Health } from "./health.ts";
import { Connection, inPage } from "./pages.ts";

/** The first steps of a new page, in the order in which owners take them. */
const firstStepNames = [
  "flow_published",
  "welcome_set",
  "default_reply_set",
  "keyword_added",
  "channel_connected",
  "chat_shared",
  "customer_wrote",
  "team_invited",
] as const;

const FirstStep = z.strictObject({ name: z.enum(firstStepNames), is_done: z.boolean() });

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
        /** The platform's news about the account: a restriction, a low rating, templates that it has stopped. */
        platform: z.strictObject({
          restriction: z.string().nullable(),
          is_rated_low: z.boolean(),
          stopped_templates: z.array(
            z.strictObject({
              name: z.string(),
              language: z.string(),
              status: z.string(),
              reason: z.string().nullable(),
            }),
          ),
        }),
        /** A limit of the page's models of which four fifths or more are used. */
        model_limit: z.strictObject({ period: z.enum(["page_day", "page_month"]), percent: z.int() }).nullable(),
      }),
      /** Without steps that the channel does not need; null once they are closed or all done. */
      first_steps: z.array(FirstStep).nullable(),
      today: Numbers,
      yesterday: Numbers,
      health: Health,
    }),
  },
  "POST /pages/:page_id/first_steps/close": {
    scope: "page",
    permission: "build",
    audit: "first_steps_closed",
    summary: "Close the first steps",
    description: "The page's home no longer lists its first steps, to anyone.",
    params: inPage,
    reply: z.strictObject({}),
  },
} satisfies ManagementContract;
