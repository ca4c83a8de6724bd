import assert from "node:assert/strict";
import type { Deps } from "../../server/deps.ts";
import type { Database } from "../../server/store/db/db.ts";
import { sql } from "../../server/store/db/sql.ts";
import { numbersPage } from "../../server/test/numbers-page.ts";
import { idsByName } from "../../server/test/page-state.ts";
import { aMember, type Member } from "../../server/test/people.ts";
import type { Target } from "./calls.ts";
import { fillPage, psidOf, type Size } from "./fill.ts";

/** A page of that size in a workspace with an owner, and what its calls refer to. A page of an earlier run is used again. */
export async function makeBigPage(
  deps: Pick<Deps, "db" | "channels">,
  url: string,
  size: Size,
): Promise<{ owner: Member; target: Target }> {
  const made = await findFilledPage(deps.db, size);
  const owner = await aMember(deps, { ...(made && { workspaceId: made.workspaceId }) });
  const pageId = made?.pageId ?? (await numbersPage(deps, owner.workspaceId)).pageId;
  const ids = await idsByName(deps, pageId);
  const flowId = ids.get("flow Hello") ?? assert.fail();
  const keywordId = ids.get("keyword Says hello") ?? assert.fail();
  if (!made) await fillPage(url, { pageId, flowId, keywordId }, size);
  const rows = await deps.db.many<{ id: number }>(sql`
    select id from messages where page_id = ${pageId} order by id desc limit 1000`);
  const target: Target = {
    ...{ pageId, flowId, keywordId, psidOf, customers: size.customers },
    messageIds: rows.map(({ id }) => id),
    pick: (below) => Math.floor(Math.random() * below),
  };
  return { owner, target };
}

/** The page that has the last customer of that size. */
function findFilledPage(db: Pick<Database, "find">, { customers }: Size) {
  return db.find<{ pageId: string; workspaceId: number }>(sql`
    select id as page_id, workspace_id from pages
     where exists (select from customers where page_id = pages.id and psid = ${psidOf(customers - 1)})`);
}

/** How much of the page is in its read models, from 0 to 1; and whether all of it is. */
export async function digestedPart(
  db: Pick<Database, "get">,
  pageId: string,
): Promise<{ part: number; isDone: boolean }> {
  const { first, last, through, words, changes } = await db.get<Record<string, number>>(sql`
    select (select min(id) from turns where page_id = ${pageId}) as first,
           (select max(id) from messages where page_id = ${pageId}) as last,
           coalesce((select through_id from digests where page_id = ${pageId}), 0) as through,
           coalesce((select through_id from word_digests where page_id = ${pageId}), 0) as words,
           (select count(*) from (select from customer_changes where page_id = ${pageId} limit 1) as waiting) as changes`);
  const behind = Math.min(through ?? 0, words ?? 0);
  const part = Math.max(0, (behind - (first ?? 0)) / Math.max(1, (last ?? 0) - (first ?? 0)));
  return { part, isDone: behind >= (last ?? 0) && changes === 0 };
}
