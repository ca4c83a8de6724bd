import { z } from "zod";
import { Id, WireId } from "../../model/id.ts";
import { Numbers } from "../../model/numbers.ts";
import { Time } from "../../model/time/time.ts";
import { KeywordFields } from "./catalog.ts";
import type { ManagementContract } from "./contract.ts";
import { inPage } from "./pages.ts";

/** Days in the page's time zone, both included. Without them: the last 28 days. */
export const Period = z.strictObject({ from: z.iso.date().optional(), to: z.iso.date().optional() });

const Days = z.strictObject({ from: z.iso.date(), to: z.iso.date() });

/** `at` is a day, a week's Monday, or an hour: "2026-11-16" or "2026-11-16T09". */
const Point = Numbers.extend({ at: z.string() });

const Answers = z.strictObject({ answers: z.int(), median_seconds: z.number(), p90_seconds: z.number() });

/** The numbers of a flow over all time, as the public API tells them. */
const AllTime = z.strictObject({ sent: z.int(), delivered: z.int(), seen: z.int(), clicked: z.int() });

/** A goal that customers have reached: how often, and what that was worth. */
export const ReachedGoal = z.strictObject({
  name: z.string(),
  currency: z.string().nullable(),
  count: z.int(),
  value: z.number(),
});

const AiNumbers = z.strictObject({
  ...{ answered: z.int(), unsure: z.int(), failed: z.int(), handed_over: z.int(), routed: z.int() },
  ...{ tokens: z.int(), cost: z.int() },
});

const Group = z.strictObject({
  /** The text without case and diacritics. */
  text: z.string(),
  count: z.int(),
  /** As customers wrote it, newest first. */
  examples: z.array(z.string()),
  last_at: Time,
});

const LabKeyword = z.strictObject({ id: Id.nullable(), name: z.string() });

export const statistics = {
  "GET /pages/:page_id/statistics": {
    scope: "page",
    permission: "look",
    summary: "Get the page's numbers",
    description:
      "Counters over a period and the same of the period before it, which is as long. Days are those of the page's time zone.",
    params: inPage,
    query: Period.extend({ by: z.enum(["hour", "day", "week"]).optional() }),
    reply: z.strictObject({
      period: Days,
      before: Days,
      timezone: z.string(),
      by: z.enum(["hour", "day", "week"]),
      totals: Numbers,
      totals_before: Numbers,
      series: z.array(Point),
      series_before: z.array(Point),
      /** Received messages by weekday (1 is Monday) and hour; hours without any are left out. */
      busiest: z.array(z.strictObject({ weekday: z.int(), hour: z.int(), count: z.int() })),
      failures: z.array(z.strictObject({ reason: z.string(), count: z.int(), before: z.int() })),
      /** A keyword, tool or flow without a name was deleted. */
      keywords: z.array(z.strictObject({ id: Id, name: z.string().nullable(), hits: z.int(), before: z.int() })),
      tools: z.array(
        z.strictObject({
          id: Id,
          name: z.string(),
          opens: z.int(),
          opens_before: z.int(),
          starts: z.int(),
          starts_before: z.int(),
          /** Goals of customers who had come by it, those with the highest value first. */
          goals: z.array(ReachedGoal),
        }),
      ),
      flows: z.array(
        z.strictObject({
          id: Id,
          name: z.string().nullable(),
          starts: z.int(),
          starts_before: z.int(),
          finishes: z.int(),
          finishes_before: z.int(),
          all_time: AllTime,
        }),
      ),
      team: z.strictObject({
        all: Answers.nullable(),
        all_before: Answers.nullable(),
        /** Without a user: people in the platform's own inbox. */
        members: z.array(Answers.extend({ user_id: z.string().nullable(), name: z.string().nullable() })),
      }),
    }),
  },
  "GET /pages/:page_id/statistics/unmatched": {
    scope: "page",
    permission: "look",
    summary: "Group unmatched messages",
    description:
      "The newest 2,000 messages of the period that no keyword and no question took, grouped by their text without case and diacritics, the most frequent first.",
    params: inPage,
    query: Period,
    reply: z.strictObject({ examined: z.int(), is_all: z.boolean(), groups: z.array(Group) }),
  },
  "GET /pages/:page_id/statistics/goals": {
    scope: "page",
    permission: "look",
    summary: "Get goals and their values",
    description:
      "How often customers have reached each goal in the period and in the one before it, and what that was worth, by flow and currency. The highest value comes first.",
    params: inPage,
    query: Period,
    reply: z.strictObject({
      period: Days,
      before: Days,
      goals: z.array(
        z.strictObject({
          name: z.string(),
          /** The flow that it is counted for; null: no flow had sent the customer anything. */
          flow: z.strictObject({ id: Id, name: z.string().nullable() }).nullable(),
          currency: z.string().nullable(),
          count: z.int(),
          count_before: z.int(),
          value: z.number(),
          value_before: z.number(),
        }),
      ),
    }),
  },
  "GET /pages/:page_id/statistics/ai": {
    scope: "page",
    permission: "look",
    summary: "Get what AI steps did",
    description:
      "How often models answered, were not sure, failed, asked for a person or led on to an intent or a flow, with the tokens and the cost of all their calls, by day and by step, and the tools they used. Cost is in millionths of the owner's currency.",
    params: inPage,
    query: Period,
    reply: z.strictObject({
      period: Days,
      days: z.array(AiNumbers.extend({ at: z.string() })),
      steps: z.array(
        AiNumbers.extend({
          flow: z.strictObject({ id: Id, name: z.string().nullable() }),
          step: z.string(),
          /** How often the step was entered. */
          conversations: z.int(),
          /** The tools that the model has used, by the names it knows them by, the most used first. */
          tools: z.array(z.strictObject({ name: z.string(), count: z.int() })),
        }),
      ),
    }),
  },
  "GET /pages/:page_id/flows/:flow_id/statistics": {
    scope: "page",
    permission: "look",
    summary: "Get a flow's numbers",
    description:
      "For each step of the flow in the period: how often it was entered, each exit was taken and each button was pressed first.",
    params: inPage.extend({ flow_id: WireId }),
    query: Period,
    reply: z.strictObject({
      period: Days,
      starts: z.int(),
      finishes: z.int(),
      steps: z.record(
        z.string(),
        z.strictObject({
          entered: z.int(),
          exits: z.record(z.string(), z.int()),
          /** By the index of the button or link, over all of the step's messages. */
          clicks: z.record(z.string(), z.int()),
        }),
      ),
    }),
    errors: ["flow_not_found"],
  },
  "POST /pages/:page_id/keywords/lab": {
    scope: "page",
    permission: "look",
    isQuiet: true,
    summary: "Try keywords on real messages",
    description:
      "Runs the keywords over the last 1,000 received messages. Each of `edited` takes the place of the keyword with its id, or is added at the end. Changes nothing.",
    params: inPage,
    body: z.strictObject({
      edited: z.array(KeywordFields.extend({ id: WireId.nullable() })).max(100),
    }),
    reply: z.strictObject({
      examined: z.int(),
      since: Time.nullable(),
      keywords: z.array(
        LabKeyword.extend({
          hits: z.int(),
          /** Hits of the keywords as they are stored. */
          before: z.int(),
          /** Messages that it would take if the keyword that takes them were not there. */
          shadowed: z.array(z.strictObject({ by: LabKeyword, count: z.int() })),
        }),
      ),
      unmatched: z.strictObject({ count: z.int(), before: z.int(), groups: z.array(Group) }),
      /** Messages that an edit moves. Null: no keyword. */
      moved: z.array(
        z.strictObject({
          from: LabKeyword.nullable(),
          to: LabKeyword.nullable(),
          count: z.int(),
          examples: z.array(z.string()),
        }),
      ),
    }),
  },
} satisfies ManagementContract;
