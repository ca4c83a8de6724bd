import { Temporal } from "temporal-polyfill";
import { isOpen } from "../match/is-open.ts";
import { type Hours, weekdays } from "../model/time/hours.ts";

// The only place that converts local times to instants (epoch milliseconds). A local time skipped by a clock change
// moves forward by the gap (02:30 becomes 03:30). Of a local time that occurs twice, the first is taken.

/** The instant of a local time such as "2026-12-24T09:00" in the zone. */
export function instantOf(local: string, zone: string, disambiguation: "compatible" | "later" = "compatible"): number {
  return Temporal.PlainDateTime.from(local).toZonedDateTime(zone, { disambiguation }).epochMilliseconds;
}

/** The instant as local time with its offset: "2026-12-24T09:00:00+07:00". */
export function withOffset(instant: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant).toString({ timeZone: zone, smallestUnit: "second" });
}

/**
 * The instant of a date in a field: midnight of a day, or a day and time. Without an offset of its own it is local time
 * in the zone.
 */
export function readInstant(value: string, zone: string): number | undefined {
  const [, day, time = "", offset = ""] = dateTimeForm.exec(value.trim()) ?? [];
  if (day === undefined) return undefined;
  try {
    if (offset) return Temporal.Instant.from(`${day}T${time}${offset}`).epochMilliseconds;
    return instantOf(time ? `${day}T${time}` : day, zone);
  } catch {
    return undefined;
  }
}

const dateTimeForm = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?$/i;

/** The day so many days later: "2026-12-31" and 1 give "2027-01-01". */
export const addDays = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();

/** The local day of an instant. */
export const dayOf = (instant: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate().toString();

export const isLeapYear = (day: string): boolean => Temporal.PlainDate.from(day).inLeapYear;

export function isDay(year: number, month: number, day: number): boolean {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: "reject" }).day === day;
  } catch {
    return false;
  }
}

/** The instant itself if it is within the hours, in the zone's local time; else the next opening. */
export function nextOpening(hours: Hours, instant: number, zone: string): number {
  if (isOpen(hours, { instant, zone })) return instant;
  const today = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate();
  // A clock change can skip the hours of a day, but not those of the same weekday a week later.
  for (let days = 0; days <= 14; days++) {
    const openings = openingsOn(today.add({ days }), hours, zone).filter(
      (opening) => opening > instant && isOpen(hours, { instant: opening, zone }),
    );
    if (openings.length > 0) return Math.min(...openings);
  }
  return instant;
}

/** The openings on that day: two if a clock change repeats the local time. */
function openingsOn(day: Temporal.PlainDate, hours: Hours, zone: string): number[] {
  const weekday = weekdays[day.dayOfWeek - 1];
  return hours
    .filter(({ days }) => weekday !== undefined && days.includes(weekday))
    .flatMap(({ from }) => [instantOf(`${day}T${from}`, zone), instantOf(`${day}T${from}`, zone, "later")]);
}
