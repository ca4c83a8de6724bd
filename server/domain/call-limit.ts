import { AppError } from "@banter/core/model/error.ts";
import type { Deps } from "../deps.ts";
import { countAttempt } from "../store/people/login-attempts.ts";

/** At most `max` calls with the key in a window of time. */
export type CallLimit = { key: string; max: number; windowSeconds: number };

/** Counts a call. Throws if there were too many in the window, on all nodes together. */
export async function countCall({ db }: Pick<Deps, "db">, { key, max, windowSeconds }: CallLimit): Promise<void> {
  const { count, secondsLeft } = await countAttempt(db, key, windowSeconds);
  if (count <= max) return;
  throw new AppError("rate_limited", "Too many calls. Wait a little before the next one.", {
    headers: { "retry-after": String(secondsLeft) },
  });
}
