import { z } from "zod";

/** An IANA time zone, such as `Asia/Ho_Chi_Minh`. */
export const Zone = z.string().max(64).refine(isZone, { error: "must be an IANA time zone such as Europe/Paris" });

function isZone(value: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(value)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
