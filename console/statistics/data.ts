import type { ReplyOf } from "@banter/sdk/manage.ts";

export type Statistics = ReplyOf<"GET /pages/:page_id/statistics">;
export type NumberName = keyof Statistics["totals"];

/** The numbers in the order in which they are shown. */
export const shownNumbers: { name: NumberName; isBad?: true }[] = [
  { name: "new_customers" },
  { name: "received" },
  { name: "sent_by_bot" },
  { name: "sent_by_person" },
  { name: "sent_by_api" },
  { name: "sent_by_broadcast" },
  { name: "answered_by_bot" },
  { name: "answered_by_person" },
  { name: "unmatched", isBad: true },
];

/** The numbers that an owner looks at first; the others are smaller. */
export const mainNumbers: NumberName[] = ["new_customers", "received", "answered_by_bot"];

/** The line of a small plot that fills a box of this size. A number that never changes is a line at its foot. */
export function sparkline(values: number[], width: number, height: number): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  const y = (value: number) => (most === least ? height : height - ((value - least) / (most - least)) * height);
  const points = values.map((value, index) => `${round(index * step)} ${round(y(value))}`);
  return points.length === 0 ? "" : `M${points.join("L")}`;
}

const round = (value: number) => Math.round(value * 10) / 10;

/** A point of a series for people: a day, the first day of a week, or an hour. */
export function pointText(at: string, language: string): string {
  const isHour = at.includes("T");
  const date = new Date(isHour ? `${at}:00:00Z` : `${at}T00:00:00Z`);
  const form: Intl.DateTimeFormatOptions = isHour
    ? { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" }
    : { day: "numeric", month: "short" };
  return new Intl.DateTimeFormat(language, { ...form, timeZone: "UTC" }).format(date);
}

/** An hour for people, where its day is known. */
export const hourText = (at: string, language: string): string =>
  new Date(`${at}:00:00Z`).toLocaleTimeString(language, { timeStyle: "short", timeZone: "UTC" });

/** A period for people; a single day is named once. */
export function periodText({ from, to }: { from: string; to: string }, language: string): string {
  const format = new Intl.DateTimeFormat(language, { timeZone: "UTC", dateStyle: "medium" });
  return format.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`));
}

/** "4 min", "1 h 20 min", "2 d 3 h". */
export function durationText(seconds: number, language: string): string {
  const parts: [number, Intl.NumberFormatOptions["unit"]][] = [
    [86_400, "day"],
    [3600, "hour"],
    [60, "minute"],
    [1, "second"],
  ];
  const first = parts.findIndex(([length]) => seconds >= length);
  const [from, to] = first < 0 ? [3, 4] : [first, first + (first < 2 ? 2 : 1)];
  let left = Math.round(seconds);
  const words: string[] = [];
  for (const [length, unit] of parts.slice(from, to)) {
    const count = Math.floor(left / length);
    left -= count * length;
    if (count > 0 || words.length === 0)
      words.push(new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "short" }).format(count));
  }
  return words.join(" ");
}
