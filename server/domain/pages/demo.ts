import { readFileSync } from "node:fs";
import { ownChannel } from "@banter/core/channels/index.ts";
import type { Deps } from "../../deps.ts";
import { findPage, insertPage } from "../../store/catalog/pages.ts";
import type { Db } from "../../store/db/db.ts";
import { saveMember } from "../../store/people/members.ts";
import { deleteSessions } from "../../store/people/sessions.ts";
import { findUserId, insertUser, savePassword } from "../../store/people/users.ts";
import { findFirstWorkspace, insertWorkspace, lockFirstWorkspace } from "../../store/people/workspaces.ts";
import { applyPageFile } from "../page-file/apply.ts";
import { hashPassword } from "../people/passwords.ts";
import { newPassword } from "../people/users.ts";
import { createPageToken } from "./page-tokens.ts";

const demoPageId = "web_1000001";
const email = "owner@example.com";

export type Demo = { pageId: string; token: string; email: string; password: string };

/** Creates the demo workspace unless it exists. Token and password are new each time: only hashes are stored. */
export async function makeDemo({ db }: Pick<Deps, "db">): Promise<Demo> {
  const password = newPassword();
  const hash = await hashPassword(password);
  return db.transact(async (db) => {
    // Nodes that start at the same time create one demo.
    await lockFirstWorkspace(db);
    const workspaceId = await ensureDemoPage(db);
    const userId = (await insertUser(db, { email, name: "Demo owner" })) ?? (await findUserId(db, email));
    if (userId) {
      await savePassword(db, userId, hash);
      await deleteSessions(db, userId);
      await saveMember(db, workspaceId, userId, "owner");
    }
    return { pageId: demoPageId, token: await createPageToken({ db }, demoPageId), email, password };
  });
}

/** True for an empty database: then the first start creates the demo. */
export async function isUnused(db: Db): Promise<boolean> {
  return (await findFirstWorkspace(db)) === undefined;
}

async function ensureDemoPage(db: Db): Promise<number> {
  const page = await findPage(db, demoPageId);
  if (page) return page.workspaceId;
  const workspaceId = await insertWorkspace(db, "Demo");
  await insertPage(db, { id: demoPageId, workspaceId, channel: ownChannel, name: "Demo" });
  await applyPageFile({ db }, demoPageId, JSON.parse(readFileSync(demoFile, "utf8")), { prune: true });
  return workspaceId;
}

const demoFile = new URL("../../../demo/page.json", import.meta.url);
