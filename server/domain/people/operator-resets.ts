import { Password } from "@banter/core/api/management/logins.ts";
import { invalidFields, notFound } from "@banter/core/model/error.ts";
import { faultsOf } from "@banter/core/model/faults.ts";
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { insertUserEntries } from "../../store/people/audit-log.ts";
import { findUserId } from "../../store/people/users.ts";
import { removeSecondFactor } from "./member-resets.ts";
import { setPassword } from "./password-resets.ts";

/** Sets a user's password from the command line. */
export async function resetPasswordOf({ db }: Pick<Deps, "db">, email: string, password: string): Promise<void> {
  const parsed = z.strictObject({ password: Password }).safeParse({ password });
  if (!parsed.success) throw invalidFields(faultsOf(parsed.error));
  await db.transact(async (db) => {
    const userId = await getUserId({ db }, email);
    await setPassword({ db }, userId, password);
    await insertUserEntries(db, { userId, by: "", action: "member_password_reset", subject: email });
  });
}

/** Removes a user's second factor from the command line. */
export async function resetSecondFactorOf({ db }: Pick<Deps, "db">, email: string): Promise<void> {
  await db.transact(async (db) => {
    const userId = await getUserId({ db }, email);
    await removeSecondFactor({ db }, userId);
    await insertUserEntries(db, { userId, by: "", action: "member_second_factor_reset", subject: email });
  });
}

async function getUserId({ db }: Pick<Deps, "db">, email: string): Promise<string> {
  const userId = await findUserId(db, email);
  if (userId === undefined) throw notFound("user");
  return userId;
}
