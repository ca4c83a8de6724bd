import { isDay } from "../time.ts";
import { languageFor } from "./language.ts";
import type { Reading } from "./reading.ts";

/**
 * A date, stored as YYYY-MM-DD. A year in front decides the order. Otherwise the customer's language does, or the other
 * order if the first makes no date. Without a known language the day comes first.
 */
export function readDate(words: string, reading: Pick<Reading, "locale" | "zones" | "now">): string | undefined {
  if (words.length > maxLength) return undefined;
  const [, one = "", other = "", last = ""] = form.exec(words.normalize("NFKC").trim()) ?? [];
  if (one === "") return undefined;
  const year = (digits: string) => (digits.length === 4 ? Number(digits) : nearYear(Number(digits), reading.now));
  const readings: Record<Order, () => string | undefined> = {
    ymd: () => day(year(one), Number(other), Number(last)),
    dmy: () => day(year(last), Number(other), Number(one)),
    mdy: () => day(year(last), Number(one), Number(other)),
  };

  const isYearFirst = one.length === 4;
  if (!isYearFirst && last.length < 2) return undefined;
  const orders: Order[] = isYearFirst ? ["ymd"] : last.length === 4 ? ["dmy", "mdy"] : ["dmy", "mdy", "ymd"];
  const first = orderOf(reading);
  for (const order of orders.includes(first) ? [first, ...orders] : orders) {
    const found = readings[order]();
    if (found) return found;
  }
  return undefined;
}

const maxLength = 60;

/** Three numbers, and the time of day that date pickers of platforms append. */
const form =
  /^(\d{4}|\d{1,2})\s*[./\-年년\s]\s*(\d{1,2})\s*[./\-月월\s]\s*(\d{4}|\d{1,2})\s*[日일.]?(?:[T\s]\d{1,2}:\d{2}\S*)?$/;

type Order = "ymd" | "dmy" | "mdy";

function orderOf(reading: Pick<Reading, "locale" | "zones">): Order {
  const language = languageFor(reading);
  if (!language) return "dmy";
  const parts = new Intl.DateTimeFormat([language, "en-GB"], { calendar: "gregory" })
    .formatToParts(0)
    .map(({ type }) => type);
  if (parts.find((type) => type === "year" || type === "month" || type === "day") === "year") return "ymd";
  return parts.indexOf("month") < parts.indexOf("day") ? "mdy" : "dmy";
}

/** Two digits mean this century, unless that is over twenty years ahead: most dates are birthdays. */
function nearYear(digits: number, now: number): number {
  const year = 2000 + digits;
  return year > new Date(now).getUTCFullYear() + 20 ? year - 100 : year;
}

function day(year: number, month: number, day: number): string | undefined {
  if (year < 1000 || !isDay(year, month, day)) return undefined;
  return [year, month, day].map((part) => String(part).padStart(2, "0")).join("-");
}
