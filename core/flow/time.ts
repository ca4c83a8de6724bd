import { Temporal } from "temporal-polyfill";
import { isOpen } from "../match/is-open.ts";
import { type Hours, weekdays } from "../model/time/hours.ts";

// The one place where local times become instants. Instants are epoch milliseconds. A local time that a clock leaves
// out is moved on by the gap (02:30 becomes 03:30), of one that it shows twice the first is meant.

/** The instant of "2026-12-24T09:00" on the zone's clocks. */
export function instantOf(local: string, zone: string, disambiguation: "compatible" | "later" = "compatible"): number {
  return Temporal.PlainDateTime.from(local).toZonedDateTime(zone, { disambiguation }).epochMilliseconds;
}

/** "2026-12-24T09:00:00+07:00": the instant as the zone's clocks show it. */
export function withOffset(instant: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant).toString({ timeZone: zone, smallestUnit: "second" });
}

/**
 * The instant that a field's value means: a day, which begins at midnight, or a day and time, on the zone's clocks
 * unless it names an offset of its own.
 */
export function readMoment(value: string, zone: string): number | undefined {
  const [, day, time = "", offset = ""] = momentForm.exec(value.trim()) ?? [];
  if (day === undefined) return undefined;
  try {
    if (offset) return Temporal.Instant.from(`${day}T${time}${offset}`).epochMilliseconds;
    return instantOf(time ? `${day}T${time}` : day, zone);
  } catch {
    return undefined;
  }
}

const momentForm = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?$/i;

/** Whether there is such a day. */
export function isDay(year: number, month: number, day: number): boolean {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: "reject" }).day === day;
  } catch {
    return false;
  }
}

/** The instant itself if it lies in one of the hours, on the zone's clocks, else when the next of them begins. */
export function nextOpening(hours: Hours, instant: number, zone: string): number {
  if (isOpen(hours, { instant, zone })) return instant;
  const today = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate();
  // A clock change can swallow a day's hours, but not those of the same day a week later.
  for (let days = 0; days <= 14; days++) {
    const openings = openingsOn(today.add({ days }), hours, zone).filter(
      (opening) => opening > instant && isOpen(hours, { instant: opening, zone }),
    );
    if (openings.length > 0) return Math.min(...openings);
  }
  return instant;
}

/** When hours begin on that day: twice, where the clock shows that time twice. */
function openingsOn(day: Temporal.PlainDate, hours: Hours, zone: string): number[] {
  const weekday = weekdays[day.dayOfWeek - 1];
  return hours
    .filter(({ days }) => weekday !== undefined && days.includes(weekday))
    .flatMap(({ from }) => [instantOf(`${day}T${from}`, zone), instantOf(`${day}T${from}`, zone, "later")]);
}
