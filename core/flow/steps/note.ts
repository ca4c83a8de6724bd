import { z } from "zod";
import { anyText } from "../../model/text.ts";
import { defineStep } from "./define.ts";

/**
 * A remark on the canvas for the editors of the flow. It never runs.
 *
 *     { "type": "note", "text": "Ask Lan before changing the prices." }
 */
export const note = defineStep({
  type: "note",
  title: "Note",
  settings: z.strictObject({ text: anyText(5000).meta({ label: "Text", input: "long-text" }) }),
  exits: [],
  run: () => ({ actions: [], next: { type: "end" } }),
});
