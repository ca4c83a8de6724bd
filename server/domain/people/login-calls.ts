import { createHash } from "node:crypto";
import type { LoginCall } from "@banter/core/api/management/logins.ts";
import { AppError } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { countAttempt } from "../../store/people/login-attempts.ts";
import { deleteSession, deleteSessionOf } from "../../store/people/sessions.ts";
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
  if (key === "POST /revoke-session") return endSession(deps, request, String(body?.token));
  const email = typeof body?.email === "string" ? body.email : undefined;
  if (isThrottled) await countLoginAttempt(deps, { network: request.address, email });
  const answer = await deps.logins.call(request, key, body ?? (key.startsWith("POST ") ? {} : undefined));
  if (email !== undefined) await clearLoginAttempts(deps, email);
  if (key === "POST /two-factor/verify-totp") await useUpCode(deps, answer.reply as Verified, String(body?.code));
  return answer;
}

/** Lists of sessions hold hashes of tokens, which the login library cannot look up. */
async function endSession({ db, logins }: Deps, request: LoginRequest, token: string) {
  const found = await logins.findUser(request);
  if (!found) throw new AppError("unauthorized", "Log in first.");
  await deleteSessionOf(db, found.user.id, token);
  return { reply: { status: true }, cookies: found.cookies };
}

type Verified = { token: string; user: { id: string } };

/** An authenticator's code is valid for 90 seconds. Refusing its second use defeats an onlooker. */
async function useUpCode({ db }: Deps, { token, user }: Verified, code: string): Promise<void> {
  const hash = createHash("sha256").update(`${user.id} ${code}`).digest("base64url");
  const { count } = await countAttempt(db, `code ${hash}`, 120);
  if (count === 1) return;
  await deleteSession(db, token);
  throw new AppError("unauthorized", "The code has been used. Wait for the next one.");
}
