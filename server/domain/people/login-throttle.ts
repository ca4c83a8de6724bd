import { createHash } from "node:crypto";
import { AppError } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { countAttempt, forgetAttempts } from "../../store/people/login-attempts.ts";
import { deleteEndedLogins } from "../../store/people/sessions.ts";
import type { KnownBrowser } from "./known-browsers.ts";

/** The brute-force limits of logins: attempts a minute. */
const maxPerNetwork = 20;
/** A home has up to a /56, an office up to a /48; in a mobile network thousands of phones share one. */
const maxPerHome = 40;
const maxPerSite = 100;
const maxPerNetworkAndEmail = 5;
/** High, so that few networks cannot lock the owner out of a new browser. */
const maxPerEmail = 60;
const maxPerKnownBrowser = 10;

/** `browser`: one in which the user of the e-mail has logged in before. */
export type LoginAttempt = { network: string; email: string | undefined; browser: KnownBrowser | undefined };

/**
 * Counts an attempt to log in before its password or code is checked. Throws when there were too many in the last
 * minute. A known browser has an allowance of its own, so that nobody else can lock it out. The counts are in the
 * database, so the limits hold across all nodes.
 */
export async function countLoginAttempt(deps: Pick<Deps, "db" | "log">, attempt: LoginAttempt): Promise<void> {
  for (const { key, max } of limitsOf(attempt)) {
    const { count, secondsLeft } = await countAttempt(deps.db, key, 60);
    if (count > max) {
      throw new AppError("rate_limited", "Too many attempts. Wait a little before the next one.", {
        headers: { "retry-after": String(secondsLeft) },
      });
    }
  }
  deleteEnded(deps);
}

const deletionMs = 10_000;
let deletedAt = Number.NEGATIVE_INFINITY;

/** Attempts also delete expired rows, but a flood of them does so rarely. The caller does not wait for it. */
function deleteEnded({ db, log }: Pick<Deps, "db" | "log">): void {
  if (performance.now() - deletedAt < deletionMs) return;
  deletedAt = performance.now();
  deleteEndedLogins(db).catch((error) => log.warn({ err: error }, "expired logins not deleted"));
}

/** Forgets the attempts of this browser or network with this e-mail after its password was right. */
export async function clearLoginAttempts({ db }: Pick<Deps, "db">, { network, email, browser }: LoginAttempt) {
  if (browser) await forgetAttempts(db, browserKey(browser));
  else if (email !== undefined) await forgetAttempts(db, pairKey(network, email));
}

/** An attempt that exceeds one limit does not count for the next: one network uses up little of an e-mail's limit. */
function limitsOf({ network, email, browser }: LoginAttempt): { key: string; max: number }[] {
  if (browser) return [{ key: browserKey(browser), max: maxPerKnownBrowser }];
  const limits = [{ key: `from ${network}`, max: maxPerNetwork }, ...widerLimits(network)];
  if (email === undefined) return limits;
  return [
    ...limits,
    { key: pairKey(network, email), max: maxPerNetworkAndEmail },
    { key: `as ${hashEmail(email)}`, max: maxPerEmail },
  ];
}

/** An IPv6 /56 or /48 holds hundreds of /64 networks, whose limits alone would add up to thousands of attempts. */
function widerLimits(network: string): { key: string; max: number }[] {
  const [, site, subnet = ""] = /^([0-9a-f]+:[0-9a-f]+:[0-9a-f]+):([0-9a-f]+)$/i.exec(network) ?? [];
  if (site === undefined) return [];
  const home = (Number.parseInt(subnet, 16) & 0xff00).toString(16);
  return [
    { key: `from ${site}:${home}/56`, max: maxPerHome },
    { key: `from ${site}/48`, max: maxPerSite },
  ];
}

const browserKey = ({ id }: KnownBrowser) => `in ${id}`;
const pairKey = (network: string, email: string) => `as ${hashEmail(email)} from ${network}`;

/** Hashed, because people type passwords into the e-mail field by mistake. */
export const hashEmail = (email: string) => createHash("sha256").update(email).digest("base64url");
