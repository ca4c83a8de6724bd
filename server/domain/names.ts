import { invalidFields } from "@banter/core/model/error.ts";
import { faultsOf } from "@banter/core/model/faults.ts";
import type { z } from "zod";

/** Refuses a name that cannot be one, as the field `name`. */
export function checkName(schema: z.ZodString, name: string): void {
  const { error } = schema.safeParse(name);
  if (error) throw invalidFields(faultsOf(error).map(({ message }) => ({ path: "/name", message })));
}
