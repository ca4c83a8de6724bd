import { z } from "zod";
import { type FormFact, type InLanguages, isFormFact, type PrechatForm } from "../model/content/prechat-form.ts";
import type { FieldType } from "../model/custom-field.ts";
import type { Fault } from "../model/error.ts";
import { anyText } from "../model/text.ts";

/** Answers by the field's name, or a form that the visitor leaves out. */
export const FormBody = z
  .strictObject({
    answers: z.record(z.string().max(64), anyText(1000)).optional(),
    consent: z.boolean().optional(),
    skipped: z.literal(true).optional(),
  })
  .refine(({ answers, skipped }) => (answers === undefined) !== (skipped === undefined), {
    error: "must hold one of answers and skipped",
  });
export type FormBody = z.infer<typeof FormBody>;

/** Words by language; at least one is there. */
const Words: z.ZodType<InLanguages> = z.strictObject({ en: z.string().optional(), vi: z.string().optional() });

/** The form before the chat. A label or a title that is missing is left to the client. */
export const ShownForm = z.strictObject({
  title: Words.optional(),
  text: Words.optional(),
  fields: z.array(
    z.strictObject({
      /** The name of its answer. */
      field: z.string(),
      type: z.enum(["name", "email", "phone", "text", "number", "boolean", "date", "choice"]),
      label: Words.optional(),
      is_required: z.boolean(),
      choices: z.array(z.string()).optional(),
    }),
  ),
  consent: z.strictObject({ text: Words, url: z.string().optional(), is_required: z.boolean() }).optional(),
  button: Words.optional(),
  may_skip: z.boolean(),
});
export type ShownForm = z.infer<typeof ShownForm>;

type Field = { name: string; type: FieldType; label?: string | null | undefined };

/** The faults of a form that the page's fields decide. `path` is that of the form. */
export function faultsOfForm(form: PrechatForm | undefined, fields: readonly Field[], path: string): Fault[] {
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  return (form?.fields ?? []).flatMap(({ field, choices }, index): Fault[] => {
    const at = `${path}/fields/${index}`;
    const type = isFormFact(field) ? "text" : types.get(field);
    if (!type) return [{ path: `${at}/field`, message: "must be user_full_name, email, phone or a custom field" }];
    if (choices && type !== "text") return [{ path: `${at}/choices`, message: "belong to a field for text" }];
    return [];
  });
}

/** The form without custom fields that the page does not have; null if nothing is left to ask. */
export function formWithFields(form: PrechatForm | null, fields: readonly Pick<Field, "name">[]): PrechatForm | null {
  if (!form) return null;
  const names = new Set(fields.map(({ name }) => name));
  const asked = form.fields.filter(({ field }) => isFormFact(field) || names.has(field));
  return asked.length > 0 || form.consent ? { ...form, fields: asked } : null;
}

/** The form as visitors get it: each field with its type, and with a label unless the client has words for it. */
export function shownForm(form: PrechatForm | null, fields: readonly Field[]): ShownForm | null {
  const there = formWithFields(form, fields);
  const byName = new Map(fields.map((field) => [field.name, field]));
  return (
    there && {
      ...there,
      fields: there.fields.map(({ field, choices, label, is_required }) => {
        const custom = byName.get(field);
        if (isFormFact(field)) return { field, type: factTypes[field], ...(label && { label }), is_required };
        const type = custom?.type ?? "text";
        const isChoice = choices !== undefined && type === "text";
        return {
          field,
          type: isChoice ? "choice" : type,
          label: label ?? { en: custom?.label ?? field },
          is_required,
          ...(isChoice && { choices }),
        };
      }),
    }
  );
}

const factTypes = { user_full_name: "name", email: "email", phone: "phone" } as const satisfies Record<
  FormFact,
  ShownForm["fields"][number]["type"]
>;
