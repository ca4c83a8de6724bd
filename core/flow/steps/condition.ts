import { z } from "zod";
import { ChannelType } from "../../model/channel.ts";
import { Id } from "../../model/id.ts";
import { FieldName } from "../../model/names.ts";
import { scalarText } from "../../model/text.ts";
import { Hours } from "../../model/time/hours.ts";
import { judge } from "./judge-rule.ts";
import { defineStep } from "./define.ts";
import { leave } from "./outcome.ts";

/**
 * Goes one way or the other by what is known of the customer.
 *
 *     { "type": "condition", "match": "all",
 *       "rules": [{ "type": "tag", "tag_id": 3, "has": true },
 *                 { "type": "field", "field": "size", "operator": "equals", "value": "M" },
 *                 { "type": "time", "hours": [{ "days": ["mon"], "from": "08:00", "to": "17:30" }] },
 *                 { "type": "channel", "channels": ["webchat"] }],
 *       "next": { "yes": "offer", "no": null } }
 */
export const condition = defineStep({
  type: "condition",
  title: "Check a condition",
  settings: z.strictObject({
    match: z.enum(["all", "any"]).meta({ label: "Must hold" }),
    rules: z.array(ruleOf()).min(1).max(20).meta({ label: "Rules" }),
  }),
  exits: ["yes", "no"],
  run(moment) {
    const { match, rules } = moment.step;
    const verdicts: ReturnType<typeof judge>[] = [];
    for (const rule of rules) {
      verdicts.push(judge(rule, moment));
      if (!moment.work(0)) return { deeds: [], way: { type: "fail", reason: "too_much_work" } };
    }
    const isYes = verdicts[match === "all" ? "every" : "some"](({ isTrue }) => isTrue);
    // Those that it depended on: where all must hold, any that does not; where one is enough, any that does.
    const because = verdicts
      .filter(({ isTrue }) => isTrue === isYes)
      .slice(0, maxTold)
      .map(({ checked }) => checked);
    return { ...leave(isYes ? "yes" : "no"), because };
  },
});

/** A trace is small. */
const maxTold = 5;

export type Rule = z.infer<ReturnType<typeof ruleOf>>;

function ruleOf() {
  return z.discriminatedUnion("type", [
    z.strictObject({
      type: z.literal("tag"),
      tag_id: Id.nullable().meta({ label: "Tag", input: "tag" }),
      has: z.boolean().meta({ label: "Has it" }),
    }),
    fieldRule(),
    z.strictObject({
      type: z.literal("time"),
      hours: Hours.meta({ label: "In the customer's zone, within", input: "hours" }),
    }),
    z.strictObject({
      type: z.literal("channel"),
      channels: z.array(ChannelType).min(1).max(10).meta({ label: "Channels" }),
    }),
  ]);
}

function fieldRule() {
  return z
    .strictObject({
      type: z.literal("field"),
      field: FieldName.meta({ label: "Field", input: "customer-field" }),
      operator: z
        .enum([
          "equals",
          "not_equals",
          "contains",
          "not_contains",
          "begins",
          "ends",
          "greater",
          "less",
          "is_set",
          "is_not_set",
        ])
        .meta({ label: "Is" }),
      value: scalarText(500).optional().meta({ label: "Value", input: "text", template: "text" }),
    })
    .superRefine(({ operator, value }, context) => {
      const needsValue = operator !== "is_set" && operator !== "is_not_set";
      if (needsValue === (value !== undefined)) return;
      const message = needsValue ? "is required" : "must not stand beside this operator";
      context.addIssue({ code: "custom", path: ["value"], message });
    });
}
