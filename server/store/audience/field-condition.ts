import { comparedText, fieldHolds, isDayForm, numberIn, truthOf } from "@banter/core/flow/conditions/compare-field.ts";
import type { SegmentRule } from "@banter/core/flow/conditions/rule.ts";
import { valueKeys } from "@banter/core/flow/conditions/searched-values.ts";
import { readInstant } from "@banter/core/flow/time.ts";
import type { FieldType } from "@banter/core/model/custom-field.ts";
import { type Sql, sql } from "../db/sql.ts";

type FieldRule = Extract<SegmentRule, { type: "field" }>;
type Operator = FieldRule["operator"];

/**
 * The rule for the prepared values of `customer_index as entry` (`searchedValues`): true, false, or null where they are
 * not enough to tell. Only dates within two days of each other depend on the customer's time zone.
 */
export function fieldCondition({ field, operator, value: expected = "" }: FieldRule, type: FieldType | undefined): Sql {
  const onEmpty = fieldHolds(operator, "", expected, { type, zone: () => "UTC", work: () => true });
  const column: Column = { field, text: sql`(entry.facts ->> ${field}::text)`, onEmpty };
  switch (operator) {
    case "is_set":
    case "is_not_set":
      // Two look-ups are faster than one with a list.
      return sql`
        ((entry.facts ? ${field}::text or entry.facts ? ${valueKeys.unclear(field)}::text)
         = ${operator === "is_set"}::boolean)`;
    case "equals":
      return equality(column, expected, type);
    case "not_equals":
      return sql`(not ${equality({ ...column, onEmpty: !onEmpty }, expected, type)})`;
    case "greater":
    case "less":
      return order(column, operator, expected, type);
    default: {
      const wanted = comparedText(expected);
      // Nothing contains the empty text, whatever the field holds.
      return wanted === "" ? sql`${onEmpty}::boolean` : ofText(column, part(operator, column.text, wanted));
    }
  }
}

/** `onEmpty`: the verdict on a customer without a value. */
type Column = { field: string; text: Sql; onEmpty: boolean };

function part(
  operator: Exclude<Operator, "equals" | "not_equals" | "greater" | "less" | "is_set" | "is_not_set">,
  text: Sql,
  wanted: string,
): Sql {
  switch (operator) {
    case "contains":
      return sql`strpos(${text}, ${wanted}::text) > 0`;
    case "not_contains":
      return sql`strpos(${text}, ${wanted}::text) = 0`;
    case "begins":
      return sql`starts_with(${text}, ${wanted}::text)`;
    case "ends":
      return sql`right(${text}, ${[...wanted].length}::int) = ${wanted}::text`;
  }
}

/** A test of the text, which is null if there is none. */
const ofText = (column: Column, test: Sql): Sql => sql`coalesce(${test}, ${missing(column)})`;

/** The verdict if there is no text: it may be an unclear one, or the customer may not be indexed yet. */
const missing = ({ field, onEmpty }: Column): Sql => sql`
  case when entry.facts is null or entry.facts ? ${valueKeys.unclear(field)}::text then null else ${onEmpty}::boolean end`;

function equality(column: Column, expected: string, type: FieldType | undefined): Sql {
  const { field, text } = column;
  if (type === "boolean") {
    const truth = truthOf(expected);
    return sql`
      case when ${text} is null then ${missing(column)}
           when ${text} = any (${otherTruths}::text[]) then null
           else ${text} = ${truth}::text end`;
  }
  const isSame = ofText(column, sql`${text} = ${comparedText(expected)}::text`);
  if (type === "text") return isSame;
  const number = type === "date" ? undefined : numberIn(expected, type);
  if (number !== undefined) {
    const isEqual = sql`${numberOf(field)} = ${String(number)}::numeric`;
    // A number field's text that is no plain number may still be read as one.
    return type === "number"
      ? sql`coalesce(${isEqual}, case when ${text} is null then ${missing(column)} end)`
      : sql`coalesce(${isEqual}, ${isSame})`;
  }
  const date = type === "number" ? undefined : dateOf(expected);
  return date ? compareDates(field, "=", date, isSame) : isSame;
}

/** Words for yes and no that a field of this type does not store: whether they count depends on how they were written. */
const otherTruths = ["yes", "on", "1", "no", "off", "0"];

function order(column: Column, operator: "greater" | "less", expected: string, type: FieldType | undefined): Sql {
  const { field, text } = column;
  const sign = operator === "greater" ? ">" : "<";
  const unread = missing({ ...column, onEmpty: false });
  const number = type === "date" ? undefined : numberIn(expected, type);
  if (number !== undefined) {
    const compared = sql`${numberOf(field)} ${signs[sign]} ${String(number)}::numeric`;
    return type === "number"
      ? sql`coalesce(${compared}, case when ${text} is null then ${unread} end)`
      : sql`coalesce(${compared}, ${unread})`;
  }
  const date = type === "number" ? undefined : dateOf(expected);
  if (!date) return sql`false`;
  return compareDates(field, sign, date, unread);
}

const signs = { "=": sql`=`, "<": sql`<`, ">": sql`>` };

const numberOf = (field: string): Sql => sql`(entry.facts -> ${valueKeys.number(field)}::text)::numeric`;

/** A date to compare with: a day as it is written, or an instant, and its time if it were in UTC. */
type ExpectedDate = { day: string | undefined; instant: number | undefined };

function dateOf(expected: string): ExpectedDate | undefined {
  const [isDay, instant] = [isDayForm(expected), readInstant(expected, "UTC")];
  return isDay || instant !== undefined ? { day: isDay ? expected.trim() : undefined, instant } : undefined;
}

/** No zone is further from UTC, and no change of a zone's clock skips more than a day. */
const nearMs = 48 * 3_600_000;
const dayMs = 86_400_000;

/** Years have four digits. */
const [firstMs, lastMs] = [Date.parse("0000-01-01T00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")];
const written = (ms: number) => (ms > lastMs ? afterAll : ms < firstMs ? beforeAll : new Date(ms).toISOString());
/** In the order of texts: nothing that may be near the expected time is beyond them. */
const [beforeAll, afterAll] = ["", "~"];

/** `missing`: the verdict on a value that is no date. Dates are compared as they are written, which is their order. */
function compareDates(field: string, sign: keyof typeof signs, { day, instant }: ExpectedDate, missing: Sql): Sql {
  const date = sql`((entry.facts ->> ${valueKeys.date(field)}::text) collate "C")`;
  const isDay = sql`length(${date}) = 10`;
  const ofDays = day === undefined ? sql`null::boolean` : sql`${date} ${signs[sign]} (${day}::text collate "C")`;
  // A day that does not exist is before or after other days, but is no time.
  if (instant === undefined)
    return sql`case when ${date} is null then ${missing} when ${isDay} then ${ofDays} else false end`;
  const bounds =
    day === undefined
      ? [written(instant - nearMs), written(instant + nearMs)]
      : [written(instant - nearMs).slice(0, 10), written(instant + nearMs + dayMs).slice(0, 10)];
  // The value is looked up once for most customers, whose dates are far from the expected one.
  return sql`
    case width_bucket(${date}, ${bounds}::text[])
      when 0 then ${sign === "<"}::boolean
      when 2 then ${sign === ">"}::boolean
      else case when ${date} is null then ${missing} when ${isDay} then ${ofDays} end end`;
}
