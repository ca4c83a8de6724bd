import { AppError, notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { deletePageSecret, listPageSecrets, savePageSecret } from "../../store/catalog/page-secrets.ts";

const maxSecrets = 200;

/** Sets a secret's value, which nobody can read back. Calls of flows use it from now on. */
export async function setPageSecret(
  { db }: Pick<Deps, "db">,
  pageId: string,
  name: string,
  value: string,
): Promise<void> {
  const isNew = await savePageSecret(db, pageId, name, value);
  if (isNew && (await listPageSecrets(db, pageId)).length > maxSecrets)
    throw new AppError("conflict", `A page has at most ${maxSecrets} secrets.`);
}

export async function removePageSecret({ db }: Pick<Deps, "db">, pageId: string, name: string): Promise<void> {
  if (!(await deletePageSecret(db, pageId, name))) throw notFound("secret");
}
