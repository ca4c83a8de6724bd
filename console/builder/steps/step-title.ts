import { beginningOf } from "@banter/core/flow/steps/summary.ts";
import { isObject } from "@banter/core/model/json.ts";
import type { Names } from "../edit/copy.ts";
import type { DraftStep } from "../edit/draft.ts";
import { shownText } from "../names/shown-text.ts";
import { choiceExits, type Exit, nextExits } from "./exits.ts";
import { linesOf, type Say, textOf } from "./summary.ts";

/** The name that the author gave the step, else that of its type: for places where its words stand beside it. */
export function stepTitle(step: DraftStep, say: Say): string {
  return textOf(step.name) || say(`steps.${step.type}.title`);
}

/**
 * A step in menus, lists and messages: the name that its author gave it, else the first words that it says. A step that
 * says nothing is called by its type and its settings: "Wait: 2 days".
 */
export function stepName(step: DraftStep, names: Names, say: Say): string {
  const title = stepTitle(step, say);
  if (textOf(step.name)) return title;
  const lines = linesOf(step, names, say).filter((line) => line !== say("summary.noText"));
  const words = beginningOf(shownText(lines[0] ?? "", names, say), 48);
  if (isObject(step.content)) return words || title;
  return words ? `${title}: ${words}` : title;
}

/** The words for an exit. Beside choices with exits of their own, `answered` is that of the others. */
export function exitTitle({ name, title }: Pick<Exit, "name" | "title">, step: DraftStep, say: Say): string {
  if (title !== undefined) return title || "…";
  if (name === "answered" && choiceExits(step).length > 0) return say("exits.otherChoice");
  return say(`exits.${name}`, { defaultValue: name });
}

/** The words for an exit by its name, as traces and counters know it. */
export function exitTitleOf(step: DraftStep | undefined, name: string, say: Say): string {
  const exit = step && [...choiceExits(step), ...nextExits(step)].find((each) => each.name === name);
  return step ? exitTitle(exit ?? { name }, step, say) : say(`exits.${name}`, { defaultValue: name });
}
