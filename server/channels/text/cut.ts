/** A platform's text within bounds: undefined if it has none. Stored texts hold no zero characters. */
export function cut(text: unknown, max: number): string | undefined {
  if (typeof text !== "string") return undefined;
  const kept = text.replaceAll("\0", "").slice(0, max).toWellFormed().trim();
  return kept === "" ? undefined : kept;
}
