/** Migrations of the versions between releases 0.1.0 and 0.2.0. */
export const former = [
  "0010_parked_mail.sql",
  "0011_inbox.sql",
  "0012_people_in_conversations.sql",
  "0013_notifications.sql",
  "0014_customers.sql",
  "0015_statistics.sql",
  "0016_media.sql",
  "0017_secrets.sql",
  "0018_people.sql",
  "0019_retention.sql",
  "0020_flow_switch.sql",
  "0022_look.sql",
  "0023_first_steps.sql",
  "0024_screens.sql",
  "0025_event_tools.sql",
  "0027_message_templates.sql",
  "0028_error_codes.sql",
  "0029_commands_and_payments.sql",
  "0031_platform_files.sql",
  "0032_prechat_form_and_receipts.sql",
];

/** The migrations that make the same tables at once. */
const successors = [
  "0010_handling_and_delivery.sql",
  "0011_inbox_and_notifications.sql",
  "0012_customers_and_statistics.sql",
  "0013_pages_and_people.sql",
  "0014_files_and_templates.sql",
];

/** The migrations that a database has, by their names of today. */
export function currentNames(applied: readonly string[]): string[] {
  const missing = former.filter((name) => !applied.includes(name));
  if (missing.length === former.length) return [...applied];
  if (missing.length > 0)
    throw new Error(
      "The tables are of a version between releases 0.1.0 and 0.2.0 " +
        `which has no ${missing[0]}. Start the version of commit a01edb4c on them first, then this one.`,
    );
  return [...applied.filter((name) => !former.includes(name)), ...successors].sort();
}
