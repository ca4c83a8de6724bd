/** The place of each table on several database servers. */
export type Placement = "by_page" | "everywhere" | "coordinator";

/** Tables of people and workspaces: few rows, which statements about a page join. Each server has a copy. */
const everywhere = [
  "workspaces",
  "users",
  "members",
  "accounts",
  "sessions",
  "two_factors",
  "invitations",
  "password_resets",
  "audit_log",
  "push_subscriptions",
  "notification_choices",
];

/** Tables that no statement about a page joins, with times that only one clock may give. */
const coordinator = ["nodes", "login_attempts", "verifications", "secrets", "accepted_keys_cleaned", "migrations"];

/** A table with pages' rows lies by page; another one is named above. Undefined: a new table that was forgotten. */
export function placementOf(table: string, columns: readonly string[]): Placement | undefined {
  if (table === "pages" || columns.includes("page_id")) return "by_page";
  if (everywhere.includes(table)) return "everywhere";
  return coordinator.includes(table) ? "coordinator" : undefined;
}

/** The column that tells which server has a row. */
export const keyOf = (table: string): string => (table === "pages" ? "id" : "page_id");
