import { invalidFields } from "@banter/core/model/error.ts";
import { faultsOf } from "@banter/core/model/faults.ts";
import { TreeName } from "@banter/core/model/names.ts";
import type { z } from "zod";

/** Throws for a name that is not valid, with the field `name`. */
export function checkName(schema: z.ZodString, name: string): void {
  const { error } = schema.safeParse(name);
  if (error) throw invalidFields(faultsOf(error).map(({ message }) => ({ path: "/name", message })));
}

/** The name itself or, if it is taken, the first free one of `Orders (2)`, `Orders (3)` and so on. */
export function freeName(name: string, taken: Set<string>): string {
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : withEnd(name, ` (${number})`);
    if (!taken.has(free)) return free;
  }
}

/** Shortens the name where both together would be too long. */
function withEnd(name: string, end: string): string {
  const whole = name + end;
  return TreeName.safeParse(whole).success ? whole : withEnd([...name].slice(0, -1).join("").trimEnd(), end);
}
