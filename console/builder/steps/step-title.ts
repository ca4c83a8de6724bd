import type { Names } from "../edit/copy.ts";
import type { DraftStep } from "../edit/draft.ts";
import { choiceExits, type Exit, nextExits } from "./exits.ts";
import { type Say, summaryOf, textOf } from "./summary.ts";

/** The name that the author gave the step, else that of its type. */
export function stepTitle(step: DraftStep, say: Say): string {
  return textOf(step.name) || say(`steps.${step.type}.title`);
}

/** A step in menus and lists: its name, or its type and the beginning of its content. */
export function stepLabel(step: DraftStep, names: Names, say: Say): string {
  const summary = textOf(step.name) ? "" : summaryOf(step, names, say);
  return summary ? `${stepTitle(step, say)}: ${summary}` : stepTitle(step, say);
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
