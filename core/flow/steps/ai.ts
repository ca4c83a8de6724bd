import { z } from "zod";
import { RequestUrl } from "../../model/content/url.ts";
import { FieldName } from "../../model/names.ts";
import { text } from "../../model/text.ts";
import { defineStep } from "./define.ts";
import { textOf } from "./summary.ts";

/**
 * Lets a language model answer, on any server with OpenAI's protocol. It cannot run yet: such a flow can be drawn, but
 * not published.
 *
 *     { "type": "ai", "base_url": "https://llm.example.com/v1", "model": "small", "instructions": "Answer briefly.",
 *       "history": 10, "save_to": "summary", "next": { "ok": null, "failed": "person" } }
 */
export const ai = defineStep({
  type: "ai",
  title: "Answer by AI",
  settings: z.strictObject({
    base_url: RequestUrl.meta({ label: "Server", input: "link-url" }),
    model: text(200).meta({ label: "Model", input: "text" }),
    instructions: text(10_000).meta({ label: "Instructions", input: "long-text", template: "text" }),
    history: z.int().min(0).max(50).default(10).meta({ label: "Messages it is shown" }),
    save_to: FieldName.optional().meta({ label: "Save the answer in", input: "customer-field" }),
  }),
  exits: ["ok", "failed"],
  blank: { base_url: "https://", model: "", instructions: "" },
  summary: ({ model, instructions }) => ({ lines: [textOf(model), textOf(instructions)].filter(Boolean) }),
  waitsFor: () => "answer",
});
