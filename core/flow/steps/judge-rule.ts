import { isOpen } from "../../match/is-open.ts";
import { normalise } from "../../match/normalise.ts";
import type { FieldType } from "../../model/custom-field.ts";
import { fits } from "../fields/customer-fields.ts";
import { readInstant, withOffset } from "../time.ts";
import type { CheckedRule } from "../trace.ts";
import { effortOf, efforts } from "../work.ts";
import type { StepContext } from "./context.ts";
import type { Rule } from "./rule.ts";

type FieldRule = Extract<Rule, { type: "field" }>;

/** Decides a rule for the customer, now. `checked` records it for the trace. */
export function judge(rule: Rule, context: StepContext<unknown>): { isTrue: boolean; checked: CheckedRule } {
  switch (rule.type) {
    case "tag": {
      const has = rule.tag_id !== null && context.customer.tags.includes(rule.tag_id);
      return { isTrue: rule.has === has, checked: { rule: "tag", tag: rule.tag_id, has } };
    }
    case "time": {
      context.work(efforts.clock);
      const isTrue = isOpen(rule.hours, { instant: context.now, zone: context.zone() });
      return { isTrue, checked: { rule: "time", holds: isTrue } };
    }
    case "channel": {
      const isTrue = rule.channels.includes(context.channel);
      return { isTrue, checked: { rule: "channel", holds: isTrue } };
    }
    case "field": {
      const { field, operator, value: template = "" } = rule;
      const [value, found] = [context.fill(template), context.read(field) ?? ""];
      const isTrue = fieldHolds(rule, found, value, context);
      const checked = { rule: "field", field, operator, value: cut(value), found: cut(found), holds: isTrue } as const;
      return { isTrue, checked };
    }
  }
}

const cut = (text: string) => (text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text);

function fieldHolds(
  { field, operator }: FieldRule,
  value: string,
  expected: string,
  context: StepContext<unknown>,
): boolean {
  if (operator === "is_set") return value !== "";
  if (operator === "is_not_set") return value === "";
  if (!context.work(effortOf(value) + effortOf(expected))) return false;
  const type = context.fieldType(field);
  switch (operator) {
    case "equals":
      return isEqual(value, expected, type, context);
    case "not_equals":
      return !isEqual(value, expected, type, context);
    case "greater":
      return (difference(value, expected, type, context) ?? 0) > 0;
    case "less":
      return (difference(value, expected, type, context) ?? 0) < 0;
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
function isEqual(value: string, expected: string, type: FieldType | undefined, context: StepContext<unknown>): boolean {
  if (type === "boolean") return truth(value) === truth(expected);
  const apart = type === "text" ? undefined : difference(value, expected, type, context);
  return apart === undefined ? normalise(value) === normalise(expected) : apart === 0;
}

const truth = (value: string) => fits.boolean(value, anyLanguage) ?? normalise(value);

/** Negative, zero or positive for two numbers or two dates; undefined for anything else. */
function difference(
  value: string,
  expected: string,
  type: FieldType | undefined,
  context: StepContext<unknown>,
): number | undefined {
  if (type !== "date") {
    const [here, there] = [value, expected].map((text) => (isNumber(text, type) ? Number(plain(text)) : undefined));
    if (here !== undefined && there !== undefined) return here - there;
  }
  if (type === "number") return undefined;
  if (isDay(value) && isDay(expected))
    return value.trim() < expected.trim() ? -1 : Number(value.trim() > expected.trim());
  const [here, there] = [value, expected].map((text) => readInstant(text, context.zone()));
  if (here !== undefined) context.work(efforts.dates);
  if (here === undefined || there === undefined) return undefined;
  if (!isDay(value) && !isDay(expected)) return here - there;
  // If either is a whole day, compare days.
  const [one, other] = [here, there].map((instant) => Date.parse(withOffset(instant, context.zone()).slice(0, 10)));
  return (one ?? 0) - (other ?? 0);
}

const anyLanguage = { locale: null, zones: [], now: 0, choices: [] };
const plain = (text: string) => fits.number(text, anyLanguage) ?? "";

/** Fields of other types hold phone numbers and codes too: only plain decimals count as numbers there. */
function isNumber(text: string, type: FieldType | undefined): boolean {
  return type === "number" ? plain(text) !== "" : /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text.trim());
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text.trim());
