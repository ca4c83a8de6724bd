import type { Deps } from "../../deps.ts";
import {
  type AuditEntry,
  insertAuditEntry,
  type ListedAuditEntry,
  listAuditEntries,
} from "../../store/people/audit-log.ts";

/** Writes down who did what, in the transaction that does it. */
export async function recordDeed({ db }: Pick<Deps, "db">, entry: AuditEntry): Promise<void> {
  await insertAuditEntry(db, entry, quietMinutes[entry.action] ?? 0);
}

/** An editor saves every few seconds: one entry tells it. */
const quietMinutes: Record<string, number> = { draft_saved: 10 };

/** A hundred at a time. */
export function readAudit(
  { db }: Pick<Deps, "db">,
  workspaceId: number,
  which: { before: number | undefined; pageId: string | undefined },
): Promise<ListedAuditEntry[]> {
  return listAuditEntries(db, workspaceId, { ...which, limit: 100 });
}
