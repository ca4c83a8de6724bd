import type { ChannelType } from "@banter/core/model/channel.ts";
import type { Hours } from "@banter/core/model/hours.ts";
import type { Db } from "./db.ts";
import { json, sql } from "./sql.ts";

export type Page = PageSettings & { id: string; workspaceId: number; channel: ChannelType; revision: number };

/** What an owner may change about a page. */
export type PageSettings = {
  name: string;
  timezone: string;
  greeting: string | null;
  hours: Hours | null;
  origins: string[];
  welcomeFlowId: number | null;
  defaultReplyFlowId: number | null;
  defaultReplySeconds: number;
};

/** A page with what its channel needs to reach its platform. */
export type ConnectedPage = Page & { channelSettings: unknown };

export async function findConnectedPages(db: Db, pageIds: string[]): Promise<(ConnectedPage | undefined)[]> {
  const pages = await db.many<ConnectedPage>(sql`
    select id, workspace_id, channel, revision, name, timezone, greeting, hours, origins,
           welcome_flow_id, default_reply_flow_id, default_reply_seconds, channel_settings
      from pages
     where id = any (${pageIds})`);
  const byId = new Map(pages.map((page) => [page.id, page]));
  return pageIds.map((id) => byId.get(id));
}

export async function findPage(db: Db, pageId: string): Promise<ConnectedPage | undefined> {
  return (await findConnectedPages(db, [pageId]))[0];
}

export async function updateChannelSettings(db: Db, pageId: string, settings: unknown): Promise<void> {
  await db.count(sql`
    update pages set channel_settings = ${json(settings)}, revision = revision + 1 where id = ${pageId}`);
}

/** Returns whether the id was free. */
export async function insertPage(
  db: Db,
  page: { id: string; workspaceId: number; channel: ChannelType; name: string },
): Promise<boolean> {
  const made = await db.count(sql`
    insert into pages (id, workspace_id, channel, name)
    values (${page.id}, ${page.workspaceId}, ${page.channel}, ${page.name})
        on conflict do nothing`);
  return made > 0;
}

export async function updatePage(db: Db, pageId: string, settings: PageSettings): Promise<void> {
  await db.count(sql`
    update pages
       set name = ${settings.name}, timezone = ${settings.timezone}, greeting = ${settings.greeting},
           hours = ${json(settings.hours)}, origins = ${settings.origins},
           welcome_flow_id = ${settings.welcomeFlowId}, default_reply_flow_id = ${settings.defaultReplyFlowId},
           default_reply_seconds = ${settings.defaultReplySeconds}
     where id = ${pageId}`);
}

/**
 * Opens a change of the page's set-up: changes wait for each other until the transaction ends, and whoever runs the page
 * reads the set-up anew. Returns whether the page exists.
 */
export async function changePage(db: Db, pageId: string): Promise<boolean> {
  return (await db.count(sql`update pages set revision = revision + 1 where id = ${pageId}`)) > 0;
}

export async function nextWebPageId(db: Db): Promise<string> {
  return (await db.get<{ id: string }>(sql`select 'web_' || nextval('web_page_numbers') as id`)).id;
}

/** Whether the page's owner has listed a browser origin. */
export async function listsOrigin(db: Db, pageId: string, origin: string): Promise<boolean> {
  return (await db.count(sql`select from pages where id = ${pageId} and ${origin} = any (origins)`)) > 0;
}
