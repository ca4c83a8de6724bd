import { randomBytes } from "node:crypto";
import { AppError, notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { countAttempt } from "../../store/people/login-attempts.ts";
import { deleteResetsOf, holdReset, insertReset } from "../../store/people/password-resets.ts";
import { deleteSessions } from "../../store/people/sessions.ts";
import { findUserId, savePassword } from "../../store/people/users.ts";
import { hashToken } from "../hashes.ts";
import { writeLoginEntry } from "./audit-log.ts";
import { emailTexts, languageOf } from "./emails.ts";
import { countLoginAttempt, hashEmail } from "./login-throttle.ts";
import { hashPassword } from "./passwords.ts";

/** More would only fill the person's mailbox; the links that were sent work. */
const maxEmailsPerHour = 5;

type Request = { email: string; network: string };

/**
 * Sends a link for a new password, if the address is a user's. Nobody waits for that, so that neither the answer nor
 * its time tells who has a login here.
 */
export async function requestPasswordReset(deps: Deps, request: Request): Promise<void> {
  const { emails, log } = deps;
  if (!emails) throw new AppError("conflict", "The server sends no e-mail. Ask an owner of your workspace.");
  await countLoginAttempt(deps, { network: request.network, email: undefined, browser: undefined });
  sendResetLink({ ...deps, emails }, request).catch((error) => log.warn({ err: error }, "no link for a new password"));
}

async function sendResetLink(
  deps: Pick<Deps, "db" | "baseUrl"> & { emails: NonNullable<Deps["emails"]> },
  { email, network }: Request,
): Promise<void> {
  const { count } = await countAttempt(deps.db, `reset ${hashEmail(email)}`, 3600);
  const userId = count > maxEmailsPerHour ? undefined : await findUserId(deps.db, email);
  if (userId === undefined) return;
  const { link } = await createResetLink(deps, userId, { hours: 1 });
  await writeLoginEntry(deps, userId, "password_reset_requested", network);
  deps.emails.send({ to: email, ...emailTexts[await languageOf(deps, userId)].reset({ link, host: hostOf(deps) }) });
}

/** Makes a link that sets the user's password, once. Only the hash of its token is stored. */
export async function createResetLink(
  { db, baseUrl }: Pick<Deps, "db" | "baseUrl">,
  userId: string,
  { hours }: { hours: number },
): Promise<{ link: string; expiresAt: Date }> {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = await insertReset(db, { userId, tokenHash: hashToken(token), hours });
  // In the fragment, which browsers do not send: the token stays out of server logs.
  return { link: `${baseUrl()}/reset#${token}`, expiresAt };
}

export async function getReset({ db }: Pick<Deps, "db">, token: string): Promise<{ userId: string; email: string }> {
  const reset = await holdReset(db, hashToken(token));
  if (!reset) throw notFound("link, or it has been used or has run out");
  return reset;
}

/** Sets the password by a link. All links and sessions of the user end; a second factor stays. */
export async function usePasswordReset(
  deps: Pick<Deps, "db" | "emails" | "baseUrl">,
  { token, password }: { token: string; password: string },
): Promise<void> {
  await deps.db.transact(async (db) => {
    const { userId, email } = await getReset({ db }, token);
    await setPassword({ db }, userId, password);
    await writeLoginEntry({ db }, userId, "password_reset", null);
    deps.emails?.send({ to: email, ...emailTexts[await languageOf({ db }, userId)].wasReset({ host: hostOf(deps) }) });
  });
}

/** Sets a user's password, which ends all their sessions. */
export async function setPassword({ db }: Pick<Deps, "db">, userId: string, password: string): Promise<void> {
  await savePassword(db, userId, await hashPassword(password));
  await deleteResetsOf(db, userId);
  await deleteSessions(db, userId);
}

export const hostOf = ({ baseUrl }: Pick<Deps, "baseUrl">) => new URL(baseUrl()).host;
