import assert from "node:assert/strict";
import { test } from "node:test";
import type { Test } from "@banter/core/test/at-end.ts";
import type { Account, Renewal } from "../channels/channel.ts";
import { channels } from "../channels/index.ts";
import { instagram } from "../channels/instagram/index.ts";
import type { Deps } from "../deps.ts";
import { renewTokens } from "../domain/connect/token-renewals.ts";
import { connectPage } from "../domain/pages/page-settings.ts";
import { findPage } from "../store/catalog/pages.ts";
import { findTokenRenewal } from "../store/catalog/token-renewals.ts";
import { sql } from "../store/db/sql.ts";
import { findProfileSync } from "../store/runtime/profile-syncs.ts";
import { testNode } from "../test/node.ts";
import { aMember, signedIn } from "../test/people.ts";
import { platformOn } from "../test/platforms/graph/driver.ts";
import { startInstagram } from "../test/platforms/instagram.ts";
import { aConversation } from "../test/platforms/scenario.ts";
import { until } from "../test/until.ts";

const dayMs = 86_400_000;

/** A page with Instagram Login whose token is forty days old, and a server that runs it. */
async function aPage(t: Test, login: "facebook" | "instagram" = "instagram") {
  const started = await startInstagram(t, { login });
  const { graph, pageId, settings } = started;
  graph.tokenIssuedAt -= 40 * dayMs;
  const { node, customer } = await aConversation(t, "instagram", platformOn(started));
  const { deps } = node;
  const { db } = deps;
  return {
    ...{ graph, pageId, settings, node, deps, ann: customer(1) },
    first: graph.accessToken,
    page: async () => {
      const page = await findPage(db, pageId);
      assert.ok(page);
      return { ...page, settings: page.channelSettings as Record<string, string> };
    },
    /** Makes the renewal due. */
    due: () => db.count(sql`update token_renewals set due_at = now() where page_id = ${pageId}`),
    planned: async () => {
      const planned = await findTokenRenewal(db, pageId);
      return planned && { inDays: Math.round((planned.dueAt.getTime() - Date.now()) / dayMs), reason: planned.reason };
    },
    renewals: () => graph.calls.filter(({ path }) => path === "/refresh_access_token").length,
  };
}

/** The same server, with an action between Meta's answer and its storing. */
function meanwhile(deps: Deps, happens: () => Promise<unknown>): Deps {
  const account = instagram.account as Account<unknown>;
  const renewal = account.renewal as Renewal<unknown>;
  const run: typeof renewal.run = async (settings) => {
    const renewed = await renewal.run(settings);
    await happens();
    return renewed;
  };
  return {
    ...deps,
    channels: { ...channels, instagram: { ...instagram, account: { ...account, renewal: { ...renewal, run } } } },
  };
}

test("a token is renewed when it is due, and messages are sent with the new one", async (t) => {
  const { graph, pageId, deps, ann, first, page, due, planned, renewals } = await aPage(t);
  await ann.say("hello");
  await graph.until(() => ann.heard().length >= 2);
  await until(async () => (await findProfileSync(deps.db, pageId))?.state === "done");
  const profileCalls = () => graph.calls.filter(({ path }) => path.endsWith("/messenger_profile")).length;
  const profileCallsBefore = profileCalls();
  await renewTokens(deps);
  assert.deepEqual([renewals(), await planned()], [0, { inDays: 1, reason: null }]);

  await due();
  await renewTokens(deps);
  graph.formerTokens.clear();
  await ann.say("hello");

  await graph.until(() => ann.heard().length >= 4);
  const { settings, disconnectedReason, revision } = await page();
  assert.deepEqual([settings.accessToken, disconnectedReason], [graph.accessToken, null]);
  assert.notEqual(settings.accessToken, first);
  assert.deepEqual([renewals(), await planned()], [1, { inDays: 30, reason: null }]);
  // Nothing else has changed, so that there is no other call.
  await until(async () => (await findProfileSync(deps.db, pageId))?.settledRevision === revision);
  assert.equal(profileCalls(), profileCallsBefore);
});

test("only one of two nodes renews", async (t) => {
  const { deps, page, due, graph, renewals, node } = await aPage(t);
  const other = await testNode(t, {}, node.deps.db as Parameters<typeof testNode>[2]);
  await due();

  await renewTokens(meanwhile(deps, () => renewTokens(other.deps)));
  await Promise.all([renewTokens(deps), renewTokens(other.deps)]);

  assert.equal(renewals(), 1);
  assert.equal((await page()).settings.accessToken, graph.accessToken);
});

test("a page that was connected before renewals were planned is due at once", async (t) => {
  const { deps, page, graph, first } = await aPage(t);
  await deps.db.count(sql`delete from token_renewals`);

  await renewTokens(deps);

  assert.notEqual(graph.accessToken, first);
  assert.equal((await page()).settings.accessToken, graph.accessToken);
});

test("a renewal whose answer is lost is retried, soon and then less often", async (t) => {
  const { graph, deps, page, due, planned, first } = await aPage(t);
  graph.trouble = ({ path }) => (path === "/refresh_access_token" ? { reset: true } : undefined);
  const reason = `${new URL(graph.origin).host} gave no complete answer.`;

  const waits: unknown[] = [];
  for (let count = 0; count < 4; count++) {
    await due();
    await renewTokens(deps);
    waits.push(await planned());
  }
  assert.deepEqual(
    waits,
    [0, 0, 0, 1].map((inDays) => ({ inDays, reason })),
  );
  assert.deepEqual([(await page()).settings.accessToken, (await page()).disconnectedReason], [first, null]);
  graph.trouble = () => undefined;
  await due();
  await renewTokens(deps);

  assert.equal((await page()).settings.accessToken, graph.accessToken);
  assert.deepEqual(await planned(), { inDays: 30, reason: null });
});

test("a refused token disconnects the page with Meta's reason until it is connected again", async (t) => {
  const { graph, pageId, settings, deps, ann, page, due, planned } = await aPage(t);
  graph.tokenIssuedAt -= 30 * dayMs;
  await due();

  await renewTokens(deps);
  assert.equal(
    (await page()).disconnectedReason,
    "Meta refused with error 190/463: (#190) Error validating access token: Session has expired.",
  );
  assert.equal(await planned(), undefined);
  const refused = graph.refused.length;
  await renewTokens(deps);
  assert.equal(graph.refused.length, refused);

  graph.tokenIssuedAt = graph.now();
  await connectPage(deps, pageId, { ...settings });
  await ann.say("hello");
  await graph.until(() => ann.heard().length >= 2);
  assert.deepEqual(await planned(), { inDays: 1, reason: null });
});

test("a refused renewal of a valid token is retried daily, and the owner sees the reason", async (t) => {
  const { graph, pageId, node, page, due, planned, first } = await aPage(t);
  graph.tokenIssuedAt = graph.now();
  const owner = await aMember(node.deps);
  const { api } = await signedIn(node.baseUrl, owner);
  await node.deps.db.count(sql`update pages set workspace_id = ${owner.workspaceId} where id = ${pageId}`);
  await due();

  await renewTokens(node.deps);

  const reason = "Meta refused with error 190: (#190) The access token is not 24 hours old.";
  assert.deepEqual([(await page()).settings.accessToken, (await page()).disconnectedReason], [first, null]);
  assert.deepEqual(await planned(), { inDays: 1, reason });
  const told = (await api("GET /pages/:page_id/channel", { params: { page_id: pageId } })).token_renewal;
  const { dueAt } = (await findTokenRenewal(node.deps.db, pageId)) ?? {};
  assert.deepEqual(told, { next_at: dueAt?.toISOString(), reason });
});

test("a token that the owner enters during the renewal wins", async (t) => {
  const { pageId, settings, deps, page, due, planned, renewals } = await aPage(t);
  await due();

  await renewTokens(meanwhile(deps, () => connectPage(deps, pageId, { ...settings, accessToken: "IGAAowner" })));

  assert.equal(renewals(), 1);
  assert.equal((await page()).settings.accessToken, "IGAAowner");
  assert.deepEqual(await planned(), { inDays: 1, reason: null });
});

test("other settings that the owner changes during the renewal are kept", async (t) => {
  const { graph, pageId, settings, deps, page, due } = await aPage(t);
  const { accessToken: _, ...others } = settings as Record<string, string>;
  await due();

  await renewTokens(meanwhile(deps, () => connectPage(deps, pageId, { ...others, username: "corner.two" })));

  const { username, accessToken } = (await page()).settings;
  assert.deepEqual([username, accessToken], ["corner.two", graph.accessToken]);
});

test("a failed renewal does not change the plan of a page that was connected again meanwhile", async (t) => {
  const { graph, pageId, settings, deps, page, due, planned } = await aPage(t);
  graph.accessToken = "IGAAowner";
  await due();
  const account = instagram.account as Account<unknown>;
  const renewal = account.renewal as Renewal<unknown>;
  const run: typeof renewal.run = async (given) => {
    await connectPage(deps, pageId, { ...settings, accessToken: "IGAAowner" });
    return renewal.run(given);
  };

  await renewTokens({
    ...deps,
    channels: { instagram: { ...instagram, account: { ...account, renewal: { ...renewal, run } } } },
  });

  assert.equal((await page()).disconnectedReason, null);
  assert.deepEqual(await planned(), { inDays: 1, reason: null });
});

test("messages that are refused while the token changes are sent with the new one", async (t) => {
  const { graph, deps, ann, page, due } = await aPage(t);
  await due();

  await renewTokens(
    meanwhile(deps, async () => {
      graph.formerTokens.clear();
      await ann.say("hello");
      await until(async () => (await page()).disconnectedReason !== null);
    }),
  );

  await graph.until(() => ann.heard().length >= 2);
  assert.deepEqual(ann.heard(), ["One", "Two"]);
  assert.equal((await page()).disconnectedReason, null);
});

test("tokens of Facebook Login are not renewed", async (t) => {
  const { graph, deps, page, due, planned, first } = await aPage(t, "facebook");

  assert.equal(await planned(), undefined);
  await due();
  await renewTokens(deps);
  await renewTokens(deps);

  assert.equal(await planned(), undefined);
  assert.equal((await page()).settings.accessToken, first);
  assert.deepEqual(graph.refused, []);
  assert.equal(graph.accessToken, first);
});
