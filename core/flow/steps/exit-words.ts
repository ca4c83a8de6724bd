import { isObject } from "../../model/json.ts";
import { choiceId, choiceText } from "./choice.ts";
import { beginningOf, objectsIn, textOf } from "./summary.ts";

/** The words of a flow's author for an exit: the name of a branch or an intent, or the text of a choice. */
export function exitWords(step: unknown, exit: string): string | undefined {
  if (!isObject(step)) return undefined;
  const branch = [...objectsIn(step.branches), ...objectsIn(step.intents)].find(({ id }) => id === exit);
  const choice = (Array.isArray(step.choices) ? step.choices : []).find((each) => choiceId(each) === exit);
  return textOf(branch?.name) || choiceText(choice) || undefined;
}

/** The words that people know a step by: the name that its author gave it, else the first ones that it says. */
export function stepWords(step: unknown): string | undefined {
  if (!isObject(step)) return undefined;
  const messages = isObject(step.content) ? objectsIn(step.content.messages) : [];
  const said = messages.map(({ text }) => textOf(text)).find(Boolean) ?? "";
  return textOf(step.name) || beginningOf(said, 48) || undefined;
}
