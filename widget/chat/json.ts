// Readers for JSON whose shape is not guaranteed: saved by an earlier version, or sent by a later one.

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

export function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Leaves out items that `read` does not understand; empty if the value is not a list. */
export function readList<T>(value: unknown, read: (item: unknown) => T | undefined): T[] {
  return Array.isArray(value) ? value.map(read).filter((item) => item !== undefined) : [];
}
