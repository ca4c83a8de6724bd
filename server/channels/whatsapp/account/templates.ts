import type { MessageTemplate, PlainPart, TemplatePart } from "@banter/core/model/content/message-template.ts";
import { z } from "zod";
import type { Settings } from "../settings.ts";
import { readAll } from "./read-all.ts";

/** All templates of the account. https://developers.facebook.com/documentation/business-messaging/whatsapp/templates */
export async function listTemplates(settings: Settings): Promise<MessageTemplate[]> {
  const items = await readAll(settings, "message_templates", fields);
  return items.flatMap((item) => {
    const { data } = Template.safeParse(item);
    return data ? [templateOf(data)] : [];
  });
}

const fields = "id,name,language,category,status,quality_score,rejected_reason,components";

const examples = z.array(z.string()).optional().catch(undefined);
const named = z
  .array(z.object({ param_name: z.string(), example: z.string() }))
  .optional()
  .catch(undefined);

const Button = z.object({
  type: z.string(),
  text: z.string().default(""),
  url: z.string().optional(),
  example: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .catch(undefined),
});

const Component = z.object({
  type: z.string(),
  format: z.string().optional(),
  text: z.string().optional(),
  example: z
    .object({
      header_text: examples,
      body_text: z.array(z.array(z.string())).optional().catch(undefined),
      header_text_named_params: named,
      body_text_named_params: named,
    })
    .optional()
    .catch(undefined),
  buttons: z.array(Button).optional(),
  limited_time_offer: z.object({ text: z.string().optional(), has_expiration: z.boolean().optional() }).optional(),
});
type Component = z.infer<typeof Component>;

const Template = z.object({
  id: z.string(),
  name: z.string(),
  language: z.string(),
  category: z.string().default(""),
  status: z.string(),
  quality_score: z.object({ score: z.string() }).optional().catch(undefined),
  rejected_reason: z.string().optional().catch(undefined),
  components: z
    .array(Component.extend({ cards: z.array(z.object({ components: z.array(Component) })).optional() }))
    .default([]),
});

function templateOf({
  components,
  quality_score,
  rejected_reason,
  ...template
}: z.infer<typeof Template>): MessageTemplate {
  const reason = rejected_reason === "NONE" ? undefined : rejected_reason;
  const parts = components.map(
    ({ cards, ...part }): TemplatePart => ({
      ...partOf(part),
      ...(cards && { cards: cards.map((card) => card.components.map(partOf)) }),
    }),
  );
  return { ...template, quality: quality_score?.score ?? null, reason: reason ?? null, parts };
}

function partOf({ type, format, text, example, buttons, limited_time_offer: offer }: Component): PlainPart {
  const kind = type.toUpperCase();
  const given = examplesOf(example);
  const words = text ?? offer?.text;
  return {
    type: kind,
    ...(format && { format: format.toUpperCase() }),
    ...(words !== undefined && { text: words }),
    ...(Object.keys(given).length > 0 && { examples: given }),
    ...(buttons && { buttons: buttons.map(buttonOf) }),
    ...(offer?.has_expiration && { has_end: true }),
  };
}

function buttonOf({ type, text, url, example }: z.infer<typeof Button>) {
  const shown = Array.isArray(example) ? example[0] : example;
  return {
    type: type.toUpperCase(),
    text,
    ...(url !== undefined && { url }),
    ...(shown !== undefined && { example: shown }),
  };
}

/** By the name of the place, or by its number. */
function examplesOf(example: Component["example"]): Record<string, string> {
  const { header_text, body_text, header_text_named_params, body_text_named_params } = example ?? {};
  const numbered = header_text ?? body_text?.[0] ?? [];
  const names = header_text_named_params ?? body_text_named_params ?? [];
  return {
    ...Object.fromEntries(numbered.map((value, index) => [String(index + 1), value])),
    ...Object.fromEntries(names.map(({ param_name, example: value }) => [param_name, value])),
  };
}
