import { z } from "zod";

/** The name of a page's secret. Templates of calls use it as `{{secret.name}}`. */
export const SecretName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, "must be letters, digits and underscores, not starting with a digit");

const prefix = "secret.";

/** The name in a template's variable such as `secret.api_key`; undefined for any other variable. */
export function secretNameOf(variable: string): string | undefined {
  if (!variable.startsWith(prefix)) return undefined;
  const name = variable.slice(prefix.length).trim();
  return SecretName.safeParse(name).success ? name : undefined;
}
