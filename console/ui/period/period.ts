/** Days in the page's time zone, both included. */
export type Days = { from: string; to: string };

export const periodNames = ["today", "7", "28", "90"] as const;
export type PeriodName = (typeof periodNames)[number];

/** A named period, or days of the reader's own choice. */
export type PeriodSearch = { period?: PeriodName; from?: string; to?: string };

const dayMs = 86_400_000;

/** The days of a period that ends today. */
export function daysOf({ period, from, to }: PeriodSearch, zone: string, now = Date.now()): Days {
  if (from !== undefined && to !== undefined) return { from, to };
  const today = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" }).format(now);
  const length = period === "today" ? 1 : Number(period ?? 28);
  return { from: dayBefore(today, length - 1), to: today };
}

export const lengthOf = ({ from, to }: Days) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

function dayBefore(day: string, count: number): string {
  return new Date(Date.parse(day) - count * dayMs).toISOString().slice(0, 10);
}

const dayForm = /^\d{4}-\d\d-\d\d$/;

/** The part of an address that names the period. */
export function periodSearch({ period, from, to }: Record<string, unknown>): PeriodSearch {
  if (isDay(from) && isDay(to) && from <= to) return { from, to };
  const known = periodNames.find((name) => name === String(period));
  return known ? { period: known } : {};
}

const isDay = (value: unknown): value is string => typeof value === "string" && dayForm.test(value);
