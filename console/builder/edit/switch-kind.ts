import { isObject } from "@banter/core/model/json.ts";
import type { Form } from "../steps/schema-form.ts";
import { blankOption } from "./new-step.ts";

/** A blank value of another kind of a union, keeping the settings that both kinds have. */
export function switchKind(
  before: unknown,
  discriminator: string,
  option: [name: string, form: Form],
): Record<string, unknown> {
  const blank = blankOption(discriminator, option);
  const keeps = (key: string) => key !== discriminator && isObject(before) && Object.hasOwn(before, key);
  return Object.fromEntries(
    Object.entries(blank).map(([key, value]) => [key, keeps(key) && isObject(before) ? before[key] : value]),
  );
}
