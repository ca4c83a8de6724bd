import type { Api, Visit, VisitDetails } from "./api.ts";
import type { Pause } from "./backoff.ts";
import { asCallError } from "./call-error.ts";
import { retry } from "./retry.ts";

/** Undefined if the page does not exist or refuses this visitor. */
export async function startVisit(
  api: Pick<Api, "visit">,
  details: VisitDetails,
  pause: Pause,
): Promise<Visit | undefined> {
  // A time zone or a ref that the server does not accept must not keep a visitor out.
  for (const attempt of [{ ...browserDetails(), ...details }, details, {}]) {
    try {
      return await retry(() => api.visit(attempt), pause);
    } catch (error) {
      if (asCallError(error).status !== 400) return undefined;
    }
  }
  return undefined;
}

function browserDetails(): VisitDetails {
  return { locale: navigator.language, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}
