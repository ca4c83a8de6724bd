import type { Route } from "@banter/core/api/contract.ts";
import { isObject } from "@banter/core/model/json.ts";
import { z } from "zod";

/** Answers carry what the contract shows and nothing else: the serialiser writes only declared fields. */
export function responseSchema(route: Route) {
  const { $schema: _, ...schema } = z.toJSONSchema(route.reply, { io: "output", reused: "inline" });
  return withNullable(schema);
}

/**
 * The serialiser runs a validator on every value of an `anyOf`, which takes most of the time of a long list. For a value
 * that may be null, `nullable` writes the same bytes without it.
 */
function withNullable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNullable);
  if (!isObject(schema)) return schema;
  const { anyOf, ...others } = schema;
  if (Array.isArray(anyOf) && anyOf.length === 2 && anyOf.some(isNull)) {
    return { ...others, ...anyOf.find((option) => !isNull(option)), nullable: true };
  }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withNullable(value)]));
}

const isNull = (schema: unknown) => isObject(schema) && schema.type === "null";
