import { invalidFields } from "@banter/core/model/error.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import type { Days } from "../../store/statistics/statistics-hours.ts";

export type By = "hour" | "day" | "week";

const dayMs = 86_400_000;
const maxDays = 400;
/** More points than a plot can show. */
const maxHourDays = 31;

/** The asked days, checked; without them the last 28. */
export function readPeriod({ from, to }: { from?: string | undefined; to?: string | undefined }, zone: string): Days {
  const last = to ?? (from === undefined ? todayIn(zone) : laterOf(from, todayIn(zone)));
  const days = { from: from ?? addDays(last, -27), to: last };
  if (days.from > days.to) throw invalidFields([{ path: "/to", message: "must not be before from" }]);
  if (lengthOf(days) > maxDays)
    throw invalidFields([{ path: "/from", message: `must be at most ${maxDays} days ago` }]);
  return days;
}

/** The period of the same length that ends the day before. */
export function periodBefore(days: Days): Days {
  return { from: addDays(days.from, -lengthOf(days)), to: addDays(days.from, -1) };
}

export function readBy(by: By | undefined, days: Days): By {
  const length = lengthOf(days);
  if (by === "hour" && length > maxHourDays)
    throw invalidFields([{ path: "/by", message: `can be hour for ${maxHourDays} days at most` }]);
  return by ?? (length <= 2 ? "hour" : length <= 92 ? "day" : "week");
}

/** Every point of a series in order, those without numbers too. */
export function pointsOf(days: Days, by: By): string[] {
  if (by === "week") return [...new Set(daysIn(days).map(mondayOf))];
  if (by === "day") return daysIn(days);
  return daysIn(days).flatMap((day) =>
    Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, "0")}`),
  );
}

/** The point of a series that a day or hour belongs to. */
export const pointOf = (at: string, by: By): string =>
  by === "week" ? mondayOf(at) : by === "day" ? at.slice(0, 10) : at;

export function todayIn(zone: string, now = databaseNow()): string {
  // Swedish dates have the form of ISO 8601.
  return new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" }).format(now);
}

export const addDays = (day: string, count: number) =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);

const lengthOf = ({ from, to }: Days) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

const daysIn = (days: Days) => Array.from({ length: lengthOf(days) }, (_, index) => addDays(days.from, index));

function mondayOf(day: string): string {
  const date = day.slice(0, 10);
  return addDays(date, -((new Date(date).getUTCDay() + 6) % 7));
}

const laterOf = (one: string, other: string) => (one > other ? one : other);
