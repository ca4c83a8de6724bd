import { StepContent } from "@banter/core/model/content/content.ts";
import type { Alternative, InputKind, Landing, LimitedText, ShownIf } from "@banter/core/model/form.ts";
import { z } from "zod";
import { findAt } from "../edit/draft.ts";

/** A schema, described for a form. The forms of steps are drawn from it, so a new setting needs no form of its own. */
export type Form = {
  label?: string;
  isOptional: boolean;
  isNullable: boolean;
  /** The default value. */
  fallback?: unknown;
  shownIf?: ShownIf;
  alternative?: Alternative;
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

/** The form of a setting of an object or of an item of a list. `value` decides the option of a union. */
export function formInside(form: Form, key: string | number, value: unknown): Form | undefined {
  const fitting = form.kind === "input" && form.input === "content" ? describe(StepContent) : form;
  if (fitting.kind === "list") return fitting.item;
  if (fitting.kind === "object") return fitting.fields.find(([name]) => name === key)?.[1];
  if (fitting.kind !== "union") return undefined;
  const chosen = findAt(value, [fitting.discriminator]);
  const option = fitting.options.find(([name]) => name === chosen)?.[1];
  return option && formInside(option, key, value);
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

/** Meta data of the outer schema takes precedence over that of the inner. A list passes its input on to its items. */
function wrapped(form: Form, meta: z.GlobalMeta, more: Partial<Form>): Form {
  const { label, input, template, limit, shownIf, alternative } = meta;
  const own = {
    ...(label !== undefined && { label }),
    ...(shownIf && { shownIf }),
    ...(alternative && { alternative }),
  };
  const named = { ...form, ...own, ...more } as Form;
  if (!input) return named;
  const drawn = { kind: "input" as const, input, ...(template && { template }), ...(limit && { limit }) };
  // Hours and content have an editor for the whole; a list of texts has one for each.
  if (named.kind === "list" && input !== "hours" && input !== "content") {
    return { ...named, item: { ...named.item, ...drawn } as Form };
  }
  const { isOptional, isNullable, fallback } = named;
  return {
    ...drawn,
    ...(named.label !== undefined && { label: named.label }),
    isOptional,
    isNullable,
    ...(fallback !== undefined && { fallback }),
    ...(named.shownIf && { shownIf: named.shownIf }),
    ...(named.alternative && { alternative: named.alternative }),
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

/** One option per name: a schema for several types is offered several times, a nested union by its own names. */
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
