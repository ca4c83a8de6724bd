import { z } from "zod";

/** The templates of the gallery: each is a page file per language in demo/templates. */
export const templateNames = [
  "shop",
  "restaurant",
  "clinic",
  "courses",
  "support",
  "leads",
  "booking",
  "order_status",
  "faq",
  "feedback",
  "giveaway",
  "welcome_series",
] as const;
export const TemplateName = z.enum(templateNames);
export type TemplateName = z.infer<typeof TemplateName>;

/** The languages that templates are written in. */
export const templateLanguages = ["en", "vi"] as const;
export const TemplateLanguage = z.enum(templateLanguages);
export type TemplateLanguage = z.infer<typeof TemplateLanguage>;

export const TemplateChoice = z.strictObject({ name: TemplateName, language: TemplateLanguage });
export type TemplateChoice = z.infer<typeof TemplateChoice>;
