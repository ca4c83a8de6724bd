import { createHash } from "node:crypto";
import { AppError } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { countAttempt, forgetAttempts } from "../../store/people/login-attempts.ts";
import { deleteEndedLogins } from "../../store/people/sessions.ts";

/** The brute-force limits of logins: attempts a minute. */
const maxPerNetwork = 20;
const maxPerEmail = 5;

/**
 * Counts an attempt to log in before its password or code is checked, by the caller's network and by e-mail. Throws
 * when there were too many in the last minute. The counts are in the database, so the limits hold across all nodes.
 */
export async function countLoginAttempt(
  { db, log }: Pick<Deps, "db" | "log">,
  { network, email }: { network: string; email: string | undefined },
): Promise<void> {
  const limits = [{ key: `from ${network}`, max: maxPerNetwork }];
  if (email !== undefined) limits.push({ key: keyOf(email), max: maxPerEmail });
  for (const { key, max } of limits) {
    const { count, secondsLeft } = await countAttempt(db, key, 60);
    if (count > max) {
      throw new AppError("rate_limited", "Too many attempts. Wait a little before the next one.", {
        headers: { "retry-after": String(secondsLeft) },
      });
    }
    // The first attempt of a window also deletes expired rows. The caller does not wait for it.
    if (count === 1) deleteEndedLogins(db).catch((error) => log.warn({ err: error }, "expired logins not deleted"));
  }
}

/** Forgets the attempts with an e-mail after its password was right. */
export function clearLoginAttempts({ db }: Pick<Deps, "db">, email: string): Promise<void> {
  return forgetAttempts(db, keyOf(email));
}

/** Hashed, because people type passwords into the e-mail field by mistake. */
const keyOf = (email: string) => `as ${createHash("sha256").update(email).digest("base64url")}`;
