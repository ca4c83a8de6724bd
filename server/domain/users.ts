import { randomInt } from "node:crypto";
import { AppError, invalidFields } from "@banter/core/model/error.ts";
import { faultsOf } from "@banter/core/model/faults.ts";
import { Name } from "@banter/core/model/names.ts";
import { hashPassword } from "better-auth/crypto";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { insertUser, type Role, saveMember, savePassword } from "../store/users.ts";
import { ensureWorkspace } from "./pages.ts";

export const NewUser = z.strictObject({
  email: z.email("must be an e-mail address").max(255).toLowerCase(),
  name: Name,
  password: z.string().min(12).max(128),
  role: z.enum(["owner", "editor", "agent", "viewer"]),
});

/** Makes somebody who can log in, in the first workspace. */
export async function createUser({ db }: Pick<Deps, "db">, given: z.input<typeof NewUser>): Promise<void> {
  const parsed = NewUser.safeParse(given);
  if (!parsed.success) throw invalidFields(faultsOf(parsed.error));
  const { email, name, password, role } = parsed.data;
  const hash = await hashPassword(password);
  await db.transact(async (db) => {
    const userId = await insertUser(db, { email, name });
    if (!userId) throw new AppError("conflict", "Somebody with that e-mail exists already.");
    await savePassword(db, userId, hash);
    await saveMember(db, await ensureWorkspace(db), userId, role satisfies Role);
  });
}

/** Four groups of letters and digits that are not mistaken for each other: about 98 bits. */
export function newPassword(): string {
  const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join("");
  return Array.from({ length: 4 }, group).join("-");
}

const letters = "abcdefghijkmnpqrstuvwxyz23456789";
