import { isOpen } from "../../match/is-open.ts";
import { normalise } from "../../match/normalise.ts";
import type { FieldType } from "../../model/custom-field.ts";
import type { Checked } from "../explain/explain-checked.ts";
import { readMoment, withOffset } from "../time.ts";
import { fits } from "../fields/customer-fields.ts";
import { effortOf, efforts } from "../work.ts";
import type { Rule } from "./condition.ts";
import type { Moment } from "./outcome.ts";

type FieldRule = Extract<Rule, { type: "field" }>;

/** Whether a condition's rule is true of the customer, now, and what it looked at. */
export function judge(rule: Rule, moment: Moment<unknown>): { isTrue: boolean; checked: Checked } {
  switch (rule.type) {
    case "tag": {
      const has = rule.tag_id !== null && moment.customer.tags.includes(rule.tag_id);
      return { isTrue: rule.has === has, checked: { rule: "tag", tag: rule.tag_id, has } };
    }
    case "time": {
      moment.work(efforts.clock);
      const isTrue = isOpen(rule.hours, { instant: moment.now, zone: moment.zone() });
      return { isTrue, checked: { rule: "time", holds: isTrue } };
    }
    case "channel": {
      const isTrue = rule.channels.includes(moment.channel);
      return { isTrue, checked: { rule: "channel", holds: isTrue } };
    }
    case "field": {
      const { field, operator, value: template = "" } = rule;
      const [value, found] = [moment.fill(template), moment.read(field) ?? ""];
      const isTrue = fieldHolds(rule, found, value, moment);
      const checked = { rule: "field", field, operator, value: cut(value), found: cut(found), holds: isTrue } as const;
      return { isTrue, checked };
    }
  }
}

const cut = (text: string) => (text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text);

function fieldHolds({ field, operator }: FieldRule, value: string, expected: string, moment: Moment<unknown>): boolean {
  if (operator === "is_set") return value !== "";
  if (operator === "is_not_set") return value === "";
  if (!moment.work(effortOf(value) + effortOf(expected))) return false;
  const type = moment.fieldType(field);
  switch (operator) {
    case "equals":
      return isEqual(value, expected, type, moment);
    case "not_equals":
      return !isEqual(value, expected, type, moment);
    case "greater":
      return (difference(value, expected, type, moment) ?? 0) > 0;
    case "less":
      return (difference(value, expected, type, moment) ?? 0) < 0;
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

/** By the field's type; texts whatever their case. */
function isEqual(value: string, expected: string, type: FieldType | undefined, moment: Moment<unknown>): boolean {
  if (type === "boolean") return truth(value) === truth(expected);
  const apart = type === "text" ? undefined : difference(value, expected, type, moment);
  return apart === undefined ? normalise(value) === normalise(expected) : apart === 0;
}

const truth = (value: string) => fits.boolean(value, anyLanguage) ?? normalise(value);

/** Below zero, zero or above, for two numbers or two dates; undefined for anything else. */
function difference(
  value: string,
  expected: string,
  type: FieldType | undefined,
  moment: Moment<unknown>,
): number | undefined {
  if (type !== "date") {
    const [here, there] = [value, expected].map((text) => (isNumber(text, type) ? Number(plain(text)) : undefined));
    if (here !== undefined && there !== undefined) return here - there;
  }
  if (type === "number") return undefined;
  if (isDay(value) && isDay(expected))
    return value.trim() < expected.trim() ? -1 : Number(value.trim() > expected.trim());
  const [here, there] = [value, expected].map((text) => readMoment(text, moment.zone()));
  if (here !== undefined) moment.work(efforts.moments);
  if (here === undefined || there === undefined) return undefined;
  if (!isDay(value) && !isDay(expected)) return here - there;
  // Against a day, the time of day does not matter.
  const [one, other] = [here, there].map((instant) => Date.parse(withOffset(instant, moment.zone()).slice(0, 10)));
  return (one ?? 0) - (other ?? 0);
}

const anyLanguage = { locale: null, zones: [], now: 0, choices: [] };
const plain = (text: string) => fits.number(text, anyLanguage) ?? "";

/** Telephone numbers and the like, in fields that are not for numbers, are read as numbers only if they look it. */
function isNumber(text: string, type: FieldType | undefined): boolean {
  return type === "number" ? plain(text) !== "" : /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text.trim());
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text.trim());
