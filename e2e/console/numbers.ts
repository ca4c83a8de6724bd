import type { Deps } from "@banter/server/deps.ts";
import { sql } from "@banter/server/store/db/sql.ts";
import { insertWorkspace } from "@banter/server/store/people/workspaces.ts";
import { numbersPage } from "@banter/server/test/numbers-page.ts";
import { until } from "@banter/server/test/until.ts";
import { aVisitor } from "@banter/server/test/visitor.ts";
import type { Tab } from "@banter/widget/test/browser.ts";
import type { Console } from "./console.ts";
import { createTeam } from "./team.ts";

/**
 * A workspace with a page that two visitors have written to: Ann said hello, asked for her name to be kept and gave it;
 * Bob came through the door's link, asked something twice that nothing answers, and was asked for his name.
 */
export async function aNumbersWorkspace(it: Console) {
  const { deps } = it.node;
  const workspaceId = await insertWorkspace(deps.db, "Bakery");
  const { pageId } = await numbersPage(deps, workspaceId);
  const ann = await aVisitor(it.baseUrl, pageId);
  const bob = await aVisitor(it.baseUrl, pageId, { ref: "door" });
  for (const text of ["hello", "name", "Ann Lee"]) await ann.say(text);
  for (const text of ["Bao giờ giao?", "bao gio giao", "name"]) await bob.say(text);
  await digested(deps, pageId);
  return { ...createTeam(it, async () => workspaceId, `numbers-${workspaceId}.example.com`), pageId };
}

/** Waits until all mail is handled and everything that came of it is counted. */
export async function digested({ db }: Deps, pageId: string): Promise<void> {
  await until(async () => {
    const row = await db.find<{ isDone: boolean }>(sql`
      select not exists (select from mailbox where page_id = ${pageId} and due_at <= clock_timestamp())
         and through_id >= (select max(id) from turns where page_id = ${pageId})
         and through_id >= (select max(id) from messages where page_id = ${pageId}) as is_done
        from digests where page_id = ${pageId}`);
    return row?.isDone ?? false;
  });
}

/** The number of that name on the screen. */
export async function numberOn(tab: Tab, name: string): Promise<number> {
  return Number((await tab.locator(`[data-number=${name}]`).textContent())?.replace(/\D/g, ""));
}
