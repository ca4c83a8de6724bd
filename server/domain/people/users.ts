import { randomInt } from "node:crypto";
import { Email, Password } from "@banter/core/api/management/logins.ts";
import { AppError, invalidFields } from "@banter/core/model/error.ts";
import { faultsOf } from "@banter/core/model/faults.ts";
import { Name } from "@banter/core/model/names.ts";
import { Role } from "@banter/core/model/role.ts";
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { saveMember } from "../../store/people/members.ts";
import { insertUser, savePassword } from "../../store/people/users.ts";
import { getWorkspaceId } from "../pages/pages.ts";
import { hashPassword } from "./passwords.ts";

export const NewUser = z.strictObject({
  email: Email,
  name: Name,
  password: Password,
  role: Role,
});

/** Creates a user who can log in, as a member of the workspace; of the first one if none is named. */
export async function createUser(
  { db }: Pick<Deps, "db">,
  given: z.input<typeof NewUser>,
  workspaceId?: number,
): Promise<void> {
  const parsed = NewUser.safeParse(given);
  if (!parsed.success) throw invalidFields(faultsOf(parsed.error));
  const { role, ...login } = parsed.data;
  await db.transact(async (db) => {
    const userId = await createLogin({ db }, login);
    await saveMember(db, await getWorkspaceId({ db }, workspaceId), userId, role);
  });
}

/** Creates a user who can log in, without any membership. Returns their id. */
export async function createLogin(
  { db }: Pick<Deps, "db">,
  { email, name, password }: { email: string; name: string; password: string },
): Promise<string> {
  const userId = await insertUser(db, { email, name });
  if (!userId) throw new AppError("conflict", "There is already a user with this e-mail address.");
  await savePassword(db, userId, await hashPassword(password));
  return userId;
}

/** Four groups of letters and digits without look-alikes such as l and 1: about 98 bits. */
export function newPassword(): string {
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join("");
  return Array.from({ length: 4 }, group).join("-");
}

const letters = "abcdefghijkmnpqrstuvwxyz23456789";
