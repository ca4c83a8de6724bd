import { z } from "zod";
import { readGoalValue } from "../flow/answers/goal-value.ts";
import { Currency, type Goal, GoalName } from "../flow/happenings/goal.ts";
import { answerKeys, valueAt } from "../flow/steps/answer-path.ts";
import { Id } from "../model/id.ts";

/** A place in the body of a call: `customer.phone`, `items[0].sku`, `/customer/phone`. */
const BodyPath = z
  .string()
  .min(1)
  .max(200)
  .refine((path) => answerKeys(path) !== undefined, { error: "must be a path such as customer.phone" });

const Customer = z.strictObject({ by: z.enum(["psid", "phone", "email"]), path: BodyPath });
const Fields = z.array(z.strictObject({ field: z.string().min(1).max(64), path: BodyPath })).max(30);
const MappedGoal = z
  .strictObject({ name: GoalName, value_path: BodyPath.nullable(), currency: Currency.nullable() })
  .nullable();

/**
 * How a call of an incoming hook becomes something that happens to a customer: who it is, the fields that it fills, the
 * goal that it counts and the flow that it starts.
 */
export const HookMapping = z.strictObject({
  customer: Customer,
  fields: Fields,
  goal: MappedGoal,
  flow_id: Id.nullable(),
});
export type HookMapping = z.infer<typeof HookMapping>;

/** The same as callers give it: only the customer is needed. */
export const GivenMapping = z.strictObject({
  customer: Customer,
  fields: Fields.default([]),
  goal: MappedGoal.default(null),
  flow_id: Id.nullable().default(null),
});

export type MappedCall = {
  /** The text that names the customer; null if the body has none. */
  customer: string | null;
  fields: Record<string, string>;
  goal: Goal | null;
};

/** Reads a body by the mapping. A place that the body does not have is left out. Pure. */
export function mapCall({ customer, fields, goal }: HookMapping, body: unknown): MappedCall {
  const value = (path: string) => textAt(body, path);
  const amount = goal?.value_path ? value(goal.value_path) : null;
  const number = amount === null ? undefined : readGoalValue(amount, { locale: null, zones: [] });
  return {
    customer: value(customer.path),
    fields: Object.fromEntries(
      fields.flatMap(({ field, path }) => {
        const text = value(path);
        return text === null ? [] : [[field, text]];
      }),
    ),
    goal: goal && {
      name: goal.name,
      ...(number !== undefined && { value: number }),
      ...(goal.currency !== null && { currency: goal.currency }),
    },
  };
}

/** Objects and lists are no values of a field. */
function textAt(body: unknown, path: string): string | null {
  const found = valueAt(body, answerKeys(path) ?? []);
  if (typeof found === "number" || typeof found === "boolean") return String(found);
  return typeof found === "string" && found.trim() !== "" ? found.trim() : null;
}
