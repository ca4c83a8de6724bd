import { isDay } from "../time.ts";
import { languageFor } from "./language.ts";
import type { Reading } from "./reading.ts";

/**
 * A day, kept as YYYY-MM-DD. With the year first it is read as such; else in the order of the customer's language, or
 * if that makes no day, in the other. Where that is not known the day comes first.
 */
export function readDate(words: string, reading: Pick<Reading, "locale" | "zones" | "now">): string | undefined {
  if (words.length > longest) return undefined;
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

const longest = 60;

/** Three numbers; after them, a time of day that the platform's date pickers add. */
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

/** Two digits mean this century, unless that is more than twenty years ahead: birthdays are in the past. */
function nearYear(digits: number, now: number): number {
  const year = 2000 + digits;
  return year > new Date(now).getUTCFullYear() + 20 ? year - 100 : year;
}

function day(year: number, month: number, day: number): string | undefined {
  if (year < 1000 || !isDay(year, month, day)) return undefined;
  return [year, month, day].map((part) => String(part).padStart(2, "0")).join("-");
}
