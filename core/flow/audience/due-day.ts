import type { SegmentCondition } from "../conditions/rule.ts";
import { addDays, instantOf, isLeapYear } from "../time.ts";
import type { RuleWhen } from "./page-rule.ts";

type DateWhen = Extract<RuleWhen, { type: "date" }>;

// A rule of dates looks for its customers once for each day, before that day begins anywhere. Each customer then gets a
// timer for the time of day in their own zone.

/** A day begins so long before it does in UTC in the zone furthest ahead. */
const aheadMs = 14 * 3_600_000;

/** The instant at which the customers of a day are looked for. */
export const lookAt = (day: string): number => Date.parse(`${day}T00:00Z`) - aheadMs;

/** The instant on that day at which the rule acts for a customer in the zone. */
export const actsAt = ({ at }: DateWhen, day: string, zone: string): number => instantOf(`${day}T${at}`, zone);

/** A rule that is later than this, because servers were down, leaves the day out. */
export const maxLateMs = 12 * 3_600_000;

/** True if the date in the field is the one that the rule waits for on that day. */
export function isDayOf({ days, every_year }: DateWhen, value: string, day: string): boolean {
  return datesFor({ days, every_year }, day).some((date) =>
    every_year ? value.slice(4, 10) === date.slice(4) : value.startsWith(date),
  );
}

/** The customers whose date may be the one of that day. */
export function conditionFor(when: DateWhen, day: string): SegmentCondition {
  const { field, every_year } = when;
  const rules = datesFor(when, day).map((date) =>
    every_year
      ? ({ type: "field", field, operator: "contains", value: date.slice(4) } as const)
      : ({ type: "field", field, operator: "begins", value: date } as const),
  );
  return { match: "any", rules };
}

/** Somebody who is born on 29 February has their day on the 28th in other years. */
function datesFor({ days, every_year }: Pick<DateWhen, "days" | "every_year">, day: string): string[] {
  const date = addDays(day, -days);
  const isLeapDay = every_year && date.endsWith("-02-28") && !isLeapYear(date);
  return isLeapDay ? [date, `${date.slice(0, 8)}29`] : [date];
}
