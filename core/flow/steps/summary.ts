import { isObject, type JsonObject } from "../../model/json.ts";

/** A step in short lines, for the canvas and lists. It is data: the console translates words and looks up names. */
export type Summary = {
  /** Shown above the lines if there are several. */
  heading?: SummaryPart;
  lines: SummaryLine[];
};

/** The parts of a line are joined without spaces. */
export type SummaryLine = SummaryPart | SummaryPart[];

export type SummaryPart =
  /** A text of the author. */
  | string
  /** A phrase to translate, with values for its placeholders. */
  | { word: SummaryWord; values?: Record<string, SummaryPart> }
  /** An option of a setting, to translate. */
  | { option: string }
  /** The name of a flow, a tag or a field, or `otherwise` if there is none with this id. */
  | { kind: "flow" | "tag" | "field" | "sequence"; id: unknown; otherwise?: SummaryPart }
  /** A field of customers by its name, built in or custom. */
  | { field: string }
  | { seconds: number }
  /** A message of content. */
  | { message: JsonObject };

/** The phrases. The console has each in every language. */
export type SummaryWord =
  | "noFlow"
  | "noTime"
  | "hasTag"
  | "hasNoTag"
  | "within"
  | "speaks"
  | "activeWithin"
  | "cameWithin"
  | "inSequence"
  | "wantsNews"
  | "refusesNews"
  | "isOpen"
  | "isUnreachable"
  | "isBlocked"
  | "not"
  | "until"
  | "untilField"
  | "any"
  | "all";

export function contentSummary(content: unknown): Summary {
  const messages = isObject(content) ? objectsIn(content.messages) : [];
  return { lines: messages.map((message) => ({ message })) };
}

/** A line of parts with a separator between them. Empty parts are left out. */
export function joinParts(parts: SummaryPart[], separator: string): SummaryLine {
  return parts.filter((part) => part !== "").flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
}

/** The field that a setting names, or an ellipsis while none is chosen. */
export function fieldPart(name: unknown): SummaryPart {
  const field = textOf(name);
  return field === "" ? "…" : { field };
}

/** The objects in a value that should be a list. */
export function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A value that should be a text or a number, as text. */
export function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/** The beginning of a text in one line, whole words of it if there are several. */
export function beginningOf(text: string, max: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (line.length <= max) return line;
  const cut = line.slice(0, max);
  const end = cut.lastIndexOf(" ");
  return `${cut.slice(0, end > max / 2 ? end : max - 1).trimEnd()}…`;
}
