import { ownChannel } from "@banter/core/channels/index.ts";
import { notFound } from "@banter/core/model/error.ts";
import { Name } from "@banter/core/model/names.ts";
import type { Deps } from "../../deps.ts";
import { insertPage, nextWebPageId } from "../../store/catalog/pages.ts";
import type { Db } from "../../store/db/db.ts";
import { findFirstWorkspace, hasWorkspace, insertWorkspace } from "../../store/people/workspaces.ts";
import { checkName } from "../catalog/names.ts";

/** Makes a page on our own channel, in the first workspace unless another is named. Returns its id. */
export async function createPage(
  { db }: Pick<Deps, "db">,
  { name, workspaceId }: { name: string; workspaceId?: number | undefined },
): Promise<string> {
  checkName(Name, name);
  return db.transact(async (db) => {
    const id = await nextWebPageId(db);
    await insertPage(db, { id, workspaceId: await getWorkspaceId({ db }, workspaceId), channel: ownChannel, name });
    return id;
  });
}

/** The workspace that the command line names; without a number, the first one. */
export async function getWorkspaceId({ db }: Pick<Deps, "db">, id: number | undefined): Promise<number> {
  if (id === undefined) return ensureWorkspace(db);
  if (!(await hasWorkspace(db, id))) throw notFound("workspace");
  return id;
}

/** The id of the first workspace, which is created if there is none. */
export async function ensureWorkspace(db: Db): Promise<number> {
  return (await findFirstWorkspace(db)) ?? insertWorkspace(db, "My workspace");
}
