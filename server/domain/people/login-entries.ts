import type { LoginAction, LoginCall } from "@banter/core/api/management/logins.ts";
import type { Deps } from "../../deps.ts";
import { countAttempt } from "../../store/people/login-attempts.ts";
import { findChallengedUser, findUserId, hasTwoFactor } from "../../store/people/users.ts";
import { writeLoginEntry } from "./audit-log.ts";
import type { LoginRequest } from "./logins.ts";

/** The user that a login call concerns, and its actions in the audit log if it succeeds and if it fails. */
export type LoginSubject = {
  userId: string | undefined;
  action: LoginAction | undefined;
  failure: LoginAction | undefined;
  /** Cookies of the session, if looking it up has prolonged it. */
  cookies: string[];
};

/** Finds them before the call: it may end the session, or use up the challenge. */
export async function findLoginSubject(
  { db, logins }: Pick<Deps, "db" | "logins">,
  request: LoginRequest,
  { key, audit, email }: Pick<LoginCall, "audit"> & { key: string; email: string | undefined },
): Promise<LoginSubject> {
  if (!audit) return { userId: undefined, action: undefined, failure: undefined, cookies: [] };
  if (email !== undefined)
    return { userId: await findUserId(db, email), action: audit, failure: "login_failed", cookies: [] };
  const session = await logins.findUser(request);
  if (!session) {
    const userId = await findChallengedUser(db, challengeIn(request.cookie));
    return { userId, action: audit, failure: audit === "logged_in" ? "second_factor_failed" : undefined, cookies: [] };
  }
  const { user, cookies } = session;
  return { userId: user.id, action: await actionIn(db, user.id, { key, audit }), failure: undefined, cookies };
}

/** With a session, a right code is no login: the first one turns the second factor on. */
async function actionIn(
  db: Deps["db"],
  userId: string,
  { key, audit }: { key: string; audit: LoginAction },
): Promise<LoginAction | undefined> {
  if (audit !== "logged_in") return audit;
  return key === "POST /two-factor/verify-totp" && !(await hasTwoFactor(db, userId))
    ? "second_factor_added"
    : undefined;
}

/** Writes a failed attempt against a known user, at most one in five minutes: guessing must not fill the log. */
export async function writeFailure(
  { db }: Pick<Deps, "db">,
  { userId, failure }: LoginSubject,
  address: string,
): Promise<void> {
  if (userId === undefined || failure === undefined) return;
  const { count } = await countAttempt(db, `${failure} ${userId}`, 300);
  if (count === 1) await writeLoginEntry({ db }, userId, failure, address);
}

/** The name under which better-auth remembers that it has asked for a second factor; the cookie appends a signature. */
function challengeIn(cookies: string): string {
  const [, value = ""] = /(?:^|;\s*)(?:__Secure-)?banter\.two_factor=([^;]*)/.exec(cookies) ?? [];
  return value.split(".")[0] ?? "";
}
