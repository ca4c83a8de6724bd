import type { MessageTemplate } from "@banter/core/model/content/message-template.ts";
import type { Db } from "../../db/db.ts";
import { json, sql } from "../../db/sql.ts";

/** By name, and then by language. */
export function listMessageTemplates(db: Db, pageId: string): Promise<MessageTemplate[]> {
  return db.many(sql`
    select platform_id as id, name, language, category, status, quality, reason, parts
      from message_templates
     where page_id = ${pageId}
     order by name, language`);
}

/** Those that cannot be sent although they could before, at most `limit`. */
export function listStoppedTemplates(db: Db, pageId: string, limit: number): Promise<StoppedTemplate[]> {
  return db.many(sql`
    select name, language, status, reason
      from message_templates
     where page_id = ${pageId} and status in ('PAUSED', 'DISABLED')
     order by name, language
     limit ${limit}`);
}

export type StoppedTemplate = Pick<MessageTemplate, "name" | "language" | "status" | "reason">;

/** Replaces all templates of the page. Run it in a transaction. */
export async function replaceMessageTemplates(db: Db, pageId: string, templates: MessageTemplate[]): Promise<void> {
  await db.count(sql`delete from message_templates where page_id = ${pageId}`);
  await db.count(sql`
    insert into message_templates (page_id, name, language, platform_id, category, status, quality, reason, parts)
    select ${pageId}, name, language, id, category, status, quality, reason, parts
      from json_to_recordset(${json(templates)})
             as row (name text, language text, id text, category text, status text, quality text, reason text,
                     parts json)
        on conflict (page_id, name, language) do nothing`);
}

export type TemplateChange = { status?: string; quality?: string; category?: string; reason?: string | null };
export type TemplateKey = { name: string; language: string };

/**
 * Changes what is given. Returns "unknown" if the page does not have the template, "same" if nothing is new: platforms
 * repeat their events.
 */
export async function changeMessageTemplate(
  db: Db,
  pageId: string,
  { name, language }: TemplateKey,
  { status, quality, category, reason }: TemplateChange,
): Promise<"changed" | "same" | "unknown"> {
  const before = await db.find<Pick<MessageTemplate, "status" | "quality" | "category" | "reason">>(sql`
    select status, quality, category, reason
      from message_templates
     where page_id = ${pageId} and name = ${name} and language = ${language}
       for update`);
  if (!before) return "unknown";
  const after = {
    status: status ?? before.status,
    quality: quality ?? before.quality,
    category: category ?? before.category,
    reason: reason === undefined ? before.reason : reason,
  };
  if (after.status === before.status && after.quality === before.quality && after.category === before.category)
    return "same";
  await db.count(sql`
    update message_templates
       set status = ${after.status}, quality = ${after.quality}, category = ${after.category}, reason = ${after.reason}
     where page_id = ${pageId} and name = ${name} and language = ${language}`);
  return "changed";
}
