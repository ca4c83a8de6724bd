import { invalidFields } from "@banter/core/model/error.ts";
import { faultsOf } from "@banter/core/model/faults.ts";
import type { z } from "zod";

/** Throws for a name that is not valid, with the field `name`. */
export function checkName(schema: z.ZodString, name: string): void {
  const { error } = schema.safeParse(name);
  if (error) throw invalidFields(faultsOf(error).map(({ message }) => ({ path: "/name", message })));
}
