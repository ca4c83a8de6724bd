import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { PageProfile } from "../../channels/channel.ts";
import type { Db } from "../../store/db/db.ts";
import { sql } from "../../store/db/sql.ts";
import { findProfileSync, restartProfileSync } from "../../store/runtime/profile-syncs.ts";
import { testDatabase } from "../../test/app.ts";
import { aPostPage } from "../../test/builders.ts";
import { testNode } from "../../test/node.ts";
import { startPlatform } from "../../test/platform.ts";
import { withPostChannel } from "../../test/post-page.ts";
import { until } from "../../test/until.ts";

test("the set-ups of pages that are opened together are read together, and once", async (t) => {
  const platform = await startPlatform(t);
  const db = await testDatabase(t);
  const pageIds: string[] = [];
  for (let count = 0; count < 20; count++) {
    const { pageId } = await aPostPage({ db }, platform.origin, {
      main_menu: [{ title: `Shop ${count}`, url: "https://shop.example/" }],
    });
    await restartProfileSync(db, pageId);
    await db.count(sql`
      insert into page_leases (page_id, node_id, epoch) values (${pageId}, ${randomUUID()}, 1)`);
    pageIds.push(pageId);
  }
  let reads = 0;
  const counting: Db["snapshot"] = (work) => {
    reads++;
    return db.snapshot(work);
  };

  await testNode(t, withPostChannel(), { ...db, snapshot: counting });
  const isSynced = async (pageId: string) => (await findProfileSync(db, pageId))?.state === "done";
  await until(async () => (await Promise.all(pageIds.map(isSynced))).every(Boolean));

  // A slow machine may open a page twice.
  assert.ok(reads < pageIds.length, `${reads} reads`);
  const profiles = (await platform.waitForCalls("/profile", 20)) as PageProfile[];
  const titles = profiles.map(({ mainMenu }) => mainMenu[0]?.title);
  assert.deepEqual(new Set(titles), new Set(pageIds.map((_, index) => `Shop ${index}`)));
});
