import { z } from "zod";
import { BroadcastSpec, BroadcastSpecInfo, broadcastStates } from "../../../audience/broadcast.ts";
import { AudienceSettings } from "../../../audience/settings.ts";
import { Id, WireId } from "../../../model/id.ts";
import { Name } from "../../../model/names.ts";
import { text } from "../../../model/text.ts";
import { Time } from "../../../model/time/time.ts";
import type { ManagementContract } from "../contract.ts";
import { inPage } from "../pages.ts";
import { ReachedGoal } from "../statistics.ts";

const Done = z.strictObject({});
const inBroadcast = inPage.extend({ broadcast_id: WireId });

export const BroadcastInfo = z.strictObject({
  id: Id,
  name: z.string(),
  state: z.enum(broadcastStates),
  spec: BroadcastSpecInfo,
  /** Customers in the segment, once it has begun; null if they could not be counted. */
  total: z.int().nullable(),
  /** Customers that it has come to. */
  done: z.int(),
  /** When it goes on: its own time, the end of quiet hours, or the choice of the winner. */
  due_at: Time.nullable(),
  /** The number of the variant that the rest gets, from 0. */
  winner: z.int().nullable(),
  error: z.string().nullable(),
  user: z.string().nullable(),
  created_at: Time,
  started_at: Time.nullable(),
  finished_at: Time.nullable(),
});
export type BroadcastInfo = z.output<typeof BroadcastInfo>;

const Forecast = z.strictObject({
  total: z.int(),
  /** They get it at once. */
  now: z.int(),
  /** They get it when its time comes in their zone, or the end of the quiet hours or of a person's takeover. */
  later: z.int(),
  next_at: Time.nullable(),
  /** Of both: those who get the template, because their messaging window is closed. */
  by_template: z.int(),
  /** They do not get it, by reason. */
  refused: z.record(z.string(), z.int()),
  /** Of a list: those whom the page does not know. */
  unknown: z.int(),
  is_exact: z.boolean(),
});

const VariantReport = z.strictObject({
  sent: z.int(),
  delivered: z.int(),
  seen: z.int(),
  clicked: z.int(),
  answered: z.int(),
  unsubscribed: z.int(),
  waiting: z.int(),
  /** Goals that customers reached within a week after the message. */
  goals: z.array(ReachedGoal),
  failed: z.record(z.string(), z.int()),
  refused: z.record(z.string(), z.int()),
});

const change = {
  scope: "page",
  permission: "build",
  params: inBroadcast,
  reply: BroadcastInfo,
} as const;

/** Messages to many customers, and the page's rules for them. */
export const broadcasts = {
  "GET /pages/:page_id/audience": {
    scope: "page",
    permission: "look",
    summary: "Get the rules for messages that nobody asked for",
    description: "Quiet hours, the most per customer and week, and the words that end or begin a subscription.",
    params: inPage,
    reply: AudienceSettings,
  },
  "PUT /pages/:page_id/audience": {
    scope: "page",
    permission: "build",
    audit: "audience_changed",
    summary: "Change these rules",
    description: "They hold for broadcasts that are under way, too: the rules are asked for each customer in turn.",
    params: inPage,
    body: AudienceSettings,
    reply: AudienceSettings,
  },
  "PUT /pages/:page_id/customers/:psid/subscription": {
    scope: "page",
    permission: "converse",
    audit: "subscription_changed",
    isMail: true,
    summary: "Subscribe or unsubscribe a customer",
    description:
      "For a word that the customer has given elsewhere: `words` say which, and where. It is kept as the proof, with the time and the member.",
    params: inPage.extend({ psid: z.string().min(1).max(200) }),
    body: z.strictObject({ is_wanted: z.boolean(), words: text(200) }),
    reply: Done,
    errors: ["customer_not_found", "unavailable"],
  },
  "GET /pages/:page_id/broadcasts": {
    scope: "page",
    permission: "look",
    summary: "List broadcasts",
    description: "The newest 200, drafts included. Lists of psids are empty here, with their `count`.",
    params: inPage,
    reply: z.strictObject({ broadcasts: z.array(BroadcastInfo) }),
  },
  "POST /pages/:page_id/broadcasts": {
    scope: "page",
    permission: "build",
    audit: "broadcast_created",
    summary: "Create a broadcast",
    description: "As a draft: nothing is sent. Customers are a segment, a condition, a list of psids, or all.",
    params: inPage,
    body: z.strictObject({ name: Name, spec: BroadcastSpec }),
    bodyBytes: 4 * 1024 * 1024,
    reply: BroadcastInfo,
    errors: ["conflict"],
  },
  "POST /pages/:page_id/broadcasts/forecast": {
    scope: "page",
    permission: "look",
    isQuiet: true,
    commitsAlone: true,
    summary: "Forecast a broadcast",
    description:
      "How many customers would get it if it were sent now, and why the others would not. Nothing is stored or sent.",
    params: inPage,
    body: z.strictObject({ spec: BroadcastSpec }),
    bodyBytes: 4 * 1024 * 1024,
    reply: Forecast,
    errors: ["not_found", "unavailable"],
  },
  "GET /pages/:page_id/broadcasts/:broadcast_id": {
    scope: "page",
    permission: "look",
    summary: "Get a broadcast",
    description: "What it sends, to whom, and how far it is.",
    params: inBroadcast,
    reply: BroadcastInfo,
    errors: ["not_found"],
  },
  "PATCH /pages/:page_id/broadcasts/:broadcast_id": {
    ...change,
    audit: "broadcast_changed",
    summary: "Change a draft",
    description: "Changes what is given.",
    errors: ["not_found", "conflict"],
    body: z.strictObject({ name: Name.optional(), spec: BroadcastSpec.optional() }),
    bodyBytes: 4 * 1024 * 1024,
  },
  "DELETE /pages/:page_id/broadcasts/:broadcast_id": {
    ...change,
    audit: "broadcast_deleted",
    summary: "Delete a broadcast",
    description: "One that is not under way. Messages that it has sent stay, its report goes.",
    errors: ["not_found", "conflict"],
    reply: Done,
  },
  "POST /pages/:page_id/broadcasts/:broadcast_id/test": {
    ...change,
    audit: "broadcast_tested",
    isMail: true,
    summary: "Send a broadcast to one customer as a test",
    description: "Mostly to oneself. It is in no report, and the customer still gets the broadcast.",
    body: z.strictObject({ psid: z.string().min(1).max(200), variant: z.int().min(0).max(3).default(0) }),
    reply: Done,
    errors: [
      ...(["not_found", "flow_not_found", "flow_not_published", "customer_not_found", "customer_unreachable"] as const),
      ...(["outside_messaging_window", "unsupported_content", "unavailable"] as const),
    ],
  },
  "POST /pages/:page_id/broadcasts/:broadcast_id/send": {
    ...change,
    audit: "broadcast_sent",
    summary: "Send a broadcast",
    description: "At once or at its time. From here on it can be paused and stopped, but not changed.",
    errors: ["not_found", "conflict", "flow_not_found", "flow_not_published", "unsupported_content"],
  },
  "POST /pages/:page_id/broadcasts/:broadcast_id/edit": {
    ...change,
    audit: "broadcast_taken_back",
    summary: "Take a broadcast back before it begins",
    description: "It is a draft again.",
    errors: ["not_found", "conflict"],
  },
  "POST /pages/:page_id/broadcasts/:broadcast_id/pause": {
    ...change,
    audit: "broadcast_paused",
    summary: "Pause a broadcast",
    description: "Messages that are on their way arrive.",
    errors: ["not_found", "conflict"],
  },
  "POST /pages/:page_id/broadcasts/:broadcast_id/resume": {
    ...change,
    audit: "broadcast_resumed",
    summary: "Let a broadcast go on",
    description: "One that was paused, or has failed, for no longer than four weeks. Nobody gets it twice.",
    errors: ["not_found", "conflict"],
  },
  "POST /pages/:page_id/broadcasts/:broadcast_id/stop": {
    ...change,
    audit: "broadcast_stopped",
    isMail: true,
    summary: "Stop a broadcast",
    description: "For good. Messages that wait for the platform are taken back.",
    errors: ["not_found", "conflict", "unavailable"],
  },
  "POST /pages/:page_id/broadcasts/:broadcast_id/retry": {
    ...change,
    audit: "broadcast_retried",
    isMail: true,
    summary: "Send failed messages of a broadcast again",
    description: "All of them, once more, apart from customers who have refused news since, or are blocked.",
    errors: ["not_found", "unavailable"],
  },
  "GET /pages/:page_id/broadcasts/:broadcast_id/report": {
    scope: "page",
    permission: "look",
    summary: "Get the report of a broadcast",
    description:
      "In customers, for each variant. Answers count for three days, ended subscriptions and goals for a week after the message. They and refusals follow by about a second.",
    params: inBroadcast,
    reply: z.strictObject({ variants: z.array(VariantReport) }),
    errors: ["not_found", "unavailable"],
  },
} satisfies ManagementContract;
