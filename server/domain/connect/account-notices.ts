import type { AccountNotice } from "../../channels/account-notice.ts";
import type { Deps } from "../../deps.ts";
import { changeMessageTemplate } from "../../store/catalog/platform/message-templates.ts";
import { changePlatformAccount, forgetTemplatesRead } from "../../store/catalog/platform/platform-accounts.ts";
import type { Db } from "../../store/db/db.ts";
import { addNotification } from "../../store/notifications/notifications.ts";
import { readTemplates } from "./platform-lists.ts";

type NoticeDeps = Pick<Deps, "db" | "channels" | "log">;

/**
 * Stores what the platform says about a page's account, and tells the owner. Platforms repeat their events, so only a
 * change is told. Templates that are not known are read behind the call; until that works, their list counts as old.
 */
export async function takeNotices(deps: NoticeDeps, pageId: string, notices: AccountNotice[]): Promise<void> {
  if (notices.length === 0) return;
  const isStale = await deps.db.transact(async (db) => {
    const stale: boolean[] = [];
    for (const notice of notices) stale.push(await takeNotice(db, pageId, notice));
    if (!stale.includes(true)) return false;
    await forgetTemplatesRead(db, pageId);
    return true;
  });
  if (!isStale) return;
  readTemplates(deps, pageId).catch((error) => deps.log.warn({ err: error, pageId }, "message templates not read"));
}

/** Returns true if the page's templates must be read again. */
async function takeNotice(db: Db, pageId: string, notice: AccountNotice): Promise<boolean> {
  if (notice.type === "templates_changed") return true;
  const { text } = notice;
  if (notice.type === "warning") {
    await tell(db, pageId, text);
    return false;
  }
  if (notice.type === "account") {
    if (await changePlatformAccount(db, pageId, notice.change)) await tell(db, pageId, text);
    return false;
  }
  const { name, language, change, isWarning } = notice;
  const result = await changeMessageTemplate(db, pageId, { name, language }, change);
  if (result !== "same" || isWarning) await tell(db, pageId, text);
  return result === "unknown";
}

const tell = (db: Db, pageId: string, text: string) => addNotification(db, pageId, { kind: "platform", text });
