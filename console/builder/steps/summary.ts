import { isObject, type JsonObject } from "@banter/core/model/json.ts";
import type { TFunction } from "i18next";
import type { Names } from "../edit/copy.ts";
import type { DraftStep } from "../edit/draft.ts";
import { listOf } from "./exits.ts";

/** Translates; what the builder's words are looked up with. */
export type Say = TFunction<"builder">;

/** What a step is about in one line, for lists and for screen readers. */
export function summaryOf(step: DraftStep, names: Names, say: Say): string {
  const [first = ""] = linesOf(step, names, say);
  return first.length > 80 ? `${first.slice(0, 79)}…` : first;
}

/** What a step does, a line for each part of it, without buttons and exits. */
export function linesOf(step: DraftStep, names: Names, say: Say): string[] {
  switch (step.type) {
    case "message":
    case "ask":
      return listOf(isObject(step.content) ? step.content.messages : []).map(([message]) => messageLine(message, say));
    case "condition":
      return listOf(step.rules).map(([rule]) => ruleLine(rule, names, say));
    case "split":
      return listOf(step.branches).map(([{ id, weight }]) => `${textOf(id)}: ${textOf(weight)}`);
    case "delay":
      return [delayLine(step, say)];
    case "action":
      return listOf(step.actions).map(([action]) => actionLine(action, names, say));
    case "goto":
      return [names.flow.get(Number(step.flow_id)) ?? say("summary.noFlow")];
    case "request":
      return [`${textOf(step.method)} ${textOf(step.url)}`];
    case "ai":
      return [textOf(step.model), textOf(step.instructions)].filter(Boolean);
    default:
      return [textOf(step.text)];
  }
}

export function messageLine(message: JsonObject, say: Say): string {
  if (message.type === "text") return textOf(message.text) || say("summary.noText");
  if (message.type === "cards") {
    const titles = listOf(message.elements).map(([card]) => textOf(card.title));
    return `${say("messages.cards")}: ${titles.filter(Boolean).join(", ")}`;
  }
  return say(`messages.${textOf(message.type)}`);
}

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

export function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function ruleLine(rule: JsonObject, names: Names, say: Say): string {
  switch (rule.type) {
    case "tag":
      return say(rule.has === false ? "summary.hasNoTag" : "summary.hasTag", {
        tag: names.tag.get(Number(rule.tag_id)) ?? "…",
      });
    case "field": {
      const operator = say(`options.${textOf(rule.operator)}`);
      return [textOf(rule.field) || "…", operator, textOf(rule.value)].filter(Boolean).join(" ");
    }
    case "time":
      return say("summary.within");
    default: {
      const channels = Array.isArray(rule.channels) ? rule.channels.map((each) => say(`options.${textOf(each)}`)) : [];
      return channels.join(", ");
    }
  }
}

function delayLine(step: DraftStep, say: Say): string {
  if (typeof step.seconds === "number") return durationWords(step.seconds, say);
  if (typeof step.until === "string") return say("summary.until", { when: step.until.replace("T", " ") });
  if (typeof step.until_field === "string") return say("summary.untilField", { field: step.until_field || "…" });
  return say("summary.noTime");
}

function actionLine(action: JsonObject, names: Names, say: Say): string {
  const what = say(`options.${textOf(action.action)}`);
  const name =
    names.tag.get(Number(action.tag_id)) ??
    names.field.get(Number(action.action_id)) ??
    names.flow.get(Number(action.flow_id));
  const value = textOf(action.action_value ?? action.text);
  if ("tag_id" in action || "action_id" in action || "flow_id" in action) {
    return `${what}: ${name ?? "…"}${value ? ` = ${value}` : ""}`;
  }
  if (typeof action.seconds === "number") return `${what}: ${durationWords(action.seconds, say)}`;
  return value ? `${what}: ${value}` : what;
}
