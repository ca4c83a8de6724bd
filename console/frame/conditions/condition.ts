import { ChannelType } from "@banter/core/channels/index.ts";
import { type FieldOperator, hasValue } from "@banter/core/flow/conditions/field-operators.ts";
import { type AnyRule, SegmentCondition, TurnCondition } from "@banter/core/flow/conditions/rule.ts";
import type { FieldType } from "@banter/core/model/custom-field.ts";

/** A part of a condition, of a segment, of a rule of the page or of a flow. */
export type Part = AnyRule;
export type PartOf<Type extends Part["type"]> = Extract<Part, { type: Type }>;

/** A condition while it is edited: parts may be unfinished. */
export type Condition = { match: "all" | "any"; rules: Part[] };

export const noCondition: Condition = { match: "all", rules: [] };

/**
 * The kinds of parts that the menu offers, without fields, which it lists by name. The channel is always the page's: only
 * a flow asks for it, since flows are copied from page to page.
 */
export const offeredParts = {
  segment: ["tag", "last_active", "first_seen", "locale", "source", "message", "sequence", "subscription", "reach"],
  turn: ["tag", "time", "last_active", "first_seen", "locale", "sequence", "subscription", "reach"],
  flow: ["tag", "time", "last_active", "first_seen", "locale", "sequence", "subscription", "reach", "channel"],
} as const satisfies Record<string, Part["type"][]>;
export type ConditionKind = keyof typeof offeredParts;
type OfferedPart = (typeof offeredParts)[ConditionKind][number];

const blanks: { [Type in OfferedPart]: PartOf<Type> } = {
  tag: { type: "tag", tag_id: null, has: true },
  time: { type: "time", hours: [{ days: ["mon", "tue", "wed", "thu", "fri"], from: "09:00", to: "18:00" }] },
  last_active: { type: "last_active", within: true, days: 30 },
  first_seen: { type: "first_seen", within: true, days: 30 },
  locale: { type: "locale", locales: ["vi"], is: true },
  source: { type: "source", source: "ad", is: true },
  message: { type: "message", did: "received", flow_id: null, days: 30, has: true },
  sequence: { type: "sequence", sequence_id: null, runs: true },
  subscription: { type: "subscription", subscription: "subscribed", is: true },
  reach: { type: "reach", reach: "open", is: true },
  channel: { type: "channel", channels: ChannelType.options.slice(0, 1) },
};

export const newPart = (type: OfferedPart): Part => blanks[type];

/** Dates and numbers are mostly meant as "from … to": the second part about a field is its other end. */
export function newFieldPart({ name, type }: { name: string; type: FieldType }, others: readonly Part[]): Part {
  const hasStart = others.some((part) => part.type === "field" && part.field === name && part.operator === "greater");
  const ordered: FieldOperator = hasStart ? "less" : "greater";
  return { type: "field", field: name, operator: type === "date" || type === "number" ? ordered : "equals", value: "" };
}

/** The part with another operator: some compare with nothing. */
export function withOperator(part: PartOf<"field">, operator: FieldOperator): Part {
  const { value = "", ...others } = part;
  return hasValue(operator) ? { ...others, operator, value } : { ...others, operator };
}

/** The segment's condition, if every part is whole; a half-written one is not counted. */
export const wholeSegment = (condition: Condition): SegmentCondition | undefined =>
  isWhole(condition) ? SegmentCondition.safeParse(condition).data : undefined;

/** The same for the condition of a rule. */
export const wholeTurn = (condition: Condition) =>
  isWhole(condition) ? TurnCondition.safeParse(condition).data : undefined;

const isWhole = ({ rules }: Condition) =>
  rules.every((part) => {
    if (part.type === "tag") return part.tag_id !== null;
    if (part.type === "sequence") return part.sequence_id !== null;
    if (part.type === "field") return !hasValue(part.operator) || (part.value ?? "").trim() !== "";
    return true;
  });
