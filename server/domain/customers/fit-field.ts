import type { Customer } from "@banter/core/flow/customer.ts";
import { readField, writeField } from "@banter/core/flow/fields/customer-fields.ts";
import type { FieldType } from "@banter/core/model/custom-field.ts";
import { databaseNow } from "../../store/health/database-clock.ts";

/**
 * The value in the form in which the customer's field stores it; undefined if it does not fit. `zone` is the page's: it
 * gives a phone number without a country code its country.
 */
export function fitField(
  customer: Customer,
  name: string,
  value: string,
  type: FieldType | undefined,
  zone: string | null = null,
): string | undefined {
  const reading = { locale: customer.locale, zones: [customer.timezone, zone], now: databaseNow(), choices: [] };
  const changed = writeField(customer, name, value, { type, reading });
  return changed && (readField(changed, name) ?? "");
}
