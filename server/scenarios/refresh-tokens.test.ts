import assert from "node:assert/strict";
import { test } from "node:test";
import type { Test } from "@banter/core/test/at-end.ts";
import { renewTokens } from "../domain/connect/token-renewals.ts";
import { findPage } from "../store/catalog/pages.ts";
import { findTokenRenewal } from "../store/catalog/token-renewals.ts";
import { sql } from "../store/db/sql.ts";
import { testNode } from "../test/node.ts";
import { aConversation } from "../test/platforms/scenario.ts";
import { platformOf } from "../test/platforms/zalo/page.ts";
import { startZalo } from "../test/platforms/zalo/zalo.ts";
import { until } from "../test/until.ts";

/** A page whose refresh token can be used once, and a server that runs it. */
async function aPage(t: Test, expiresIn = 90_000) {
  const zalo = await startZalo(t);
  zalo.expiresIn = expiresIn;
  const { node, pageId } = await aConversation(t, "zalo", platformOf(zalo));
  const { deps } = node;
  const { db } = deps;
  return {
    ...{ zalo, node, deps, pageId, ann: zalo.person(1) },
    page: async () => {
      const page = await findPage(db, pageId);
      assert.ok(page);
      return { ...page, settings: page.channelSettings as Record<string, string> };
    },
    due: () => db.count(sql`update token_renewals set due_at = now() where page_id = ${pageId}`),
    /** True if the next renewal is due in that time, or in up to a tenth less. */
    isPlannedIn: async (seconds: number) => {
      const planned = await findTokenRenewal(db, pageId);
      const left = planned ? (planned.dueAt.getTime() - Date.now()) / 1000 : 0;
      return left <= seconds && left > 0.9 * seconds;
    },
    renewals: () => zalo.calls.filter(({ route }) => route === "POST /v4/oa/access_token").length,
  };
}

test("both tokens are replaced at once after connecting, and messages are sent with the new one", async (t) => {
  const { zalo, deps, ann, page, isPlannedIn } = await aPage(t);

  await renewTokens(deps);
  await ann.say("hello");

  await zalo.until(() => ann.heard().length === 2);
  const { settings, disconnectedReason } = await page();
  assert.deepEqual(
    [settings.accessToken, settings.refreshToken, disconnectedReason],
    [zalo.accessToken, zalo.refreshToken, null],
  );
  assert.ok(await isPlannedIn(45_000));
});

test("two nodes use a refresh token once, and the next renewal uses the next token", async (t) => {
  const { zalo, deps, page, due, renewals, node } = await aPage(t);
  const other = await testNode(t, {}, node.deps.db as Parameters<typeof testNode>[2]);

  await Promise.all([renewTokens(deps), renewTokens(other.deps), renewTokens(deps)]);
  assert.equal(renewals(), 1);
  await due();
  await Promise.all([renewTokens(other.deps), renewTokens(deps)]);

  assert.equal(renewals(), 2);
  const { settings } = await page();
  assert.deepEqual([settings.accessToken, settings.refreshToken], [zalo.accessToken, zalo.refreshToken]);
});

test("a renewed token is stored although the database refuses it at first", async (t) => {
  const { zalo, deps, page, renewals } = await aPage(t);
  const { db } = deps;
  // A sequence counts refusals, as it is not rolled back.
  await db.count(sql`create sequence refusals`);
  await db.count(sql`
    create function refuse() returns trigger language plpgsql
        as $$ begin perform nextval('refusals'); raise 'not now'; end $$`);
  await db.count(sql`create trigger refuse before update on pages for each row execute function refuse()`);

  const renewing = renewTokens(deps);
  await until(async () => (await db.get<{ isCalled: boolean }>(sql`select is_called from refusals`)).isCalled);
  await db.count(sql`drop trigger refuse on pages`);
  await renewing;

  assert.equal(renewals(), 1);
  const { settings, disconnectedReason } = await page();
  assert.deepEqual(
    [settings.accessToken, settings.refreshToken, disconnectedReason],
    [zalo.accessToken, zalo.refreshToken, null],
  );
});

test("a token of an hour is renewed before its end", async (t) => {
  const { deps, isPlannedIn } = await aPage(t, 3600);

  await renewTokens(deps);

  assert.ok(await isPlannedIn(1800));
});

test("a page that an expired token has disconnected is connected by the renewal, and its messages are sent", async (t) => {
  const { zalo, deps, ann, page, due } = await aPage(t);
  await renewTokens(deps);
  zalo.accessToken = "expired while the server was off";
  await ann.say("hello");
  await until(async () => (await page()).disconnectedReason !== null);

  await due();
  await renewTokens(deps);

  await zalo.until(() => ann.heard().length === 2);
  assert.deepEqual(ann.heard(), ["One", "Two"]);
  assert.equal((await page()).disconnectedReason, null);
});

test("a refused renewal is retried while the access token works, and then disconnects the page", async (t) => {
  const { zalo, deps, page, due, isPlannedIn } = await aPage(t);
  zalo.refreshToken = "used elsewhere";

  await renewTokens(deps);
  assert.equal((await page()).disconnectedReason, null);
  assert.ok(await isPlannedIn(86_400));

  zalo.accessToken = "given elsewhere";
  await due();
  await renewTokens(deps);

  assert.equal(
    (await page()).disconnectedReason,
    "Zalo did not renew the token: error -14014 (The refresh token is invalid or was used). Connect the page again with new tokens.",
  );
});
