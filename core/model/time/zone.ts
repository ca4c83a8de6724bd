import { z } from "zod";

/** An IANA time zone, such as `Asia/Ho_Chi_Minh`. */
export const Zone = z.string().max(64).refine(isZone, { error: "must be an IANA time zone such as Europe/Paris" });

/** Valid zones, cached: there are some six hundred, and checking one takes a tenth of a millisecond. */
const known = new Set<string>();

function isZone(value: string): boolean {
  if (known.has(value)) return true;
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(value)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: value });
  } catch {
    return false;
  }
  // Names are valid in any mix of upper and lower case, so the cache is bounded.
  if (known.size < 2000) known.add(value);
  return true;
}
