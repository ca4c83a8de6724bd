import type { EventType } from "@banter/core/events/event-type.ts";
import type { PageRule } from "@banter/core/flow/audience/page-rule.ts";
import type { Keyword } from "@banter/core/model/keyword.ts";
import { stoppedRows } from "../audience/broadcasts.ts";
import { rulesInForce } from "../audience/rules.ts";
import { type RunnableSequence, runnableSequenceRows } from "../audience/sequences.ts";
import { camelKeys, type Db } from "../db/db.ts";
import { pagesOf, type Sql, sql } from "../db/sql.ts";
import { wantedTypeRows } from "../events/event-endpoints.ts";
import { type CustomField, customFieldRows } from "./custom-fields.ts";
import { type PublishedFlow, publishedRows } from "./flows.ts";
import { type IceBreaker, iceBreakerRows } from "./ice-breakers.ts";
import { keywordRows } from "./keywords.ts";
import { type MenuItem, menuItemRows } from "./menu-items.ts";
import { type Tag, tagRows } from "./tags.ts";
import { type Tool, toolRows } from "./tools.ts";

/** Everything in a page's set-up that there are several of. Of the flows, those that are published. */
export type SetupLists = {
  flows: (PublishedFlow & { isOn: boolean })[];
  keywords: Keyword[];
  tools: Tool[];
  menu: MenuItem[];
  iceBreakers: IceBreaker[];
  tags: Tag[];
  fields: CustomField[];
  /** The types of events that programs of the page want to be told of. */
  eventTypes: { type: EventType }[];
  sequences: RunnableSequence[];
  rules: { id: number; name: string; rule: PageRule }[];
  /** Broadcasts that were stopped. */
  stopped: { id: number }[];
};

/** The lists of each page, in the order of the pages. One statement, because opening a page waits for each. */
export async function listSetups(db: Db, pageIds: string[]): Promise<SetupLists[]> {
  const page = sql`asked.page_id`;
  const found = await db.many<{ pageId: string } & Record<keyof SetupLists, Record<string, unknown>[]>>(sql`
    select asked.page_id, ${listOf(publishedRows(page))} as flows, ${listOf(keywordRows(page))} as keywords,
           ${listOf(toolRows(page))} as tools, ${listOf(menuItemRows(page))} as menu,
           ${listOf(iceBreakerRows(page))} as ice_breakers, ${listOf(tagRows(page))} as tags,
           ${listOf(customFieldRows(page))} as fields, ${listOf(wantedTypeRows(page))} as event_types,
           ${listOf(runnableSequenceRows(page))} as sequences, ${listOf(rulesInForce(page))} as rules,
           ${listOf(stoppedRows(page))} as stopped
      from unnest(${pagesOf(pageIds.map((pageId) => ({ pageId })))}) as asked (page_id)`);
  const byPage = new Map(found.map(({ pageId, ...lists }) => [pageId, lists]));
  return pageIds.map((pageId) => {
    const lists = Object.entries(byPage.get(pageId) ?? {}).map(([name, rows]) => [name, rows.map(camelKeys)]);
    return Object.fromEntries(lists) as SetupLists;
  });
}

const listOf = (rows: Sql) => sql`(select coalesce(json_agg(item), '[]') from (${rows}) as item)`;
