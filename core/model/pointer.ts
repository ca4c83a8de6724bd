/** The JSON pointer (RFC 6901) of a path of keys. */
export function pointer(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/**
 * The pointer, cut at the first part that is not a plain name, because a header must not repeat the caller's own text.
 */
export function plainPointer(text: string): string {
  return /^(\/[A-Za-z0-9_-]{1,64})*/.exec(text)?.[0] ?? "";
}
