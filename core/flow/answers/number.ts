import { languageFor } from "./language.ts";
import type { Reading } from "./reading.ts";

/**
 * A number as people write it, kept as a plain decimal: "1.234,5" and "1 234.5" are 1234.5. A point or comma that could
 * be either is read by the customer's language; where that is not known, 1.234 is a fraction and 1,234 a thousand.
 */
export function readNumber(words: string, reading: Pick<Reading, "locale" | "zones">): string | undefined {
  if (words.length > longest) return undefined;
  const [, sign = "", digits = ""] = form.exec(plainDigits(words).replace(unwritten, "")) ?? [];
  if (digits === "") return undefined;

  const decimal = decimalMark(digits, reading);
  const [whole = "", fraction = "", ...more] = decimal ? digits.split(decimal) : [digits];
  if (more.length > 0 || /[.,]/.test(fraction) || !/^(\d*|\d{1,3}([.,])\d{3}(\2\d{3})*)$/.test(whole)) return undefined;
  return plainDecimal(sign === "-", whole.replace(/[.,]/g, ""), fraction);
}

const longest = 100;

/** Spaces and apostrophes part thousands; signs of money may stand around. */
const unwritten = /[\s'’_\p{Sc}]/gu;
const form = /^([+-]?)((?=[.,]?\d)[\d.,]*\d)$/;

/** The digits of every script, a minus of every kind. */
function plainDigits(words: string): string {
  return words
    .normalize("NFKC")
    .replace(/[\u2212\u2013]/g, "-")
    .replace(/(?![0-9])\p{Nd}/gu, (digit) => String(digitOf(digit)));
}

/** A script's ten digits follow each other, with something else before the zero. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (zero > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return code - zero;
}

/** Which mark parts the fraction off, if any does. */
function decimalMark(digits: string, reading: Pick<Reading, "locale" | "zones">): string | undefined {
  const marks = digits.replace(/\d/g, "");
  if (marks === "") return undefined;
  const last = marks.at(-1) ?? "";
  if (new Set(marks).size > 1) return last;
  if (marks.length > 1) return undefined;
  const couldBeThousands = /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits);
  return !couldBeThousands || last === markOf(reading) ? last : undefined;
}

function markOf(reading: Pick<Reading, "locale" | "zones">): string {
  const language = languageFor(reading);
  if (!language) return ".";
  const parts = new Intl.NumberFormat([language, "en"], { numberingSystem: "latn" }).formatToParts(1.5);
  return parts.find(({ type }) => type === "decimal")?.value ?? ".";
}

function plainDecimal(isNegative: boolean, whole: string, fraction: string): string {
  const before = whole.replace(/^0+(?=\d)/, "") || "0";
  const after = fraction.replace(/0+$/, "");
  const number = after ? `${before}.${after}` : before;
  return isNegative && number !== "0" ? `-${number}` : number;
}
