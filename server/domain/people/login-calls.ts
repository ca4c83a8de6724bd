import { createHash } from "node:crypto";
import type { LoginCall } from "@banter/core/api/management/logins.ts";
import { AppError } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { countAttempt } from "../../store/people/login-attempts.ts";
import { deleteSession } from "../../store/people/sessions.ts";
import { findUserId } from "../../store/people/users.ts";
import { findKnownBrowser, type KnownBrowser, knownBrowserCookie } from "./known-browsers.ts";
import { clearLoginAttempts, countLoginAttempt } from "./login-throttle.ts";
import type { LoginRequest } from "./logins.ts";

/** Runs a call about a login. Calls with a password or code are throttled; an authenticator's code is good once. */
export async function callLogin(
  deps: Deps,
  request: LoginRequest,
  {
    key,
    isThrottled,
    body,
  }: Pick<LoginCall, "isThrottled"> & {
    key: string;
    body: Record<string, unknown> | undefined;
  },
): Promise<{ reply: unknown; cookies: string[] }> {
  const email = typeof body?.email === "string" ? body.email : undefined;
  const browser = await findBrowserOf(deps, request, email);
  const attempt = { network: request.address, email, browser };
  if (isThrottled) await countLoginAttempt(deps, attempt);
  const { reply, cookies } = await deps.logins.call(request, key, body ?? (key.startsWith("POST ") ? {} : undefined));
  if (isThrottled) await clearLoginAttempts(deps, attempt);
  if (key === "POST /two-factor/verify-totp") await useUpCode(deps, reply as LoggedIn, String(body?.code));
  const isLogin = loginKeys.includes(key) && isLoggedIn(reply);
  return { reply, cookies: isLogin ? [...cookies, knownBrowserCookie(deps, reply.user.id, browser)] : cookies };
}

/** The calls that can complete a login. */
const loginKeys = ["POST /sign-in/email", "POST /two-factor/verify-totp", "POST /two-factor/verify-backup-code"];

type LoggedIn = { token: string; user: { id: string } };

/** False while a second factor is asked for. */
const isLoggedIn = (reply: unknown): reply is LoggedIn => typeof (reply as Partial<LoggedIn> | null)?.token === "string";

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
