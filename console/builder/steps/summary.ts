import { findType } from "@banter/core/flow/steps/index.ts";
import { beginningOf, objectsIn, type SummaryLine, type SummaryPart, textOf } from "@banter/core/flow/steps/summary.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import type { TFunction } from "i18next";
import type { Names } from "../edit/copy.ts";
import type { DraftStep } from "../edit/draft.ts";
import { shownText, variableName } from "../names/shown-text.ts";

export { textOf };

/** The translation function of the builder's words. */
export type Say = TFunction<"builder">;

/** The first line of a step's summary, for lists and screen readers. */
export function summaryOf(step: DraftStep, names: Names, say: Say): string {
  const [first = ""] = linesOf(step, names, say);
  return beginningOf(shownText(first, names, say), 80);
}

/** A step's summary, without buttons and exits. Texts of the author have their variables in braces. */
export function linesOf(step: DraftStep, names: Names, say: Say): string[] {
  const { lines = [] } = findType(step)?.summary(step) ?? {};
  return lines.map((line) => lineText(line, names, say));
}

/** The words above a summary of several lines. */
export function headingOf(step: DraftStep, names: Names, say: Say): string | undefined {
  const { heading, lines = [] } = findType(step)?.summary(step) ?? {};
  return heading !== undefined && lines.length > 1 ? partText(heading, names, say) : undefined;
}

export function messageLine(message: JsonObject, say: Say): string {
  if (message.type === "text") return textOf(message.text) || say("summary.noText");
  if (message.type === "cards") {
    const titles = objectsIn(message.elements).map(({ title }) => textOf(title));
    return `${say("messages.cards")}: ${titles.filter(Boolean).join(", ")}`;
  }
  const name = say(`messages.${textOf(message.type)}`);
  const about = message.type === "whatsapp_message_template" ? message.template_id : (message.text ?? message.title);
  return textOf(about) === "" ? name : `${name}: ${textOf(about)}`;
}

/** A duration in the largest unit without a remainder. */
export function durationWords(seconds: number, say: Say): string {
  const [unit = "second", size = 1] = units.find(([, size]) => seconds >= size && seconds % size === 0) ?? [];
  return say(`duration.${unit}`, { count: seconds / size });
}

export const units: [unit: "day" | "hour" | "minute" | "second", seconds: number][] = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

function lineText(line: SummaryLine, names: Names, say: Say): string {
  return [line]
    .flat()
    .map((part) => partText(part, names, say))
    .join("");
}

function partText(part: SummaryPart, names: Names, say: Say): string {
  if (typeof part === "string") return part;
  if ("field" in part) return variableName(part.field, names, say);
  if ("option" in part) return say(`options.${part.option}`);
  if ("seconds" in part) return durationWords(part.seconds, say);
  if ("message" in part) return messageLine(part.message, say);
  if ("kind" in part) {
    const name = names[part.kind].get(Number(part.id));
    if (name === undefined) return partText(part.otherwise ?? "", names, say);
    return part.kind === "field" ? variableName(name, names, say) : name;
  }
  const values = Object.entries(part.values ?? {}).map(([key, value]) => [key, partText(value, names, say)] as const);
  return say(`summary.${part.word}`, Object.fromEntries(values));
}
