import type { SettingsTab } from "../../frame/settings-tabs.ts";

/** The part of an audit entry that tells what it is about. */
export type Subject = { action: string; page_id: string | null; subject: string | null; subject_id: number | null };

/** The address of the screen that shows what an entry is about; undefined if it is gone or has none. */
export function targetOf(entry: Subject, pages: ReadonlySet<string>): string | undefined {
  const { action, page_id } = entry;
  if (page_id === null) return workspaceScreens[action];
  if (!pages.has(page_id)) return undefined;
  const inPage = ofFlow(entry) ?? ofPerson(entry) ?? ofSettings(action) ?? screenOf(action);
  return inPage === undefined ? undefined : `/pages/${page_id}${inPage}`;
}

const workspaceScreens: Record<string, string> = {
  member_invited: "/settings/team",
  member_joined: "/settings/team",
  member_removed: "/settings/team",
  invitation_withdrawn: "/settings/team",
  role_changed: "/settings/team",
  workspace_renamed: "/settings/team",
  page_created: "/pages",
};

function ofFlow({ action, subject_id }: Subject): string | undefined {
  if (subject_id === null) return undefined;
  const [, kind] = /^(sequence|rule)_(?!deleted)/.exec(action) ?? [];
  if (kind) return `/audience/${kind}s/${subject_id}`;
  if (action === "flow_trashed") return "/flows?trash=true";
  if (/^(flow|draft|version)_(?!deleted|started)/.test(action)) return `/flows/${subject_id}`;
  return /^folder_(?!deleted)/.test(action) ? `/flows?folder=${subject_id}` : undefined;
}

/** The subject of these entries is the customer's psid. */
function ofPerson({ action, subject }: Subject): string | undefined {
  if (subject === null) return undefined;
  if (ofConversation.has(action)) return `/conversations/${encodeURIComponent(subject)}`;
  return ofCustomer.has(action) ? `/customers/${encodeURIComponent(subject)}` : undefined;
}

const ofConversation = new Set([
  ...[
    "message_written",
    "message_reacted",
    "flow_started",
    "bot_paused",
    "bot_resumed",
    "conversation_taken_back",
    "conversation_assigned",
    "conversation_settled",
  ],
  ...["note_added", "note_deleted"],
]);
const ofCustomer = new Set([
  ...["customer_blocked", "customer_unblocked", "customer_edited", "customer_data_exported"],
  "subscription_changed",
  ...["contact_created", "contact_joined", "contact_parted", "contact_declined"],
]);

function ofSettings(action: string): string | undefined {
  const tab = tabs[action];
  return tab && `/settings?tab=${tab}`;
}

const tabs: Record<string, SettingsTab> = {
  page_changed: "general",
  page_connected: "channel",
  inbox_settings_changed: "inbox",
  notification_ways_changed: "notifications",
  notification_test_sent: "notifications",
  retention_changed: "data",
  secret_set: "secrets",
  secret_deleted: "secrets",
  token_generated: "api",
  token_deleted: "api",
  page_file_applied: "file",
};

const screenOf = (action: string) => Object.entries(screens).find(([start]) => action.startsWith(start))?.[1];

/** By the beginning of the action. */
const screens: Record<string, string> = {
  keyword: "/keywords",
  ice_breakers: "/ice-breakers-and-menu",
  main_menu: "/ice-breakers-and-menu",
  tool: "/tools",
  tag: "/fields",
  field: "/fields",
  sequence: "/audience?tab=sequences",
  rule: "/audience?tab=rules",
  saved_reply: "/conversations",
  segment: "/audience?tab=segments",
  broadcast: "/audience",
  knowledge: "/ai",
  evaluation: "/ai?tab=evaluations",
  audience_changed: "/audience?tab=settings",
  customer_job: "/customers/jobs",
  customer_import: "/customers/jobs",
  customers_changed: "/customers/jobs",
  page_paused: "",
  page_created: "",
  parked_mail: "",
};
