import { z } from "zod";
import { ChannelType } from "../../channels/index.ts";
import { Id } from "../../model/id.ts";
import { FieldName } from "../../model/names.ts";
import { StepId } from "../../model/step-id.ts";
import { anyText, scalarText, text } from "../../model/text.ts";
import { Hours } from "../../model/time/hours.ts";
import { parseTemplate } from "../render/template.ts";
import { fieldOperators, hasValue } from "./field-operators.ts";

// Every kind of rule. A flow and a rule of the page ask about the customer whose turn it is, now. A segment asks about all
// customers: it has what must be looked up, and no time of day, since it says who and not when.

const Days = z.int().min(1).max(3650);

/** A language such as `vi`, or with a country `pt-BR`. */
const Locale = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8}){0,4}$/, "must be a language such as vi or pt-BR");

/** Rules about facts that a turn knows of its customer without a look-up. */
const customerRules = [
  z.strictObject({
    type: z.literal("tag"),
    tag_id: Id.nullable().meta({ label: "Tag", input: "tag" }),
    has: z.boolean().meta({ label: "Has it" }),
  }),
  z.strictObject({
    type: z.literal("channel"),
    channels: z.array(ChannelType).min(1).max(10).meta({ label: "Channels" }),
  }),
  z.strictObject({
    type: z.literal("locale"),
    locales: z.array(Locale).min(1).max(50).meta({ label: "Languages" }),
    is: z.boolean().meta({ label: "Holds" }),
  }),
  /** They have written or pressed something within so many days, or not. */
  z.strictObject({
    type: z.literal("last_active"),
    within: z.boolean().meta({ label: "Within these days" }),
    days: Days.meta({ label: "Days" }),
  }),
  /** They came to the page within so many days, or before. */
  z.strictObject({
    type: z.literal("first_seen"),
    within: z.boolean().meta({ label: "Within these days" }),
    days: Days.meta({ label: "Days" }),
  }),
  /** They are in the sequence. */
  z.strictObject({
    type: z.literal("sequence"),
    sequence_id: Id.nullable().meta({ label: "Sequence", input: "sequence" }),
    runs: z.boolean().meta({ label: "Is in it" }),
  }),
  /** They want the page's news, or have refused it. Most customers have said neither. */
  z.strictObject({
    type: z.literal("subscription"),
    subscription: z.enum(["subscribed", "unsubscribed"]).meta({ label: "News" }),
    is: z.boolean().meta({ label: "Holds" }),
  }),
  /** `open`: a free message can be sent now. */
  z.strictObject({
    type: z.literal("reach"),
    reach: z.enum(["open", "unreachable", "blocked"]).meta({ label: "Can be reached" }),
    is: z.boolean().meta({ label: "Holds" }),
  }),
] as const;

const timeRule = z.strictObject({
  type: z.literal("time"),
  hours: Hours.meta({ label: "In the customer's zone, within", input: "hours" }),
});

const plainFieldRule = fieldRule(anyText(500)).superRefine(hasPlainValue);

/** A rule of a condition in a flow. `{ "type": "field", "field": "size", "operator": "equals", "value": "M" }` */
export const Rule = z.discriminatedUnion("type", [...customerRules, fieldRule(scalarText(500)), timeRule]);
export type Rule = z.infer<typeof Rule>;

/** A rule about the customer in a turn. Unlike those of a flow, its values are plain. */
const TurnRule = z.discriminatedUnion("type", [...customerRules, plainFieldRule, timeRule]);
type TurnRule = z.infer<typeof TurnRule>;

/** The condition of a page's rule. */
export const TurnCondition = z.strictObject({
  match: z.enum(["all", "any"]),
  rules: z.array(TurnRule).min(1).max(20),
});

/** A rule of a segment. */
export const SegmentRule = z.discriminatedUnion("type", [
  ...customerRules,
  plainFieldRule,
  z
    .strictObject({
      type: z.literal("source"),
      source: z.enum(["direct", "ad", "ref"]),
      /** This advertisement, or the ref of this tool. */
      value: text(200).optional(),
      is: z.boolean(),
    })
    .refine(({ source, value }) => source !== "direct" || value === undefined, {
      path: ["value"],
      error: "must not stand beside this source",
    }),
  /** They were sent a message, or have pressed a button in one. */
  z
    .strictObject({
      type: z.literal("message"),
      did: z.enum(["received", "pressed"]),
      /** Null: of any flow, or of none. */
      flow_id: Id.nullable().meta({ label: "Flow", input: "flow" }),
      step: StepId.optional(),
      /** The place of the button among those of the message, from 0. */
      button: z.int().min(0).max(1000).optional(),
      days: Days.optional(),
      has: z.boolean(),
    })
    .refine(({ flow_id, step }) => flow_id !== null || step === undefined, {
      path: ["step"],
      error: "must stand beside its flow",
    })
    .refine(({ did, step, button }) => button === undefined || (did === "pressed" && step !== undefined), {
      path: ["button"],
      error: "must stand beside a step whose button was pressed",
    }),
]);
export type SegmentRule = z.infer<typeof SegmentRule>;

export type AnyRule = Rule | TurnRule | SegmentRule;

/**
 * The condition by which customers are in a segment.
 *
 *     { "match": "all",
 *       "rules": [{ "type": "tag", "tag_id": 3, "has": true },
 *                 { "type": "last_active", "within": false, "days": 30 }] }
 */
export const SegmentCondition = z.strictObject({
  match: z.enum(["all", "any"]),
  rules: z.array(SegmentRule).min(1).max(20),
});
export type SegmentCondition = z.infer<typeof SegmentCondition>;

/** A segment's value is compared with many customers at once, so that it cannot be filled in for each. */
function hasPlainValue({ value }: { value?: string | undefined }, context: z.RefinementCtx): void {
  if (value === undefined || parseTemplate(value).every(({ type }) => type === "text")) return;
  context.addIssue({ code: "custom", path: ["value"], message: "must be plain text, without variables" });
}

function fieldRule<Value extends z.ZodType<string>>(value: Value) {
  return z
    .strictObject({
      type: z.literal("field"),
      field: FieldName.meta({ label: "Field", input: "customer-field" }),
      operator: z.enum(fieldOperators).meta({ label: "Is" }),
      value: value.optional().meta({
        label: "Value",
        input: "text",
        template: "text",
        shownIf: { setting: "operator", isOneOf: fieldOperators.filter(hasValue) },
      }),
    })
    .superRefine(({ operator, value }, context) => {
      const needsValue = hasValue(operator);
      if (needsValue === (value !== undefined)) return;
      const message = needsValue ? "is required" : "must not stand beside this operator";
      context.addIssue({ code: "custom", path: ["value"], message });
    });
}
