/** What stands in a start parameter for what may not. */
const escapes: Record<string, string> = { "-": "--", ".": "-d", "=": "-e" };
const escaped = "r--";

/**
 * How a ref goes through `t.me/<bot>?start=…`, which takes 64 of A-Z, a-z, 0-9, _ and -. Others are escaped behind a mark;
 * undefined where even that is too long.
 */
export function startParameterOf(ref: string): string | undefined {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(ref) && !ref.startsWith(escaped)) return ref;
  const parameter = escaped + ref.replaceAll(/[-.=]/g, (sign) => escapes[sign] ?? "");
  return /^[A-Za-z0-9_-]{1,64}$/.test(parameter) ? parameter : undefined;
}

/** The ref that a start parameter stands for. */
export function refOf(parameter: string): string {
  if (!parameter.startsWith(escaped)) return parameter;
  const signs = new Map(Object.entries(escapes).map(([sign, pair]) => [pair, sign]));
  return parameter.slice(escaped.length).replaceAll(/-[-de]/g, (pair) => signs.get(pair) ?? "");
}
