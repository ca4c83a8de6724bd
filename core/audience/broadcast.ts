import { z } from "zod";
import { SegmentCondition } from "../flow/conditions/rule.ts";
import { GoalName } from "../flow/happenings/goal.ts";
import { Content } from "../model/content/content.ts";
import { Id, WireId } from "../model/id.ts";
import { text } from "../model/text.ts";
import { LocalTime } from "../model/time/local-time.ts";

/** The customers of a broadcast: all of the page, a saved segment, a condition of its own, or a list of psids. */
const BroadcastAudience = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("all") }),
  z.strictObject({ type: z.literal("segment"), segment_id: WireId }),
  z.strictObject({ type: z.literal("condition"), condition: SegmentCondition }),
  z.strictObject({ type: z.literal("psids"), psids: z.array(z.string().min(1).max(200)).min(1).max(50_000) }),
]);

/** `message_tag`: the platform's tag that lets a message through outside of the messaging window. */
const messageTag = z.string().min(1).max(100).optional();

/** Content, or a flow. */
const BroadcastVariant = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("content"), content: Content, message_tag: messageTag }),
  z.strictObject({ type: z.literal("flow"), flow_id: WireId }),
]);
export type BroadcastVariant = z.infer<typeof BroadcastVariant>;

/** At once, at a time of the page's zone, or at that time in each customer's own zone. */
const BroadcastTime = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("now") }),
  z.strictObject({ type: z.literal("at"), at: LocalTime }),
  z.strictObject({ type: z.literal("local"), at: LocalTime }),
]);

const goals = ["seen", "clicked", "answered", "reached"] as const;

/**
 * With several variants: so many percent of the customers get one of them each, and after some hours the rest gets the one
 * that did best. Without it, all customers are shared among the variants.
 */
const BroadcastTest = z
  .strictObject({
    share: z.int().min(2).max(50),
    hours: z.int().min(1).max(72),
    goal: z.enum(goals),
    /** The goal that counts, for `reached`. */
    goal_name: GoalName.optional(),
  })
  .refine(({ goal, goal_name }) => (goal === "reached") === (goal_name !== undefined), {
    path: ["goal_name"],
    error: "must stand beside the goal reached, and only there",
  });
export type BroadcastTest = z.infer<typeof BroadcastTest>;

const shape = {
  when: BroadcastTime.default({ type: "now" }),
  /** The most that is sent in a minute. The platform may allow less. */
  per_minute: z.int().min(1).max(100_000).nullable().default(null),
  test: BroadcastTest.nullable().default(null),
  /** The title of a button that ends the customer's subscription. */
  unsubscribe: text(20).nullable().default(null),
};

/**
 *     { "audience": { "type": "segment", "segment_id": 12 },
 *       "variants": [{ "type": "content", "content": { "messages": [{ "type": "text", "text": "New in!" }] } }],
 *       "when": { "type": "local", "at": "2026-12-24T09:00" }, "unsubscribe": "Unsubscribe" }
 */
export const BroadcastSpec = z.strictObject({
  audience: BroadcastAudience,
  variants: z.array(BroadcastVariant).min(1).max(4),
  /** A template for customers whose messaging window is closed. Without it, they get nothing. */
  outside: Content.nullable().default(null),
  ...shape,
});
export type BroadcastSpec = z.infer<typeof BroadcastSpec>;

const KeptContent = z.record(z.string(), z.unknown());

/** The same as it is kept and shown: content has passed its checks. */
export const BroadcastSpecInfo = z.strictObject({
  audience: z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("all") }),
    z.strictObject({ type: z.literal("segment"), segment_id: Id }),
    z.strictObject({ type: z.literal("condition"), condition: SegmentCondition }),
    /** In a list of broadcasts, `psids` is empty and `count` tells how many there are. */
    z.strictObject({ type: z.literal("psids"), psids: z.array(z.string()), count: z.int().optional() }),
  ]),
  variants: z.array(
    z.discriminatedUnion("type", [
      z.strictObject({ type: z.literal("content"), content: KeptContent, message_tag: z.string().optional() }),
      z.strictObject({ type: z.literal("flow"), flow_id: Id }),
    ]),
  ),
  outside: KeptContent.nullable(),
  when: BroadcastTime,
  per_minute: z.int().nullable(),
  test: BroadcastTest.nullable(),
  unsubscribe: z.string().nullable(),
});

export const broadcastStates = ["draft", "scheduled", "running", "paused", "done", "stopped", "failed"] as const;
/** A broadcast that has rested for longer cannot go on: who has got it is known for 30 days, and a pass takes up to two. */
export const maxRestDays = 28;

export const hasRested = (dueAt: Date, now: number): boolean => dueAt.getTime() < now - maxRestDays * 86_400_000;

export type BroadcastState = (typeof broadcastStates)[number];

/**
 * The customer's variant, always the same for a draw of 0 to below 1: a number, or undefined for those who wait for the
 * winner.
 */
export function variantOf(
  { variants, test }: Pick<BroadcastSpec, "variants" | "test">,
  draw: number,
): number | undefined {
  const share = test && variants.length > 1 ? test.share / 100 : 1;
  return draw < share ? Math.floor((draw / share) * variants.length) : undefined;
}
