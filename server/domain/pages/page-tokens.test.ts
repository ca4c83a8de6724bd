import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { sql } from "../../store/db/sql.ts";
import { testDeps } from "../../test/app.ts";
import { isClustered } from "../../test/database/citus.ts";
import {
  createApiToken,
  createPageToken,
  findTokenPage,
  holdToken,
  removeApiToken,
  removePageToken,
} from "./page-tokens.ts";
import { createPage } from "./pages.ts";

const deps = await testDeps({ after });

const anyPage = () => createPage(deps, { name: "Shop" });

test("a token is bt_ and 43 letters and digits, never the same twice", async () => {
  const pageId = await anyPage();

  const tokens = [await createPageToken(deps, pageId), await createPageToken(deps, pageId)];

  for (const token of tokens) assert.match(token, /^bt_[0-9A-Za-z]{43}$/);
  assert.notEqual(tokens[0], tokens[1]);
});

test("the database holds only hashes of tokens", async () => {
  const pageId = await anyPage();
  const token = await createPageToken(deps, pageId);

  const rows = await deps.db.many(
    sql`select to_json(page_tokens)::text as row from page_tokens where page_id = ${pageId}`,
  );

  assert.equal(rows.length, 1);
  assert.ok(!JSON.stringify(rows).includes(token.slice(3, 20)));
});

test("of several concurrent refreshes one token works", async () => {
  const pageId = await anyPage();

  const tokens = await Promise.all(Array.from({ length: 8 }, () => createPageToken(deps, pageId)));

  const good = await Promise.all(tokens.map((token) => findTokenPage(deps, pageId, token)));
  assert.equal(good.filter(Boolean).length, 1);
});

for (const [what, act] of [
  ["refresh", createPageToken],
  ["deletion", removePageToken],
] as const) {
  test(`a ${what} waits for the call that is being made with the old token, and the next call fails`, async () => {
    const pageId = await anyPage();
    const token = await createPageToken(deps, pageId);
    let isDone = false;

    const { acting } = await deps.db.transact(async (db) => {
      await holdToken({ ...deps, db }, pageId, token);
      const acting = act(deps, pageId).then(() => {
        isDone = true;
      });
      while (!isDone && !(await isAnyoneWaiting())) await setImmediate();
      assert.equal(isDone, false);
      return { acting };
    });
    await acting;

    const late = deps.db.transact((db) => holdToken({ ...deps, db }, pageId, token));
    await assert.rejects(late, { code: "unauthorized" });
    assert.equal(await findTokenPage(deps, pageId, token), undefined);
  });
}

test("the deletion of a named token waits for the call that is being made with it", async () => {
  const pageId = await anyPage();
  const { token, info } = await createApiToken(deps, pageId, { name: "Shop", scope: "all" });
  let isDone = false;

  const { deleting } = await deps.db.transact(async (db) => {
    await holdToken({ ...deps, db }, pageId, token);
    const deleting = removeApiToken(deps, pageId, info.id).then(() => {
      isDone = true;
    });
    while (!isDone && !(await isAnyoneWaiting())) await setImmediate();
    assert.equal(isDone, false);
    return { deleting };
  });
  await deleting;

  const late = deps.db.transact((db) => holdToken({ ...deps, db }, pageId, token));
  await assert.rejects(late, { code: "unauthorized" });
});

test("a call with a token does not wait for another call with it", async () => {
  const pageId = await anyPage();
  const token = await createPageToken(deps, pageId);

  await deps.db.transact(async (db) => {
    await holdToken({ ...deps, db }, pageId, token);
    await deps.db.transact((other) => holdToken({ ...deps, db: other }, pageId, token));
    assert.ok(await findTokenPage(deps, pageId, token));
  });
});

test("a token works for its own page only", async () => {
  const [one, other] = [await anyPage(), await anyPage()];
  const token = await createPageToken(deps, one);
  await createPageToken(deps, other);

  assert.equal(await findTokenPage(deps, other, token), undefined);
});

test("malformed tokens are not looked up", async () => {
  const pageId = await anyPage();

  for (const text of [
    "",
    "bt_",
    "\0",
    "\ud800",
    `bt_${"a".repeat(42)}`,
    `bt_${"a".repeat(44)}`,
    `bt_${"é".repeat(43)}`,
  ]) {
    assert.equal(await findTokenPage(deps, pageId, text), undefined);
  }
});

test("tokens of unknown pages cannot be created or deleted, nor missing tokens deleted", async () => {
  const pageId = await anyPage();

  await assert.rejects(createPageToken(deps, "web_1"), { code: "not_found", message: "There is no such page." });
  await assert.rejects(removePageToken(deps, "web_1"), { code: "not_found", message: "There is no such page." });
  await assert.rejects(removePageToken(deps, pageId), { code: "not_found", message: "There is no such token." });
});

async function isAnyoneWaiting(): Promise<boolean> {
  return (
    (await deps.db.count(sql`
    select from ${isClustered ? sql`citus_stat_activity` : sql`pg_stat_activity`}
     where datname = current_database() and wait_event_type = 'Lock'`)) > 0
  );
}
