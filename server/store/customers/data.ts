import type { Db } from "../db/db.ts";
import { identifier, type Sql, sql } from "../db/sql.ts";

type ExportedTable = { name: string; columns: Sql; order: Sql };

/** The tables of a customer's own data, in the file that they may ask for. */
export const exportedTables: ExportedTable[] = [
  {
    name: "customers",
    columns: sql`psid, first_name, last_name, gender, email, phone, address, locale, timezone, ad_id, picture_url,
      (select coalesce(json_agg(tags.name order by tags.id), '[]') from tags
        where tags.page_id = one.page_id and tags.id = any (one.tags)) as tags,
      fields, created_at, last_input_at, unreachable, is_blocked,
      state -> 'userName' as user_name, state -> 'ad' as advertisement, state -> 'marketing' as marketing,
      form_at, state -> 'formConsent' as form_consent`,
    order: sql`psid`,
  },
  { name: "turns", columns: sql`id, at, event`, order: sql`id` },
  {
    name: "messages",
    columns: sql`id, created_at, content, status, reason, clicked, sent_at, delivered_at, seen_at`,
    order: sql`id`,
  },
  { name: "media", columns: sql`id, created_at, name, content_type, bytes`, order: sql`id` },
  { name: "conversation_notes", columns: sql`id, at, text`, order: sql`id` },
  { name: "notifications", columns: sql`id, created_at, text`, order: sql`id` },
  { name: "hand_overs", columns: sql`since, until`, order: sql`since` },
  { name: "mailbox", columns: sql`id, due_at, event`, order: sql`id` },
  { name: "parked_mail", columns: sql`id, parked_at, event`, order: sql`id` },
  { name: "requests", columns: sql`id, request`, order: sql`id` },
  { name: "incoming_calls", columns: sql`id, at, body`, order: sql`id` },
  { name: "knowledge_misses", columns: sql`id, asked_at, question`, order: sql`id` },
  { name: "evaluation_questions", columns: sql`id, question`, order: sql`id` },
  { name: "flow_phone_numbers", columns: sql`flow_id`, order: sql`flow_id` },
];

/** Tables that say nothing that the others do not say: indexes, queues and copies. Each with the reason. */
export const notExported: Record<string, string> = {
  customer_index: "words of the customer's own row",
  customer_changes: "a queue of customers to index",
  customer_job_changes: "values before and after a change of many customers, kept to undo it",
  conversations: "the newest message once more",
  message_words: "words of the messages",
  model_usage: "numbers of calls and tokens, kept for the page's limits",
  event_deliveries: "events about the customer's turns and messages, on their way to a program of the page",
};

/** A customer's rows of a table, in order. */
export async function listData(
  db: Db,
  { name, columns, order }: ExportedTable,
  pageId: string,
  psid: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<unknown[]> {
  const rows = await db.many<{ row: unknown }>(sql`
    select to_json(row) as row
      from (select ${columns} from ${identifier(name)} as one
             where page_id = ${pageId} and psid = ${psid}
             order by ${order} offset ${offset} limit ${limit}) as row`);
  return rows.map(({ row }) => row);
}
