import { z } from "zod";
import { Id, WireId } from "../../model/id.ts";
import { Time } from "../../model/time/time.ts";
import type { ManagementContract } from "./contract.ts";
import { ConversationMessage } from "./conversations.ts";
import { inPage } from "./pages.ts";

export const explanations = {
  "GET /pages/:page_id/messages/:message_id/explain": {
    scope: "page",
    permission: "look",
    summary: "Why this reply?",
    description:
      "Why this message was sent: the event, the triggers weighed and why the others lost, the steps with the values used, the messaging window, each attempt with the platform's answer, and notes of what the channel could not show. `lines` says the same in sentences.",
    params: inPage.extend({ message_id: WireId }),
    query: z.strictObject({ language: z.enum(["en", "vi"]).default("en") }),
    reply: z.strictObject({
      message: ConversationMessage,
      event: z.strictObject({ at: Time, type: z.string(), text: z.string() }),
      trace: z.json().nullable(),
      /** The same in one sentence. Pieces that name a flow or a keyword have its id. */
      why: z.array(z.strictObject({ text: z.string(), flow: Id.optional(), keyword: Id.optional() })),
      /** Sentences under headings, as `banter why` prints them. */
      sections: z.array(
        z.strictObject({
          section: z.enum(["event", "triggers", "steps", "values", "window", "attempts", "notes"]),
          lines: z.array(z.string()),
        }),
      ),
      window: z.strictObject({ rule: z.string(), was_open: z.boolean().nullable() }),
      attempts: z.array(
        z.strictObject({
          at: Time,
          /** Null while it is under way, or if the process ended before an answer came. */
          answered_at: Time.nullable(),
          outcome: z.enum(["sent", "retry", "throttled", "failed", "unknown"]),
          /** The platform's answer: its status or code, and its own words. */
          answer: z.string().nullable(),
        }),
      ),
    }),
    errors: ["not_found"],
  },
} satisfies ManagementContract;
