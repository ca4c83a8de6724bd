import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** Facts that show which first steps the owner of a page has taken. */
export type StepFacts = {
  isClosed: boolean;
  hasPublishedFlow: boolean;
  greets: boolean;
  repliesByDefault: boolean;
  hasKeyword: boolean;
  isShared: boolean;
  hasCustomer: boolean;
  hasTeam: boolean;
};

/** A flow, welcome or keyword counts only if it can start something. Undefined if there is no such page. */
export function findStepFacts(db: Db, pageId: string): Promise<StepFacts | undefined> {
  const live = (flowId: ReturnType<typeof sql>) => sql`exists (
    select from flows
     where flows.page_id = pages.id and flows.id = ${flowId} and published_version is not null and trashed_at is null)`;
  return db.find(sql`
    select exists (select from closed_first_steps where page_id = pages.id) as is_closed,
           exists (select from flows
                    where page_id = pages.id and published_version is not null
                      and trashed_at is null) as has_published_flow,
           ${live(sql`welcome_flow_id`)} as greets,
           ${live(sql`default_reply_flow_id`)} as replies_by_default,
           exists (select from keywords
                    where page_id = pages.id and is_activated and ${live(sql`keywords.flow_id`)}) as has_keyword,
           cardinality(origins) > 0
             or exists (select from tools where page_id = pages.id and is_published) as is_shared,
           exists (select from customers where page_id = pages.id and last_input_at is not null) as has_customer,
           (select count(*) from members where members.workspace_id = pages.workspace_id) > 1
             or exists (select from invitations
                         where invitations.workspace_id = pages.workspace_id and expires_at > now()) as has_team
      from pages
     where id = ${pageId}`);
}

export async function closeFirstSteps(db: Db, pageId: string): Promise<void> {
  await db.count(sql`insert into closed_first_steps (page_id) values (${pageId}) on conflict do nothing`);
}
