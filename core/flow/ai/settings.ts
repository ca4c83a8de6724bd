import { z } from "zod";
import { usualThreshold } from "../../knowledge/threshold.ts";
import { Id } from "../../model/id.ts";
import { FieldName } from "../../model/names.ts";
import { text } from "../../model/text.ts";
import { aiExits, Intent } from "./intent.ts";
import { StepTool } from "./step-tools.ts";

/** The settings of an AI step. */
export const AiSettings = z
  .strictObject({
    model_id: Id.nullable().meta({ label: "Model", input: "model" }),
    instructions: text(10_000).meta({ label: "Instructions", input: "long-text", template: "text" }),
    knowledge: z
      .strictObject({
        sources: z
          .array(z.strictObject({ source_id: Id.nullable().meta({ label: "Source", input: "source" }) }))
          .max(50)
          .default([])
          .meta({ label: "Only from these sources" }),
        threshold: z.number().min(0).max(1).default(usualThreshold).meta({ label: "How well a passage must fit" }),
      })
      .nullable()
      .default(null)
      .meta({ label: "Answer only from the page's knowledge" }),
    intents: z.array(Intent).max(20).default([]).meta({ label: "Intents" }),
    tools: z.array(StepTool).max(20).default([]).meta({ label: "Tools" }),
    save: z
      .array(
        z.strictObject({
          field: FieldName.meta({ label: "Into", input: "customer-field" }),
          accept: z.enum(["text", "number", "email", "phone", "date"]).default("text").meta({ label: "Accept" }),
          description: text(500).meta({ label: "What it is", input: "text" }),
        }),
      )
      .max(20)
      .default([])
      .meta({ label: "Save what the customer tells" }),
    stay: z
      .strictObject({
        max_turns: z.int().min(1).max(50).default(10).meta({ label: "Answers, at most" }),
        no_reply_seconds: z
          .int()
          .min(1)
          .max(30 * 86_400)
          .default(86_400)
          .meta({ label: "Wait, at most", input: "duration" }),
      })
      .nullable()
      .default(null)
      .meta({ label: "Stay in the conversation" }),
    history: z.int().min(0).max(50).default(10).meta({ label: "Messages it is shown" }),
    language: text(60).optional().meta({ label: "Language, if not the customer's", input: "text" }),
    max_length: z.int().min(20).max(4000).default(600).meta({ label: "Longest answer, in characters" }),
    save_to: FieldName.optional().meta({ label: "Save the answer in", input: "customer-field" }),
  })
  .superRefine(({ intents }, context) => {
    const ids = intents.map(({ id }) => id);
    if (new Set([...ids, ...aiExits]).size === ids.length + aiExits.length) return;
    const message = "must have ids that differ from each other and from the other exits";
    context.addIssue({ code: "custom", path: ["intents"], message });
  });
export type AiSettings = z.infer<typeof AiSettings>;
