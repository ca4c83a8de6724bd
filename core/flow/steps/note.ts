import { z } from "zod";
import { anyText, isBlank } from "../../model/text.ts";
import { defineStep } from "./define.ts";
import { textOf } from "./summary.ts";

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
  blank: { text: "" },
  summary: ({ text }) => ({ lines: [textOf(text)] }),
  isRemark: true,
  problems: ({ text }) =>
    typeof text === "string" && isBlank(text) ? [{ code: "empty_note", message: "is a note that says nothing" }] : [],
  run: () => ({ actions: [], next: { type: "end" } }),
});
