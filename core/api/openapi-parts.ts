import { z } from "zod";
import { type ErrorCode, statusOf } from "../model/error.ts";

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

/** The operations of a table, by their paths. */
export function pathsOf<Call>(
  table: Record<string, Call>,
  prefix: string,
  describe: (method: string, call: Call) => object,
): Record<string, Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [key, call] of Object.entries(table)) {
    const [method = "", path = ""] = key.split(" ");
    const url = (prefix + path).replaceAll(/:(\w+)/g, "{$1}");
    paths[url] = { ...paths[url], [method.toLowerCase()]: describe(method, call) };
  }
  return paths;
}

export const answerOf = (schema: object, type = "application/json") => ({
  description: "Done.",
  content: { [type]: { schema } },
});

/** Failures that are problem documents, by their status. */
export function problemsOf(codes: ErrorCode[]) {
  const byStatus = Object.groupBy(new Set(codes), (code) => String(statusOf[code]));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, group = []]) => [
      status,
      {
        description: group.map((code) => `\`${code}\``).join(", "),
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    ]),
  );
}

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
export const idempotencyKeyParameter = {
  name: "idempotency-key",
  in: "header",
  required: false,
  schema: { type: "string", minLength: 1, maxLength: 255 },
};
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
