import { createHash } from "node:crypto";
import type { LoginCall } from "@banter/core/api/management/logins.ts";
import { AppError } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { countAttempt } from "../../store/people/login-attempts.ts";
import { deleteResetsOf } from "../../store/people/password-resets.ts";
import { deleteSession, deleteSessionOf } from "../../store/people/sessions.ts";
import { findUserId } from "../../store/people/users.ts";
import { writeLoginEntry } from "./audit-log.ts";
import { findKnownBrowser, type KnownBrowser, knownBrowserCookie } from "./known-browsers.ts";
import { findLoginSubject, type LoginSubject, writeFailure } from "./login-entries.ts";
import { clearLoginAttempts, countLoginAttempt } from "./login-throttle.ts";
import type { LoginRequest } from "./logins.ts";
import { checkForPlace, inKnownBrowser } from "./passwords.ts";

type Call = Pick<LoginCall, "isThrottled" | "audit"> & { key: string; body: Record<string, unknown> | undefined };
type Answer = { reply: unknown; cookies: string[] };

/**
 * Runs a call about a login. Calls with a password or code are throttled; an authenticator's code is good once. The
 * audit log is told of what succeeds, and of failed attempts against a known user.
 */
export async function callLogin(deps: Deps, request: LoginRequest, call: Call): Promise<Answer> {
  const email = typeof call.body?.email === "string" ? call.body.email : undefined;
  const browser = await findBrowserOf(deps, request, email);
  // First: counting costs five writes, which a flood of guesses that find no place must not cause.
  if (call.key === "POST /sign-in/email" && !browser) checkForPlace();
  const attempt = { network: request.address, email, browser };
  if (call.isThrottled) await countLoginAttempt(deps, attempt);
  const subject = await findLoginSubject(deps, request, { ...call, email });
  const running = () => run(deps, request, call, subject);
  const { reply, cookies } = await (browser ? inKnownBrowser(browser.userId, running) : running());
  if (call.isThrottled) await clearLoginAttempts(deps, attempt);
  const isLogin = subject.action === "logged_in";
  // While a second factor is asked for, the login is not complete.
  if (isLogin && !isLoggedIn(reply)) return { reply, cookies };
  const { userId, action } = subject;
  if (userId !== undefined && action) await writeLoginEntry(deps, userId, action, request.address);
  // A link for a new password that somebody else may have is useless after the person has chosen one.
  if (userId !== undefined && action === "password_changed") await deleteResetsOf(deps.db, userId);
  const known = isLogin && userId !== undefined ? [knownBrowserCookie(deps, userId, browser)] : [];
  return { reply, cookies: [...subject.cookies, ...cookies, ...known] };
}

async function run(deps: Deps, request: LoginRequest, { key, body }: Call, subject: LoginSubject): Promise<Answer> {
  try {
    if (key === "POST /revoke-session") return await endSession(deps, request, String(body?.token));
    const answer = await deps.logins.call(request, key, body ?? (key.startsWith("POST ") ? {} : undefined));
    if (key === "POST /two-factor/verify-totp") await useUpCode(deps, answer.reply as LoggedIn, String(body?.code));
    return answer;
  } catch (error) {
    // Nobody waits for the entry, so that the time of the answer does not tell who has a login here.
    if (error instanceof AppError && error.code === "unauthorized")
      writeFailure(deps, subject, request.address).catch((err) => deps.log.warn({ err }, "no entry in the audit log"));
    throw error;
  }
}

type LoggedIn = { token: string; user: { id: string } };

const isLoggedIn = (reply: unknown): reply is LoggedIn =>
  typeof (reply as Partial<LoggedIn> | null)?.token === "string";

/** The caller's browser, if the user of the e-mail has logged in with it before. */
async function findBrowserOf(
  deps: Deps,
  { cookie }: LoginRequest,
  email: string | undefined,
): Promise<KnownBrowser | undefined> {
  const browser = findKnownBrowser(deps, cookie);
  if (!browser || email === undefined) return browser;
  return browser.userId === (await findUserId(deps.db, email)) ? browser : undefined;
}

/** An authenticator's code is valid for 90 seconds. Refusing its second use defeats an onlooker. */
async function useUpCode({ db }: Deps, { token, user }: LoggedIn, code: string): Promise<void> {
  const hash = createHash("sha256").update(`${user.id} ${code}`).digest("base64url");
  const { count } = await countAttempt(db, `code ${hash}`, 120);
  if (count === 1) return;
  await deleteSession(db, token);
  throw new AppError("unauthorized", "The code has been used. Wait for the next one.");
}

/** Lists of sessions hold hashes of tokens, which the login library cannot look up. */
async function endSession({ db, logins }: Deps, request: LoginRequest, token: string): Promise<Answer> {
  const found = await logins.findUser(request);
  if (!found) throw new AppError("unauthorized", "Log in first.");
  await deleteSessionOf(db, found.user.id, token);
  return { reply: { status: true }, cookies: found.cookies };
}
