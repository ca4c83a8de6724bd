import { z } from "zod";
import { isObject } from "../../model/json.ts";
import { StepId } from "../../model/step-id.ts";
import { text } from "../../model/text.ts";

/**
 * A choice of a question. With an id it has an exit of its own, which stays with it when it is renamed or moved.
 *
 *     "M"
 *     { "id": "medium", "text": "M" }
 */
export const Choice = z.union([
  text(80),
  z.strictObject({ id: StepId.meta({ label: "Id" }), text: text(80).meta({ label: "Text" }) }),
]);
export type Choice = z.infer<typeof Choice>;

/** The exits of every question. A choice whose own exit leads nowhere leaves by `answered`. */
export const questionExits = ["answered", "gave_up", "no_reply"] as const;

/** The text of a choice, which may be unfinished. */
export function choiceText(choice: unknown): string {
  const given = isObject(choice) ? choice.text : choice;
  return typeof given === "string" ? given : "";
}

/** The id of the choice's own exit. */
export function choiceId(choice: unknown): string | undefined {
  return isObject(choice) && typeof choice.id === "string" && choice.id !== "" ? choice.id : undefined;
}

/** The ids of the choices, each once. */
export function choiceIds(choices: unknown): string[] {
  const ids = (Array.isArray(choices) ? choices : []).flatMap((choice) => choiceId(choice) ?? []);
  return [...new Set(ids)];
}
