import { type Api, asCallError, type Visit, type VisitDetails } from "./api.ts";
import type { createPause } from "./backoff.ts";
import { insist } from "./retry.ts";

/** Undefined if there is no such page, or not for us. */
export async function admit(
  api: Pick<Api, "visit">,
  details: VisitDetails,
  pause: ReturnType<typeof createPause>,
): Promise<Visit | undefined> {
  // A zone or a ref that the server does not like must not keep anybody out.
  for (const told of [{ ...about(), ...details }, details, {}]) {
    try {
      return await insist(() => api.visit(told), pause);
    } catch (error) {
      if (asCallError(error).status !== 400) return undefined;
    }
  }
  return undefined;
}

function about(): VisitDetails {
  return { locale: navigator.language, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}
