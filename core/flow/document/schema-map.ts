import { z } from "zod";

/**
 * Where in a value of a schema the telling fields are: a small tree that is made once, because asking the schema
 * itself again for every value takes about nine times as long. Undefined where there are none.
 */
export type SchemaMap =
  | { type: "object"; fields: FieldMap[] }
  | { type: "record"; values: Omit<FieldMap, "keys"> }
  | { type: "list"; items: SchemaMap }
  | { type: "union"; discriminator: string; options: Map<unknown, SchemaMap> };

export type FieldMap = {
  /** The names under which the field may stand. */
  keys: readonly string[];
  /** What the schema tells of it, if that is of interest. */
  meta: z.GlobalMeta | undefined;
  inner: SchemaMap | undefined;
};

export type Interest = {
  isTelling: (meta: z.GlobalMeta) => boolean;
  keysOf: (key: string, meta: z.GlobalMeta) => readonly string[];
};

export function mapSchema(schema: z.core.$ZodType, interest: Interest): SchemaMap | undefined {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray) {
    const items = mapSchema(inner.element, interest);
    return items && { type: "list", items };
  }
  if (inner instanceof z.ZodDiscriminatedUnion) {
    const { discriminator } = inner.def;
    const options = new Map(inner.options.flatMap((option) => mapOption(option, discriminator, interest)));
    return options.size > 0 ? { type: "union", discriminator, options } : undefined;
  }
  if (inner instanceof z.ZodRecord) {
    const { meta, inner: values } = mapField("", inner.valueType, interest);
    return meta || values ? { type: "record", values: { meta, inner: values } } : undefined;
  }
  if (!(inner instanceof z.ZodObject)) return undefined;
  const fields = Object.entries<z.core.$ZodType>(inner.shape)
    .map(([key, field]) => mapField(key, field, interest))
    .filter(({ meta, inner }) => meta || inner);
  return fields.length > 0 ? { type: "object", fields } : undefined;
}

function mapField(key: string, schema: z.core.$ZodType, interest: Interest): FieldMap {
  const meta = metaOf(schema);
  const isTelling = interest.isTelling(meta);
  return { keys: interest.keysOf(key, meta), meta: isTelling ? meta : undefined, inner: mapSchema(schema, interest) };
}

/** An option that is a union itself has several names. */
function mapOption(option: z.core.$ZodType, discriminator: string, interest: Interest): [unknown, SchemaMap][] {
  const map = mapSchema(option, interest);
  const names = option._zod.propValues?.[discriminator] ?? [];
  return map ? [...names].map((name) => [name, map]) : [];
}

/** What the schema tells, or the one it wraps. */
function metaOf(schema: z.core.$ZodType): z.GlobalMeta {
  const meta = z.globalRegistry.get(schema);
  if (meta?.input || meta?.template) return meta;
  const inner = wrapped(schema);
  return inner ? metaOf(inner) : {};
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const inner = wrapped(schema);
  return inner ? unwrap(inner) : schema;
}

function wrapped(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return schema.def.innerType;
  }
  return schema instanceof z.ZodPipe ? schema.in : undefined;
}
