import { z } from "zod";
import { FieldName } from "../names.ts";
import { text } from "../text.ts";
import { LinkUrl } from "./url.ts";

/** The owner's words by the languages of the chat. A visitor whose language is missing reads the other one. */
const inLanguages = (max: number) =>
  z
    .strictObject({ en: text(max).optional(), vi: text(max).optional() })
    .refine(({ en, vi }) => (en ?? vi) !== undefined, { error: "must hold words in en or vi" });

/** The fields of every customer that a form may ask for. */
export const formFacts = ["user_full_name", "email", "phone"] as const;
export type FormFact = (typeof formFacts)[number];

/** Asks for one of these or for a custom field, by its name. */
const PrechatField = z.strictObject({
  field: FieldName,
  /** Without it, the chat's own words or the name of the custom field. */
  label: inLanguages(80).optional(),
  is_required: z.boolean(),
  /** Of a custom field for text: the visitor chooses one of these. */
  choices: z.array(text(80)).min(2).max(30).optional(),
});

/**
 * A form that visitors of the web chat fill in before they write.
 *
 *     { "title": { "en": "Before we start" }, "fields": [{ "field": "email", "is_required": true }], "may_skip": false }
 */
export const PrechatForm = z
  .strictObject({
    title: inLanguages(80).optional(),
    text: inLanguages(400).optional(),
    fields: z.array(PrechatField).max(10),
    consent: z.strictObject({ text: inLanguages(400), url: LinkUrl.optional(), is_required: z.boolean() }).optional(),
    /** Words of the button that sends it. */
    button: inLanguages(30).optional(),
    may_skip: z.boolean(),
  })
  .refine(({ fields, consent }) => fields.length > 0 || consent !== undefined, {
    path: ["fields"],
    error: "must hold a field where there is no consent",
  })
  .superRefine(({ fields }, context) => {
    for (const [index, { field, choices = [] }] of fields.entries()) {
      if (fields.findIndex((other) => other.field === field) < index)
        context.addIssue({ code: "custom", path: ["fields", index, "field"], message: "is asked for twice" });
      if (new Set(choices).size < choices.length)
        context.addIssue({ code: "custom", path: ["fields", index, "choices"], message: "must differ" });
      if (choices.length > 0 && isFormFact(field))
        context.addIssue({ code: "custom", path: ["fields", index, "choices"], message: "belong to a custom field" });
    }
  });
export type PrechatForm = z.infer<typeof PrechatForm>;

export const isFormFact = (field: string): field is FormFact => formFacts.some((fact) => fact === field);

/** Words in one of the languages, or in the other. */
export type InLanguages = { en?: string | undefined; vi?: string | undefined };
