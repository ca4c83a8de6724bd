import { AppError, invalidFields } from "@banter/core/model/error.ts";
import { faultsOf } from "@banter/core/model/faults.ts";
import type { z } from "zod";
import { checkText } from "./guards/body.ts";

/** Parses a value by its schema. Throws with every fault. */
export function readAs<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  if (value === undefined) throw new AppError("malformed_request", "The body is missing.");
  throw invalidFields(faultsOf(parsed.error));
}

/** Checks the texts of a path or a query. Those of a body are checked when it is parsed. */
export function checkTexts(fields: unknown): void {
  for (const [name, value] of Object.entries(fields ?? {}))
    for (const text of [value].flat()) if (typeof text === "string") checkText(text, [name]);
}
