import type { AudienceSettings } from "@banter/core/audience/settings.ts";
import type { ChannelType } from "@banter/core/channels/index.ts";
import type { Look } from "@banter/core/model/content/look.ts";
import type { PrechatForm } from "@banter/core/model/content/prechat-form.ts";
import { notFound } from "@banter/core/model/error.ts";
import type { InboxSettings } from "@banter/core/model/inbox-settings.ts";
import type { Hours } from "@banter/core/model/time/hours.ts";
import { eachByPage } from "../db/by-page.ts";
import type { Db } from "../db/db.ts";
import { isStale, openJson, sealJson } from "../db/sealed.ts";
import { json, rowsOfPages, type Sql, sql } from "../db/sql.ts";
import { reportChange } from "./page-changes.ts";

export type Page = PageSettings & {
  id: string;
  workspaceId: number;
  channel: ChannelType;
  revision: number;
  isPaused: boolean;
  /** Why the platform has disconnected the page, until it is connected again. */
  disconnectedReason: string | null;
  /** Rises whenever the page is connected or its token renewed. */
  settingsVersion: number;
};

/** The settings that an owner may change. */
export type PageSettings = InboxSettings & {
  name: string;
  timezone: string;
  greeting: string | null;
  hours: Hours | null;
  origins: string[];
  welcomeFlowId: number | null;
  defaultReplyFlowId: number | null;
  defaultReplySeconds: number;
  /** Visitors of the web chat may send files. */
  takesFiles: boolean;
  /** The welcome starts when a visitor opens the web chat, not with the first message. */
  welcomesOnOpen: boolean;
  /** The design of the chat page and the widget. */
  look: Look;
  /** Visitors of the web chat fill it in before they write. */
  prechatForm: PrechatForm | null;
  /** Rules for messages that nobody has asked for; null: the usual ones. */
  audience: AudienceSettings | null;
};

/** A page with the settings of its channel, which hold secrets; undefined if their key is missing. */
export type ConnectedPage = Page & { channelSettings: unknown };

export async function findConnectedPages(db: Db, pageIds: string[]): Promise<(ConnectedPage | undefined)[]> {
  const pages = await readPages(db, sql`where id = any (${pageIds})`);
  const byId = new Map(pages.map((page) => [page.id, page]));
  return pageIds.map((id) => byId.get(id));
}

async function readPages(db: Db, which: Sql): Promise<ConnectedPage[]> {
  const pages = await db.many<ConnectedPage>(sql`${pageRows} ${which}`);
  return pages.map((page) => ({ ...page, channelSettings: openJson(db, page.channelSettings, settingsOf(page.id)) }));
}

/** The place that channel settings are sealed for. */
const settingsOf = (pageId: string) => `channel settings of ${pageId}`;

const pageRows = sql`
  select id, workspace_id, channel, revision, name, timezone, greeting, hours, origins,
         welcome_flow_id, default_reply_flow_id, default_reply_seconds, takes_files, welcomes_on_open, look, prechat_form,
         channel_settings, is_paused, disconnected_reason, connection as settings_version,
         pause_minutes, hand_over_minutes, hand_over_text, answer_minutes, audience
    from pages`;

/** The workspace's pages, the oldest first. */
export function listPages(db: Db, workspaceId: number): Promise<ConnectedPage[]> {
  return readPages(db, sql`where workspace_id = ${workspaceId} order by created_at, id`);
}

/** The ids of the pages of all workspaces. */
export async function listPageIds(db: Db): Promise<string[]> {
  return (await db.many<{ id: string }>(sql`select id from pages order by id`)).map(({ id }) => id);
}

/** A checksum that changes when a page of the channel is added, deleted or gets another revision. */
export async function sumRevisionsOn(db: Db, channel: ChannelType): Promise<string> {
  const { sum } = await db.get<{ sum: string }>(sql`
    select count(*) || ' ' || coalesce(sum(hashtextextended(id, revision)::numeric), 0) as sum
      from pages
     where channel = ${channel}`);
  return sum;
}

/** The revisions of all pages of a channel, in all workspaces. */
export function listRevisionsOn(db: Db, channel: ChannelType): Promise<{ id: string; revision: number }[]> {
  return db.many(sql`select id, revision from pages where channel = ${channel}`);
}

export async function findPage(db: Db, pageId: string): Promise<ConnectedPage | undefined> {
  return (await findConnectedPages(db, [pageId]))[0];
}

export async function updateChannelSettings(db: Db, pageId: string, settings: unknown): Promise<void> {
  await reportChange(
    db,
    sql`
    update pages
       set channel_settings = ${sealJson(db, settings, settingsOf(pageId))}, disconnected_reason = null, connection = connection + 1,
           revision = revision + 1
     where id = ${pageId}`,
  );
}

/**
 * Seals channel settings that are readable or sealed with an earlier key, of a few pages. Returns how many it sealed.
 * A page that is connected meanwhile is left alone.
 */
export async function resealPages(db: Db, limit: number): Promise<number> {
  const stale = await db.many<{ id: string; settings: unknown; stored: string }>(sql`
    select id, channel_settings as settings, channel_settings::text as stored
      from pages
     where ${isStale(db, sql`channel_settings`)} and channel_settings::text <> '{}'
     order by id
     limit ${limit}`);
  let count = 0;
  for (const { id, settings, stored } of stale) {
    const opened = openJson(db, settings, settingsOf(id));
    if (opened === undefined) continue;
    const sealed = sealJson(db, opened, settingsOf(id));
    const isSealed = await reportChange(
      db,
      sql`update pages set channel_settings = ${sealed} where id = ${id} and channel_settings::text = ${stored}`,
    );
    count += Number(isSealed);
  }
  return count;
}

/** True if the page is still connected as it was; within a transaction, that stays so until its end. */
export async function holdConnection(db: Db, pageId: string, settingsVersion: number): Promise<boolean> {
  return (
    (await db.count(sql`select from pages where id = ${pageId} and connection = ${settingsVersion} for share`)) > 0
  );
}

/**
 * Stores settings with a renewed token. They count as another connection, so that a call which fails with the old token
 * does not disconnect the page. `reconnects`: a disconnection was due to the old token and is removed.
 */
export async function storeRenewedSettings(
  db: Db,
  pageId: string,
  { settings, reconnects }: { settings: unknown; reconnects: boolean },
): Promise<void> {
  await reportChange(
    db,
    sql`
    update pages
       set channel_settings = ${sealJson(db, settings, settingsOf(pageId))}, connection = connection + 1, revision = revision + 1,
           disconnected_reason = case when ${reconnects} then null else disconnected_reason end
     where id = ${pageId}`,
  );
}

/** Records that the platform has disconnected the page. Returns false if the page was connected again since. */
export async function setDisconnected(
  db: Db,
  pageId: string,
  { settingsVersion, reason }: { settingsVersion: number; reason: string },
): Promise<boolean> {
  return reportChange(
    db,
    sql`update pages set disconnected_reason = ${reason} where id = ${pageId} and connection = ${settingsVersion}`,
  );
}

/** Disconnects every page of a platform. Returns how many. For a database that no server uses. */
export async function disconnectAll(db: Db, ownChannel: ChannelType, reason: string): Promise<number> {
  return db.count(sql`update pages set disconnected_reason = ${reason} where channel <> ${ownChannel}`);
}

/** Values that show a change of a page. A disconnection does not raise the revision. */
export type PageVersion = Pick<Page, "id" | "revision" | "disconnectedReason">;

export async function listRevisions(db: Db, pageIds: string[]): Promise<PageVersion[]> {
  return db.many(sql`select id, revision, disconnected_reason from pages where id = any (${pageIds})`);
}

export async function setPaused(db: Db, pageId: string, isPaused: boolean): Promise<void> {
  await reportChange(db, sql`update pages set is_paused = ${isPaused} where id = ${pageId}`);
}

/** Returns false if the id is taken. */
export async function insertPage(
  db: Db,
  page: { id: string; workspaceId: number; channel: ChannelType; name: string },
): Promise<boolean> {
  return reportChange(
    db,
    sql`
    insert into pages (id, workspace_id, channel, name, welcomes_on_open)
    values (${page.id}, ${page.workspaceId}, ${page.channel}, ${page.name}, true)
        on conflict do nothing`,
  );
}

export async function updatePage(db: Db, pageId: string, settings: PageSettings): Promise<void> {
  await reportChange(
    db,
    sql`
    update pages
       set name = ${settings.name}, timezone = ${settings.timezone}, greeting = ${settings.greeting},
           hours = ${json(settings.hours)}, origins = ${settings.origins},
           welcome_flow_id = ${settings.welcomeFlowId}, default_reply_flow_id = ${settings.defaultReplyFlowId},
           default_reply_seconds = ${settings.defaultReplySeconds}, pause_minutes = ${settings.pauseMinutes},
           hand_over_minutes = ${settings.handOverMinutes}, hand_over_text = ${settings.handOverText},
           answer_minutes = ${settings.answerMinutes},
           takes_files = ${settings.takesFiles}, welcomes_on_open = ${settings.welcomesOnOpen},
           look = ${json(settings.look)}, prechat_form = ${json(settings.prechatForm)},
           audience = ${json(settings.audience)}
     where id = ${pageId}`,
  );
}

/** Before flows are deleted: the page may not refer to them. */
export async function unsetPageFlows(db: Db, pageId: string, flowIds: number[]): Promise<void> {
  await reportChange(
    db,
    sql`
    update pages
       set welcome_flow_id = case when welcome_flow_id = any (${flowIds}::bigint[]) then null else welcome_flow_id end,
           default_reply_flow_id = case when default_reply_flow_id = any (${flowIds}::bigint[]) then null
                                        else default_reply_flow_id end
     where id = ${pageId}
       and (welcome_flow_id = any (${flowIds}::bigint[]) or default_reply_flow_id = any (${flowIds}::bigint[]))`,
  );
}

/**
 * Starts a change of the page's set-up; throws if there is no such page. Changes wait for each other until the
 * transaction ends; then the owner of the page is notified and reads the set-up again.
 */
export async function changePage(db: Db, pageId: string): Promise<void> {
  if (!(await raiseRevision(db, pageId))) throw notFound("page");
}

/** The same; returns false if there is no such page. */
export function raiseRevision(db: Db, pageId: string): Promise<boolean> {
  return reportChange(db, sql`update pages set revision = revision + 1 where id = ${pageId}`);
}

export async function nextWebPageId(db: Db): Promise<string> {
  return (await db.get<{ id: string }>(sql`select 'web_' || nextval('web_page_numbers') as id`)).id;
}

/** For each, true if the page's owner has listed the browser origin. */
export function areListedOrigins(db: Db, asked: AskedOrigin[]): Promise<boolean[]> {
  return eachByPage(
    db,
    asked,
    ({ pageId }) => pageId,
    (asked) => checkTogether(db, asked),
  );
}

type AskedOrigin = { pageId: string; origin: string };

async function checkTogether(db: Db, asked: AskedOrigin[]): Promise<boolean[]> {
  const rows = asked.map(({ pageId, origin }, place) => ({ place, page_id: pageId, origin }));
  const found = await db.many<{ place: number }>(sql`
    select place
      from ${rowsOfPages(rows)} as asked (place integer, page_id text, origin text)
     where exists (select from pages where pages.id = asked.page_id and asked.origin = any (origins))`);
  const places = new Set(found.map(({ place }) => place));
  return asked.map((_, place) => places.has(place));
}
