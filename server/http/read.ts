import { AppError, invalidFields } from "@banter/core/model/error.ts";
import { faultsOf } from "@banter/core/model/faults.ts";
import type { z } from "zod";

/** Parses a value by its schema. Throws with every fault. */
export function readAs<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  if (value === undefined) throw new AppError("malformed_request", "The body is missing.");
  throw invalidFields(faultsOf(parsed.error));
}
