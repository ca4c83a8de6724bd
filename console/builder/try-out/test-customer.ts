import { type Customer, newCustomer } from "@banter/core/flow/customer.ts";
import { writeField } from "@banter/core/flow/fields/customer-fields.ts";
import { type ConversationState, newState } from "@banter/core/flow/state.ts";
import type { FieldType } from "@banter/core/model/custom-field.ts";
import { z } from "zod";

/** The customer that a page's flows are tested with, as entered. */
export const TestCustomer = z.object({
  /** Built-in and custom fields by name, as text. */
  values: z.record(z.string(), z.string()),
  tags: z.array(z.number()),
  /** The customer has written before, so their next message does not start the welcome. */
  isKnown: z.boolean(),
  /** The branches to take at splits, by `flow.step`; at others, chance decides. */
  branches: z.record(z.string(), z.string()),
});
export type TestCustomer = z.infer<typeof TestCustomer>;

/** Nothing is known about a new customer, not even the name. */
export const newTestCustomer: TestCustomer = { values: {}, tags: [], isKnown: false, branches: {} };

/** Facts about the page that decide how values are read. */
export type Readings = { types: ReadonlyMap<string, FieldType>; zone: string; now: number };

/** The customer and conversation at the start of a test. `unfit` names the fields whose values were left out. */
export function startOf(
  { values, tags, isKnown, branches }: TestCustomer,
  { types, zone, now }: Readings,
): { customer: Customer; state: ConversationState; unfit: string[] } {
  const unfit: string[] = [];
  const reading = { locale: values.locale ?? null, zones: [zone], now, choices: [] };
  const customer = Object.entries(values).reduce(
    (before: Customer, [name, value]) => {
      const after = writeField(before, name, value.trim(), { type: types.get(name), reading });
      if (!after) unfit.push(name);
      return after ?? before;
    },
    { ...newCustomer("web_1"), tags },
  );
  return { customer, state: { ...newState(), isKnown, splits: branches }, unfit };
}

const storageKey = (pageId: string) => `banter-test-customer-${pageId}`;

/** The test customer of a page in this browser; undefined if none was entered. */
export function recallTestCustomer(pageId: string): TestCustomer | undefined {
  try {
    return TestCustomer.safeParse(JSON.parse(localStorage.getItem(storageKey(pageId)) ?? "null")).data;
  } catch {
    return undefined;
  }
}

export function rememberTestCustomer(pageId: string, customer: TestCustomer): void {
  localStorage.setItem(storageKey(pageId), JSON.stringify(customer));
}
