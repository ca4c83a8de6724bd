import type { Problem } from "@banter/core/flow/problem.ts";
import { isStepType, stepTypes } from "@banter/core/flow/steps/index.ts";
import { isObject } from "@banter/core/model/json.ts";
import type { Draft } from "../edit/draft.ts";
import { findAt } from "../edit/draft.ts";
import { wordsOf } from "../steps/exits.ts";
import { describe, type Form, formInside } from "../steps/schema-form.ts";
import { type Say, textOf } from "../steps/summary.ts";
import { wordKey } from "../word-key.ts";

/** A problem in the reader's language, with its place in the step: "Button “Buy”: Choose where it leads." */
export function problemWords(problem: Problem, draft: Draft, say: Say): string {
  const place = placeOf(draft, keysOf(problem), say);
  const fault = faultWords(problem, draft, say);
  return place ? say("places.at", { place, fault }) : fault;
}

/** The same without the place, to stand at its field. */
export function faultWords(problem: Problem, draft: Draft, say: Say): string {
  if (problem.code !== "invalid") return say(`problems.${problem.code}`);
  const keys = keysOf(problem);
  const { message } = problem;
  const label = wordKey(labelAt(draft, keys) ?? "");
  if (isEmpty(findAt(draft, keys))) return say(`missing.${label}`, { defaultValue: "" }) || say("missing.other");
  for (const [name, pattern] of limits) {
    const bound = pattern.exec(message)?.[1];
    if (bound !== undefined) return say(`faults.${name}`, { bound });
  }
  if (message.startsWith("must be one of ")) return say("faults.choose");
  return say(`faults.${wordKey(message)}`, { defaultValue: "" }) || say("faults.other", { message });
}

/** The label of the innermost labelled setting at a JSON pointer. */
export function labelAt(draft: Draft, [section, id = "", ...keys]: string[]): string | undefined {
  const step = draft.steps[id];
  if (section !== "steps" || !step || !isStepType(step.type)) return undefined;
  let form: Form | undefined = describe(stepTypes[step.type].settings);
  let label: string | undefined;
  for (const [depth, key] of keys.entries()) {
    form = formInside(form, key, findAt(step, keys.slice(0, depth)));
    if (!form) break;
    label = form.label ?? label;
  }
  return label;
}

const limits = [
  ["tooLong", /^must be at most (\d+) characters?$/],
  ["tooMany", /^must hold at most (\d+) items?$/],
  ["tooFew", /^must hold at least (\d+) items?$/],
  ["tooLarge", /^must be at most (\d+)$/],
  ["tooSmall", /^must be at least (\d+)$/],
] as const;

/** Nothing has been entered yet. A new address begins with its scheme. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || value === null || value === "" || value === "https://";
}

/** The item of a list that a pointer leads into, by its words or its number, else the setting. */
function placeOf(draft: Draft, keys: string[], say: Say): string | undefined {
  const index = keys.findLastIndex((key, at) => /^\d+$/.test(key) && itemKinds.has(keys[at - 1] ?? ""));
  if (index > 0)
    return itemName(keys[index - 1] ?? "", Number(keys[index]), findAt(draft, keys.slice(0, index + 1)), say);
  const label = labelAt(draft, keys);
  return label && say(`labels.${wordKey(label)}`, { defaultValue: label });
}

/** An item of a list in words: “Button “Buy””, or “Button 2” while it has no words. */
function itemName(list: string, index: number, item: unknown, say: Say): string {
  const holder = isObject(item) ? item : {};
  const words = list === "choices" ? textOf(holder.text ?? item) : wordsOf(holder) || textOf(holder.name);
  return words ? say(`places.named.${list}`, { words }) : say(`places.numbered.${list}`, { place: index + 1 });
}

const itemKinds = new Set([
  "messages",
  "buttons",
  "quick_replies",
  "elements",
  "choices",
  "branches",
  "rules",
  "actions",
  "headers",
  "save",
]);

function keysOf({ path }: Problem): string[] {
  return path
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}
