import { z } from "zod";
import { statusOf } from "../model/error.ts";

/** Parts that the OpenAPI documents of all our APIs share. */
export const problemSchema = {
  type: "object",
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    code: { enum: Object.keys(statusOf) },
    detail: { type: "string" },
    errors: {
      type: "array",
      items: { type: "object", properties: { path: { type: "string" }, message: { type: "string" } } },
    },
  },
};

export const operationIdOf = (summary: string) => summary.toLowerCase().replaceAll(/[^a-z]+/g, "_");

export function bodyOf(body: z.ZodType) {
  const isOptional = body.safeParse(undefined).success;
  return { required: !isOptional, content: { "application/json": { schema: schemaOf(body, "input") } } };
}

/** A body that is a file, beside its name in a header. */
export const fileBodyOf = (type = "application/octet-stream") => ({
  required: true,
  content: { [type]: { schema: { type: "string", format: "binary" } } },
});
export const fileNameParameter = {
  name: "x-file-name",
  in: "header",
  required: true,
  description: "The file's name, percent-encoded.",
  schema: { type: "string" },
};

export function parametersOf(place: "path" | "query", schema: z.ZodObject | undefined) {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === "path",
    schema: schemaOf(field as z.ZodType, "input"),
  }));
}

export function schemaOf(schema: z.ZodType, io: "input" | "output") {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io, reused: "inline" });
  return plain;
}
