import type { Route } from "@banter/core/api/contract.ts";
import { isObject } from "@banter/core/model/json.ts";
import { z } from "zod";

/** The schema for Fastify's serialiser, which writes only the fields that the contract declares. */
export function responseSchema(route: Route) {
  const { $schema: _, ...schema } = z.toJSONSchema(route.reply, { io: "output", reused: "inline" });
  return withNullable(schema);
}

/**
 * For every value of an `anyOf` the serialiser runs a validator, which takes most of the time of a long list.
 * `nullable` gives the same bytes for a value that may be null, without the validator.
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
