import type { LoginCall } from "@banter/core/api/management/logins.ts";
import { AppError } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { countAttempt } from "../../store/people/login-attempts.ts";
import { deleteSession } from "../../store/people/sessions.ts";
import { sha256 } from "../sha256.ts";
import { countGuess, forgiveGuesses } from "./login-throttle.ts";
import type { LoginRequest } from "./logins.ts";

/** One of the calls about a login: guesses are counted first, and an authenticator's code is good once. */
export async function callLogin(
  deps: Deps,
  request: LoginRequest,
  { key, isGuess, body }: Pick<LoginCall, "isGuess"> & { key: string; body: Record<string, unknown> | undefined },
): Promise<{ reply: unknown; cookies: string[] }> {
  const email = typeof body?.email === "string" ? body.email : undefined;
  if (isGuess) await countGuess(deps, { network: request.address, email });
  const answer = await deps.logins.call(request, key, body ?? (key.startsWith("POST ") ? {} : undefined));
  if (email !== undefined) await forgiveGuesses(deps, email);
  if (key === "POST /two-factor/verify-totp") await useUp(deps, answer.reply as Verified, String(body?.code));
  return answer;
}

type Verified = { token: string; user: { id: string } };

/** Codes are good for a minute and a half, so whoever looked over a shoulder could use one again. */
async function useUp({ db }: Deps, { token, user }: Verified, code: string): Promise<void> {
  const { count } = await countAttempt(db, `code ${sha256(`${user.id} ${code}`).toString("base64url")}`, 120);
  if (count === 1) return;
  await deleteSession(db, token);
  throw new AppError("unauthorized", "The code has been used. Wait for the next one.");
}
