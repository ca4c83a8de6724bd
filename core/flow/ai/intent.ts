import { z } from "zod";
import { isObject } from "../../model/json.ts";
import { StepId } from "../../model/step-id.ts";
import { text } from "../../model/text.ts";

/** A wish that a customer may have. It has an exit of its own, which stays with it when it is renamed or moved. */
export const Intent = z.strictObject({
  id: StepId.meta({ label: "Id" }),
  name: text(80).meta({ label: "Name", input: "text" }),
  description: text(500).meta({ label: "What the customer wants", input: "long-text" }),
});

/** The exits of every AI step. */
export const aiExits = ["answered", "unsure", "failed"] as const;

/** The ids of the intents, each once. They may be unfinished. */
export function intentIds(intents: unknown): string[] {
  const ids = (Array.isArray(intents) ? intents : []).flatMap((intent) =>
    isObject(intent) && typeof intent.id === "string" && intent.id !== "" ? [intent.id] : [],
  );
  return [...new Set(ids)];
}
