import { Temporal } from "temporal-polyfill";
import { type Hours, type Weekday, weekdays } from "../model/time/hours.ts";

/** An instant in epoch milliseconds, and the zone whose clock counts. */
export type Moment = { instant: number; zone: string };

/**
 * True if the wall clock of the zone is within the hours. An hour that the clock skips is never within them, and one
 * that it runs through twice is within them twice.
 */
export const isOpen = (hours: Hours, at: Moment) => isWithin(hours, readClock(at));

/** A wall clock: minutes since midnight, the day and the day before. */
export type WallClock = { minute: number; today: Weekday; yesterday: Weekday };

/** Takes some microseconds, so read it once for many hours. */
export function readClock({ instant, zone }: Moment): WallClock {
  const { hour, minute, dayOfWeek } = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  const [today = "mon", yesterday = "sun"] = [weekdays[dayOfWeek - 1], weekdays[(dayOfWeek + 5) % 7]];
  return { minute: hour * 60 + minute, today, yesterday };
}

export function isWithin(hours: Hours, { minute, today, yesterday }: WallClock): boolean {
  return hours.some(({ days, from, to }) => {
    const [opens, closes] = [minuteOf(from), minuteOf(to)];
    if (opens < closes) return days.includes(today) && opens <= minute && minute < closes;
    return (days.includes(today) && opens <= minute) || (days.includes(yesterday) && minute < closes);
  });
}

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
