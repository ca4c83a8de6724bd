/** The filters of the audit log, as the address has them. `from` and `to` are days, both included. */
export type AuditSearch = { user?: string; action?: string; from?: string; to?: string; search?: string };

/** The part of the call that the filters make. Days are those of the reader's clock. */
export function queryOf({ user, action, from, to, search }: AuditSearch) {
  return {
    user_id: user === serverUser ? "" : user,
    action,
    from: from && startOf(from, 0),
    until: to && startOf(to, 1),
    search,
  };
}

/** The server itself among the people. */
export const serverUser = "server";

function startOf(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}
