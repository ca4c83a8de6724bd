import { normalise } from "../../match/normalise.ts";
import type { FieldType } from "../../model/custom-field.ts";
import { fits } from "../fields/customer-fields.ts";
import { readInstant, withOffset } from "../time.ts";
import { effortOf, efforts } from "../turn/work.ts";
import type { FieldOperator } from "./field-operators.ts";

/** The surroundings of a comparison: the field's type, the customer's zone, and a count of the work. */
type Comparing = {
  type: FieldType | undefined;
  zone: () => string;
  /** Returns false if nothing more may be done. */
  work: (units: number) => boolean;
};

/** True if the value compares so with the expected one. A field without a value is the empty text. */
export function fieldHolds(operator: FieldOperator, value: string, expected: string, comparing: Comparing): boolean {
  if (operator === "is_set") return value !== "";
  if (operator === "is_not_set") return value === "";
  if (!comparing.work(effortOf(value) + effortOf(expected))) return false;
  switch (operator) {
    case "equals":
      return isEqual(value, expected, comparing);
    case "not_equals":
      return !isEqual(value, expected, comparing);
    case "greater":
      return (difference(value, expected, comparing) ?? 0) > 0;
    case "less":
      return (difference(value, expected, comparing) ?? 0) < 0;
    default:
      return partHolds(operator, normalise(value), normalise(expected));
  }
}

function partHolds(operator: "contains" | "not_contains" | "begins" | "ends", here: string, wanted: string): boolean {
  switch (operator) {
    case "contains":
      return wanted !== "" && here.includes(wanted);
    case "not_contains":
      return wanted === "" || !here.includes(wanted);
    case "begins":
      return wanted !== "" && here.startsWith(wanted);
    case "ends":
      return wanted !== "" && here.endsWith(wanted);
  }
}

/** Compares by the type of the field. Texts are compared without regard to case. */
function isEqual(value: string, expected: string, comparing: Comparing): boolean {
  if (comparing.type === "boolean") return truthOf(value) === truthOf(expected);
  const apart = comparing.type === "text" ? undefined : difference(value, expected, comparing);
  return apart === undefined ? normalise(value) === normalise(expected) : apart === 0;
}

/** A text as it is compared. */
export const comparedText = normalise;

export const truthOf = (value: string) => fits.boolean(value, anyLanguage) ?? normalise(value);

/** Negative, zero or positive for two numbers or two dates; undefined for anything else. */
function difference(value: string, expected: string, { type, zone, work }: Comparing): number | undefined {
  if (type !== "date") {
    const [here, there] = [value, expected].map((text) => numberIn(text, type));
    if (here !== undefined && there !== undefined) return here - there;
  }
  if (type === "number") return undefined;
  if (isDayForm(value) && isDayForm(expected))
    return value.trim() < expected.trim() ? -1 : Number(value.trim() > expected.trim());
  const [here, there] = [value, expected].map((text) => readInstant(text, zone()));
  if (here !== undefined) work(efforts.dates);
  if (here === undefined || there === undefined) return undefined;
  if (!isDayForm(value) && !isDayForm(expected)) return here - there;
  // If either is a whole day, compare days.
  const [one, other] = [here, there].map((instant) => Date.parse(withOffset(instant, zone()).slice(0, 10)));
  return (one ?? 0) - (other ?? 0);
}

const anyLanguage = { locale: null, zones: [], now: 0, choices: [] };

/** Fields of other types hold phone numbers and codes too: only plain decimals count as numbers there. */
export function numberIn(text: string, type: FieldType | undefined): number | undefined {
  if (type !== "number" && !isPlainNumber(text)) return undefined;
  const plain = fits.number(text, anyLanguage) ?? "";
  return type === "number" && plain === "" ? undefined : Number(plain);
}

const isPlainNumber = (text: string) => /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text.trim());

export const isDayForm = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text.trim());
