import { z } from "zod";

/**
 * A tree of the fields of a schema whose meta data is relevant. It is built once per schema, since walking the schema
 * for every value takes about nine times as long. Undefined if there are no such fields.
 */
export type SchemaMap =
  | { type: "object"; fields: FieldMap[] }
  | { type: "record"; values: Omit<FieldMap, "keys"> }
  | { type: "list"; items: SchemaMap }
  | { type: "union"; discriminator: string; options: Map<unknown, SchemaMap> };

export type FieldMap = {
  /** The keys that the field may have. */
  keys: readonly string[];
  /** The meta data of the field, if it is relevant. */
  meta: z.GlobalMeta | undefined;
  inner: SchemaMap | undefined;
};

export type Interest = {
  isRelevant: (meta: z.GlobalMeta) => boolean;
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
  const isRelevant = interest.isRelevant(meta);
  return { keys: interest.keysOf(key, meta), meta: isRelevant ? meta : undefined, inner: mapSchema(schema, interest) };
}

/** Returns several entries for an option that is a union itself. */
function mapOption(option: z.core.$ZodType, discriminator: string, interest: Interest): [unknown, SchemaMap][] {
  const map = mapSchema(option, interest);
  const names = option._zod.propValues?.[discriminator] ?? [];
  return map ? [...names].map((name) => [name, map]) : [];
}

/** The meta data of the schema, or of the schema that it wraps. */
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
