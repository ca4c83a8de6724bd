import { z } from "zod";
import { ChannelType } from "../../channels/index.ts";
import { Id } from "../../model/id.ts";
import { FieldName } from "../../model/names.ts";
import { scalarText } from "../../model/text.ts";
import { Hours } from "../../model/time/hours.ts";
import { fieldOperators, hasValue } from "../field-operators.ts";

/** A rule of a condition. `{ "type": "field", "field": "size", "operator": "equals", "value": "M" }` */
export const Rule = z.discriminatedUnion("type", [
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
export type Rule = z.infer<typeof Rule>;

function fieldRule() {
  return z
    .strictObject({
      type: z.literal("field"),
      field: FieldName.meta({ label: "Field", input: "customer-field" }),
      operator: z.enum(fieldOperators).meta({ label: "Is" }),
      value: scalarText(500)
        .optional()
        .meta({
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
