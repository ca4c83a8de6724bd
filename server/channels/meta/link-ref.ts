/**
 * Adds a ref to a link. Meta gives back letters, digits and `-_=` only, so the dots of a ref are escaped.
 * https://developers.facebook.com/docs/messenger-platform/discovery/m-me-links
 */
export function linkWithRef(link: string, ref: string | null): string {
  return ref === null
    ? link
    : `${link}?ref=${encodeURIComponent(ref.replaceAll(/[.=]/g, (character) => escapes[character] ?? ""))}`;
}

/** The ref that a link was made with. */
export function refOf(carried: string): string {
  return carried.replaceAll(/=2E|=3D/g, (pair) => (pair === "=2E" ? "." : "="));
}

const escapes: Record<string, string> = { ".": "=2E", "=": "=3D" };
