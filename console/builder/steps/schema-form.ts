import type { InputKind, Landing, LimitedText } from "@banter/core/model/form.ts";
import { z } from "zod";

/** What a form needs to know of a schema. Made from the step types' schemas, so that a new field draws itself. */
export type Form = {
  label?: string;
  isOptional: boolean;
  isNullable: boolean;
  /** What counts where nothing is set. */
  fallback?: unknown;
} & (
  | { kind: "input"; input: InputKind; template?: Landing; limit?: LimitedText; max?: number }
  | { kind: "switch" }
  | { kind: "number"; min?: number; max?: number }
  | { kind: "choice"; options: string[] }
  | { kind: "object"; fields: [key: string, form: Form][] }
  | { kind: "list"; item: Form; min: number; max?: number }
  | { kind: "union"; discriminator: string; options: [name: string, form: Form][] }
  | { kind: "unknown" }
);

export type FormOf<Kind extends Form["kind"]> = Extract<Form, { kind: Kind }>;

export function describe(schema: z.core.$ZodType): Form {
  const known = forms.get(schema);
  if (known) return known;
  const form = read(schema);
  forms.set(schema, form);
  return form;
}

const forms = new WeakMap<z.core.$ZodType, Form>();

function read(schema: z.core.$ZodType): Form {
  const meta = z.globalRegistry.get(schema) ?? {};
  if (schema instanceof z.ZodOptional) return wrapped(describe(schema.def.innerType), meta, { isOptional: true });
  if (schema instanceof z.ZodNullable) return wrapped(describe(schema.def.innerType), meta, { isNullable: true });
  if (schema instanceof z.ZodDefault) {
    return wrapped(describe(schema.def.innerType), meta, { isOptional: true, fallback: schema.def.defaultValue });
  }
  if (schema instanceof z.ZodPipe) return wrapped(describe(schema.in), meta, {});
  return wrapped({ isOptional: false, isNullable: false, ...bare(schema) } as Form, meta, {});
}

/** The outer schema's words win over those of the one it wraps. A list's own input is its items'. */
function wrapped(form: Form, meta: z.GlobalMeta, more: Partial<Form>): Form {
  const { label, input, template, limit } = meta;
  const named = { ...form, ...(label !== undefined && { label }), ...more } as Form;
  if (!input) return named;
  const telling = { kind: "input" as const, input, ...(template && { template }), ...(limit && { limit }) };
  // Hours and content have an editor for the whole; a list of texts has one for each.
  if (named.kind === "list" && input !== "hours" && input !== "content") {
    return { ...named, item: { ...named.item, ...telling } as Form };
  }
  const { label: name, isOptional, isNullable, fallback } = named;
  return {
    ...telling,
    ...(name !== undefined && { label: name }),
    isOptional,
    isNullable,
    ...(fallback !== undefined && { fallback }),
    ...("max" in named && named.max !== undefined && { max: named.max }),
  } as Form;
}

function bare(schema: z.core.$ZodType): object {
  if (schema instanceof z.ZodBoolean) return { kind: "switch" };
  if (schema instanceof z.ZodNumber) return { kind: "number", ...range(schema.minValue, schema.maxValue) };
  if (schema instanceof z.ZodEnum) return { kind: "choice", options: schema.options.map(String) };
  if (schema instanceof z.ZodString) {
    return { kind: "input", input: "text", ...(schema.maxLength !== null && { max: schema.maxLength }) };
  }
  if (schema instanceof z.ZodArray) return { kind: "list", item: describe(schema.element), ...lengths(schema) };
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const { discriminator } = schema.def;
    return { kind: "union", discriminator, options: schema.options.flatMap((each) => optionsOf(each, discriminator)) };
  }
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.core.$ZodType>(schema.shape).map(([key, field]) => [key, describe(field)]);
    return { kind: "object", fields };
  }
  return { kind: "unknown" };
}

/** One option a name: a schema for several types is offered several times, and a union in the union by its own names. */
function optionsOf(option: z.core.$ZodType, discriminator: string): [string, Form][] {
  const form = describe(option);
  if (form.kind === "union") return form.options;
  const names = [...(option._zod.propValues?.[discriminator] ?? [])].map(String);
  const rest: Form =
    form.kind === "object" ? { ...form, fields: form.fields.filter(([key]) => key !== discriminator) } : form;
  return names.map((name) => [name, rest]);
}

function range(min: number | null, max: number | null) {
  return {
    ...(min !== null && Number.isFinite(min) && { min }),
    ...(max !== null && Number.isFinite(max) && { max }),
  };
}

function lengths(schema: z.ZodArray): { min: number; max?: number } {
  const bounds = (schema.def.checks ?? []).map((check) => check._zod.def as { minimum?: number; maximum?: number });
  const max = bounds.find(({ maximum }) => maximum !== undefined)?.maximum;
  return { min: bounds.find(({ minimum }) => minimum !== undefined)?.minimum ?? 0, ...(max !== undefined && { max }) };
}
