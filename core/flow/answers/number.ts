import { languageFor } from "./language.ts";
import type { Reading } from "./reading.ts";

/**
 * A number as people write it, stored as a plain decimal: "1.234,5" and "1 234.5" are 1234.5. The customer's language
 * decides an ambiguous point or comma. Without a known language 1.234 is a fraction and 1,234 a thousand.
 */
export function readNumber(words: string, reading: Pick<Reading, "locale" | "zones">): string | undefined {
  if (words.length > maxLength) return undefined;
  const [, sign = "", digits = ""] = form.exec(plainDigits(words).replace(ignored, "")) ?? [];
  if (digits === "") return undefined;

  const decimal = decimalSeparator(digits, reading);
  const [whole = "", fraction = "", ...more] = decimal ? digits.split(decimal) : [digits];
  if (more.length > 0 || /[.,]/.test(fraction) || !/^(\d*|\d{1,3}([.,])\d{3}(\2\d{3})*)$/.test(whole)) return undefined;
  return plainDecimal(sign === "-", whole.replace(/[.,]/g, ""), fraction);
}

const maxLength = 100;

/** Removed first: separators of thousands other than point and comma, and currency signs. */
const ignored = /[\s'’_\p{Sc}]/gu;
const form = /^([+-]?)((?=[.,]?\d)[\d.,]*\d)$/;

/** Converts the digits of all scripts and the kinds of minus signs to ASCII. */
function plainDigits(words: string): string {
  return words
    .normalize("NFKC")
    .replace(/[\u2212\u2013]/g, "-")
    .replace(/(?![0-9])\p{Nd}/gu, (digit) => String(digitOf(digit)));
}

/** The ten digits of a script are consecutive, and the character before its zero is not a digit. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (zero > code - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return code - zero;
}

/** The decimal separator in the digits, if there is one. */
function decimalSeparator(digits: string, reading: Pick<Reading, "locale" | "zones">): string | undefined {
  const separators = digits.replace(/\d/g, "");
  if (separators === "") return undefined;
  const last = separators.at(-1) ?? "";
  if (new Set(separators).size > 1) return last;
  if (separators.length > 1) return undefined;
  const couldBeThousands = /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits);
  return !couldBeThousands || last === usualSeparator(reading) ? last : undefined;
}

function usualSeparator(reading: Pick<Reading, "locale" | "zones">): string {
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
