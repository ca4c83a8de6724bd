import { en, vi } from "./words.ts";

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["week", 7 * 86_400],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/** Less than a minute ago, which languages have words of their own for: "Vừa sửa". */
export const isNow = (instant: string, now = Date.now()): boolean => Math.abs(Date.parse(instant) - now) < 60_000;

/** "5 minutes ago" or "just now", in the reader's language. */
export function ago(instant: string, language: string, now = Date.now()): string {
  const seconds = (Date.parse(instant) - now) / 1000;
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const step = steps.find(([, length]) => Math.abs(seconds) >= length);
  if (step) return format.format(Math.round(seconds / step[1]), step[0]);
  // Clocks differ a little: the near future is just now, too.
  return seconds > 30 ? format.format(1, "minute") : (language === "vi" ? vi : en).justNow;
}

/** "12 Nov 2026, 09:00" in the page's time zone. */
export function dateTime(instant: string, { language, timezone }: { language: string; timezone: string }): string {
  return new Date(instant).toLocaleString(language, { dateStyle: "medium", timeStyle: "short", timeZone: timezone });
}
