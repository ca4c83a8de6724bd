/** The JSON pointer (RFC 6901) of a path of keys. */
export function pointer(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The pointer, or its nearest parent, made of our own plain names only: what a caller invented is not said back in a header. */
export function plainPointer(text: string): string {
  return /^(\/[A-Za-z0-9_-]{1,64})*/.exec(text)?.[0] ?? "";
}
