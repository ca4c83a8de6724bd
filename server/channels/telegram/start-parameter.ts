/** Escapes of characters that a start parameter may not hold. */
const escapes: Record<string, string> = { "-": "--", ".": "-d", "=": "-e" };
const escapedPrefix = "r--";

/**
 * Encodes a ref for `t.me/<bot>?start=…`, which takes 64 of A-Z, a-z, 0-9, _ and -. A ref with other characters is
 * escaped and begins with `r--`. Undefined if the result is too long.
 */
export function startParameterOf(ref: string): string | undefined {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(ref) && !ref.startsWith(escapedPrefix)) return ref;
  const parameter = escapedPrefix + ref.replaceAll(/[-.=]/g, (character) => escapes[character] ?? "");
  return /^[A-Za-z0-9_-]{1,64}$/.test(parameter) ? parameter : undefined;
}

/** The ref that a start parameter stands for. */
export function refOf(parameter: string): string {
  if (!parameter.startsWith(escapedPrefix)) return parameter;
  const characters = new Map(Object.entries(escapes).map(([character, pair]) => [pair, character]));
  return parameter.slice(escapedPrefix.length).replaceAll(/-[-de]/g, (pair) => characters.get(pair) ?? "");
}
