import { createHash } from "node:crypto";
import { AppError } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { countAttempt, forgetAttempts } from "../../store/people/login-attempts.ts";
import { deleteEndedLogins } from "../../store/people/sessions.ts";

/**
 * Before a password or a code is looked at: refuses those who try too often, by where they come from and by whom they
 * claim to be. Counted in the database, so that it holds on every node; a minute later one may try again.
 */
export async function countGuess(
  { db, log }: Pick<Deps, "db" | "log">,
  { network, email }: { network: string; email: string | undefined },
): Promise<void> {
  const keys = [{ key: `from ${network}`, most: 20 }];
  if (email !== undefined) keys.push({ key: keyOf(email), most: 5 });
  for (const { key, most } of keys) {
    const { count, secondsLeft } = await countAttempt(db, key, 60);
    if (count > most) {
      throw new AppError("rate_limited", "Too many attempts. Wait a little before the next one.", {
        headers: { "retry-after": String(secondsLeft) },
      });
    }
    // Nobody waits for the cleaning, and one caller in a window is enough for it.
    if (count === 1) deleteEndedLogins(db).catch((error) => log.warn({ err: error }, "expired logins not deleted"));
  }
}

/** The password was right: what was tried before was its owner's slips. */
export function forgiveGuesses({ db }: Pick<Deps, "db">, email: string): Promise<void> {
  return forgetAttempts(db, keyOf(email));
}

/** What people try is none of the database's business, a password typed in the wrong field least of all. */
const keyOf = (email: string) => `as ${createHash("sha256").update(email).digest("base64url")}`;
