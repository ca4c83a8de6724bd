import type { LoginAction } from "@banter/core/api/management/logins.ts";
import type { Deps } from "../../deps.ts";
import { isErased } from "../../store/customers/erased-customers.ts";
import {
  type AuditEntry,
  type AuditFilter,
  insertAuditEntry,
  insertUserEntries,
  type ListedAuditEntry,
  listAuditEntries,
} from "../../store/people/audit-log.ts";

/**
 * Writes an entry of the audit log. `http/mount-management.ts` does so for every write of the management API, in the
 * write's own transaction; the action is the route's `audit` in `core/api/management`.
 */
export async function writeAuditEntry({ db }: Pick<Deps, "db">, entry: AuditEntry): Promise<void> {
  const { pageId, subject } = entry;
  // The customer may have been erased since the call began.
  const isGone = pageId !== null && subject !== null && (await isErased(db, pageId, subject));
  await insertAuditEntry(db, isGone ? { ...entry, subject: null } : entry, quietMinutes[entry.action] ?? 0);
}

/** An editor saves a draft every few seconds: one entry is enough for all saves within this time. */
const quietMinutes: Record<string, number> = { draft_saved: 10 };

/** Writes an entry about a user's login, into the log of each of their workspaces. */
export function writeLoginEntry(
  { db }: Pick<Deps, "db">,
  userId: string,
  action: LoginAction,
  subject: string | null,
): Promise<void> {
  return insertUserEntries(db, { userId, by: userId, action, subject });
}

/** Returns at most 100 entries, newest first. */
export function listAudit(
  { db }: Pick<Deps, "db">,
  workspaceId: number,
  which: AuditFilter,
): Promise<ListedAuditEntry[]> {
  return listAuditEntries(db, workspaceId, { ...which, limit: 100 });
}
