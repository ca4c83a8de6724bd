import { normalise } from "../../match/normalise.ts";
import { customerFields } from "../../model/variables.ts";
import type { Customer } from "../customer.ts";
import { readField } from "../fields/customer-fields.ts";
import { readInstant } from "../time.ts";
import { isDayForm, numberIn } from "./compare-field.ts";
import { localeKey } from "./judge-rule.ts";

/**
 * A customer's tags and fields, prepared so that a database compares them as `fieldHolds` does:
 *
 *     { "city": "hà nội", "age": "30", "#age": 30, "born": "1990-05-04", "@born": "1990-05-04", "t 1042": true }
 *
 * Under a field's name stands its text as it is compared. `#` is the number it is, `@` the day it is, or the instant if
 * its time were that of UTC. `+` stands in for a text that is too long, or a date that does not exist. `~` begins the
 * customer's locale, in the form in which locales are compared, with a dash at its end.
 */
export type SearchedValues = Record<string, string | number | true>;

export const valueKeys = {
  number: (field: string) => `#${field}`,
  date: (field: string) => `@${field}`,
  unclear: (field: string) => `+${field}`,
  locale: "~locale",
  tag: (id: number) => `t ${id}`,
};

/** Rows stay small, so that a million of them are read quickly. */
const maxLength = 200;
/** Of a time in a year of four digits. */
const isoLength = 24;

export function searchedValues(customer: Customer): SearchedValues {
  const values: SearchedValues = {};
  for (const name of new Set([...customerFields, ...Object.keys(customer.fields)])) {
    const value = readField(customer, name) ?? "";
    if (value !== "") add(values, name, value);
  }
  if (customer.locale) values[valueKeys.locale] = `${localeKey(customer.locale)}-`;
  for (const tag of customer.tags) values[valueKeys.tag(tag)] = true;
  return values;
}

function add(values: SearchedValues, name: string, value: string): void {
  const text = normalise(value).toWellFormed().replaceAll("\0", "");
  const instant = readInstant(value, "UTC");
  const time = instant === undefined ? undefined : new Date(instant).toISOString();
  const isUnclear = isDayForm(value) ? time === undefined : time !== undefined && time.length !== isoLength;
  if (isUnclear || text.length > maxLength || value.length > maxLength) {
    values[valueKeys.unclear(name)] = true;
    return;
  }
  values[name] = text;
  const number = numberIn(value, undefined);
  if (number !== undefined) values[valueKeys.number(name)] = number;
  if (time !== undefined) values[valueKeys.date(name)] = isDayForm(value) ? value.trim() : time;
}
