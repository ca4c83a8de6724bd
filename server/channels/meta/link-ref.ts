/**
 * A ref as links can carry it: Meta gives back letters, digits and `-_=` only, and a ref of ours may have dots.
 * https://developers.facebook.com/docs/messenger-platform/discovery/m-me-links
 */
export function linkWithRef(link: string, ref: string | null): string {
  return ref === null
    ? link
    : `${link}?ref=${encodeURIComponent(ref.replaceAll(/[.=]/g, (sign) => escapes[sign] ?? ""))}`;
}

/** The ref that was put into a link. */
export function refOf(carried: string): string {
  return carried.replaceAll(/=2E|=3D/g, (sign) => (sign === "=2E" ? "." : "="));
}

const escapes: Record<string, string> = { ".": "=2E", "=": "=3D" };
