import assert from "node:assert/strict";
import { test } from "node:test";
import type { PageFile } from "@banter/core/page-file/schema.ts";
import type { Test } from "@banter/core/test/at-end.ts";
import type { PageProfile } from "../channels/channel.ts";
import { channels } from "../channels/index.ts";
import { trashFlow } from "../domain/catalog/flows.ts";
import { connectPage } from "../domain/pages/page-settings.ts";
import { listPublishedFlows } from "../store/catalog/flows.ts";
import { findPage } from "../store/catalog/pages.ts";
import { sql } from "../store/db/sql.ts";
import { findProfileSync } from "../store/runtime/profile-syncs.ts";
import { aFlow, aKeyword, aPage, aPostPage } from "../test/builders.ts";
import { testNode } from "../test/node.ts";
import { aMember, signedIn } from "../test/people.ts";
import { startPlatform } from "../test/platform.ts";
import { postChannel } from "../test/post-channel.ts";
import { until } from "../test/until.ts";

const hello = aKeyword("hello", "Hello");

async function aPageOn(t: Test, options: Parameters<typeof postChannel>[0] = {}, file: Partial<PageFile> = {}) {
  const platform = await startPlatform(t);
  const node = await testNode(t, { channels: { ...channels, telegram: postChannel(options) } });
  const { baseUrl, deps } = node;
  const { pageId, token } = await aPostPage(deps, platform.origin, {
    flows: [aFlow("Hello")],
    keywords: [hello],
    ...file,
  });
  let count = 0;
  const write = async (psid: string, text = "hello") => {
    const body = JSON.stringify({ events: [{ id: String(++count), from: psid, text }] });
    const answer = await fetch(`${baseUrl}/webhooks/${pageId}`, {
      method: "POST",
      headers: { "x-secret": "right" },
      body,
    });
    assert.equal(answer.status, 200);
  };
  const statuses = async () => {
    const rows = await deps.db.many<{ status: string; reason: string | null }>(sql`
      select status, reason from messages where page_id = ${pageId} order by id`);
    return rows.map(({ status, reason }) => (reason === null ? status : `${status}: ${reason}`));
  };
  return { platform, deps, node, baseUrl, pageId, token, write, statuses };
}

test("messages of a disconnected page wait and are sent when it is connected again", async (t) => {
  const { platform, deps, pageId, write, statuses } = await aPageOn(t);
  platform.answer = () => ({ status: 401, body: { failure: "bad_settings" } });

  await write("tg_1");
  await until(async () => (await findPage(deps.db, pageId))?.disconnectedReason === "status 401");
  let asked = 0;
  platform.answer = () => {
    asked++;
    return {};
  };
  await write("tg_1");
  await write("tg_2");
  await until(async () => (await statuses()).length === 3);
  assert.deepEqual(await statuses(), ["queued: bad_settings", "queued", "queued"]);
  assert.equal(asked, 0);
  await connectPage(deps, pageId, { origin: platform.origin });

  const received = await platform.waitFor(3);
  assert.deepEqual(received.map(({ to }) => to).toSorted(), ["tg_1", "tg_1", "tg_2"]);
  await until(async () => (await statuses()).every((status) => status === "sent"));
  assert.equal((await findPage(deps.db, pageId))?.disconnectedReason, null);
});

test("messages of a page that stays disconnected for a day fail with that reason", async (t) => {
  const { platform, deps, node, pageId, write, statuses } = await aPageOn(t);
  platform.answer = () => ({ status: 401, body: { failure: "bad_settings" } });
  await write("tg_1");
  await until(async () => (await statuses())[0] === "queued: bad_settings");
  await write("tg_1");
  await until(async () => (await statuses()).length === 2);

  await node.stop();
  await deps.db.count(sql`
    update messages set created_at = now() - interval '25 hours' where page_id = ${pageId} and attempts > 0`);
  await testNode(t, { channels: deps.channels }, deps.db as Parameters<typeof testNode>[2]);

  await until(async () => (await statuses())[0] === "failed: bad_settings");
  assert.equal((await statuses())[1], "queued");
});

test("while the platform throttles the page, no message is sent", async (t) => {
  const { platform, write, statuses } = await aPageOn(t);
  let throttledAt = 0;
  platform.answer = ({ to }) => {
    if (to !== "tg_1" || throttledAt > 0) return { body: {} };
    throttledAt = performance.now();
    return { status: 429, body: { retryAfter: 1 } };
  };

  await write("tg_1");
  await until(async () => throttledAt > 0 && (await statuses())[0] === "queued: throttled");
  const times: number[] = [];
  platform.answer = () => {
    times.push(performance.now());
    return {};
  };
  for (const psid of ["tg_2", "tg_3"]) await write(psid);
  await platform.waitFor(3);

  assert.ok(times.every((time) => time - throttledAt >= 950));
});

test("while the platform throttles one customer, the others get their messages", async (t) => {
  const { platform, write } = await aPageOn(t);
  let throttles = 1;
  platform.answer = ({ to }) =>
    to === "tg_1" && throttles-- > 0 ? { status: 429, body: { retryAfter: 2, scope: "customer" } } : {};

  await write("tg_1");
  await write("tg_2");

  assert.deepEqual(
    (await platform.waitFor(2)).map(({ to }) => to),
    ["tg_2", "tg_1"],
  );
});

test("messages to one customer keep the platform's limit for one customer", async (t) => {
  const { platform, write } = await aPageOn(t, { perCustomer: { perSecond: 10, burst: 2 } });
  const times = new Map<string, number[]>();
  platform.answer = ({ to }) => {
    times.set(to, [...(times.get(to) ?? []), performance.now()]);
    return {};
  };

  await Promise.all([..."12345678"].flatMap(() => [write("tg_1"), write("tg_2")]));
  await platform.waitFor(16);

  // Two at once, then one every 100 ms: on any machine, eight take at least this long.
  for (const [first = 0, ...others] of times.values()) assert.ok((others.at(-1) ?? 0) - first >= 550);
});

test("a page slows down when the platform reports that its limit is nearly reached", async (t) => {
  const { platform, write } = await aPageOn(t, { perSecond: 100 });
  const times: number[] = [];
  platform.answer = () => {
    times.push(performance.now());
    return { body: { usage: 0.99 } };
  };

  await write("tg_0");
  await platform.waitFor(1);
  await Promise.all(Array.from({ length: 10 }, (_, number) => write(`tg_${number + 1}`)));
  await platform.waitFor(11);

  // A twentieth of the usual pace: one every 200 ms, after the burst of a tenth of a second.
  assert.ok((times.at(-1) ?? 0) - (times[1] ?? 0) >= 900);
});

test("messages of a flow after the window has closed are stored as failed", async (t) => {
  const document = {
    version: 1,
    start: "one",
    steps: {
      one: { type: "message", content: { messages: [{ type: "text", text: "One" }] }, next: "wait" },
      wait: { type: "delay", seconds: 1, next: "two" },
      two: { type: "message", content: { messages: [{ type: "text", text: "Two" }] }, next: null },
    },
  };
  const flows = [{ name: "Hello", published: true, document }];
  const { platform, deps, write, statuses } = await aPageOn(t, { window: { seconds: 86_400, tags: [] } }, { flows });
  await write("tg_1");
  await platform.waitFor(1);
  await deps.db.count(sql`update customers set last_input_at = now() - interval '2 days'`);

  await until(async () => (await statuses()).length === 2);

  assert.equal((await statuses())[1], "failed: outside_messaging_window");
  assert.equal(platform.received.length, 1);
});

test("a typing indicator is shown after the messages before it have arrived", async (t) => {
  const document = {
    version: 1,
    start: "one",
    steps: {
      one: { type: "message", content: { messages: [{ type: "text", text: "One" }] }, next: "wait" },
      wait: { type: "delay", seconds: 2, next: null },
    },
  };
  const { platform, write } = await aPageOn(t, {}, { flows: [{ name: "Hello", published: true, document }] });
  let receivedBefore = -1;
  platform.answerCall = () => {
    receivedBefore = platform.received.length;
    return { hang: true };
  };

  await write("tg_1");

  assert.deepEqual(await platform.waitForCalls("/typing", 1), [{ to: "tg_1" }]);
  assert.equal(receivedBefore, 1);
});

test("an owner's edits are synced as one profile, with retries, and the page shows the progress", async (t) => {
  const { platform, deps, pageId, baseUrl } = await aPageOn(t);
  const owner = await aMember(deps);
  const { api } = await signedIn(baseUrl, owner);
  await deps.db.count(sql`update pages set workspace_id = ${owner.workspaceId} where id = ${pageId}`);
  const params = { page_id: pageId };
  const sync = async () => (await api("GET /pages/:page_id", { params })).profile_sync;
  assert.deepEqual(await sync(), { state: "none", reason: null, at: null });
  let failures = 1;
  platform.answerCall = ({ path }) => (path === "/profile" && failures-- > 0 ? { status: 500 } : {});

  await api("PUT /pages/:page_id/channel", { params, body: { settings: { origin: platform.origin } } });
  assert.equal((await sync()).state, "waiting");
  for (const greeting of ["H", "He", "Hello"]) await api("PATCH /pages/:page_id", { params, body: { greeting } });
  await until(async () => (await sync()).state === "failed");
  assert.equal((await sync()).reason, "status 500");
  await until(async () => (await sync()).state === "done");

  const profile = { greeting: "Hello", iceBreakers: [], mainMenu: [] };
  assert.deepEqual(await platform.waitForCalls("/profile", 2), [profile, profile]);
  assert.deepEqual(await platform.waitForCalls("/connect", 1), [{ webhookUrl: `${baseUrl}/webhooks/${pageId}` }]);

  // A change that does not affect the profile makes no call.
  await api("PATCH /pages/:page_id", { params, body: { name: "Corner" } });
  const { revision } = (await findPage(deps.db, pageId)) ?? {};
  await until(async () => (await findProfileSync(deps.db, pageId))?.settledRevision === revision);
  assert.equal((await platform.waitForCalls("/profile", 2)).length, 2);
});

test("no channel shows ice breakers and menu items whose flow is not published or in the trash", async (t) => {
  const file: Partial<PageFile> = {
    flows: [aFlow("Hello"), { ...aFlow("Draft"), published: false }, aFlow("Old")],
    ice_breakers: ["Draft", "Old", "Hello"].map((flow) => ({ title: `${flow}?`, flow })),
    main_menu: [
      ...["Old", "Hello", "Draft"].map((flow) => ({ title: flow, flow })),
      { title: "Shop", url: "https://shop.example/" },
    ],
  };
  const { platform, deps, pageId, baseUrl } = await aPageOn(t, {}, file);
  const web = await aPage(deps, file);
  for (const page of [pageId, web.pageId]) {
    const old = (await listPublishedFlows(deps.db, page)).find(({ name }) => name === "Old");
    await trashFlow(deps, page, old?.id ?? 0);
  }
  const titlesOf = (...lists: { title: string }[][]) => lists.map((list) => list.map(({ title }) => title));

  await connectPage(deps, pageId, { origin: platform.origin });
  await until(async () => (await findProfileSync(deps.db, pageId))?.state === "done");
  const profile = (await platform.waitForCalls("/profile", 1)).at(-1) as PageProfile;
  const answer = await fetch(`${baseUrl}/api/webchat/v1/pages/${web.pageId}/profile`);
  const shown = (await answer.json()) as Record<"ice_breakers" | "main_menu", { title: string }[]>;

  assert.deepEqual(titlesOf(profile.iceBreakers, profile.mainMenu), [["Hello?"], ["Hello", "Shop"]]);
  assert.deepEqual(titlesOf(shown.ice_breakers, shown.main_menu), [["Hello?"], ["Hello", "Shop"]]);
});

test("settings that the platform refuses are not stored, and the refusal says why", async (t) => {
  const { platform, deps, pageId, baseUrl } = await aPageOn(t);
  const owner = await aMember(deps);
  const { api } = await signedIn(baseUrl, owner);
  await deps.db.count(sql`update pages set workspace_id = ${owner.workspaceId} where id = ${pageId}`);
  platform.answerCall = () => ({ status: 403, body: { failure: "bad_settings" } });
  const settings = { origin: platform.origin, secret: "new" };

  const refused = api("PUT /pages/:page_id/channel", { params: { page_id: pageId }, body: { settings } });
  await assert.rejects(refused, { status: 409, message: "Post refused these settings: status 403" });
  const body = { channel: "telegram" as const, name: "Bot", platform_id: "4711", settings };
  const params = { workspace_id: owner.workspaceId };
  await assert.rejects(api("POST /workspaces/:workspace_id/pages", { params, body }), { status: 409 });

  assert.deepEqual((await findPage(deps.db, pageId))?.channelSettings, { origin: platform.origin });
  assert.equal(await findPage(deps.db, "tg_4711"), undefined);
  assert.equal(await deps.db.count(sql`select from tried_settings`), 0);
});

test("a number without a connection does not keep another workspace from connecting it", async (t) => {
  const { platform, deps, baseUrl } = await aPageOn(t);
  const [first, second] = [await aMember(deps), await aMember(deps)];
  const [his, hers] = [await signedIn(baseUrl, first), await signedIn(baseUrl, second)];
  const body = { channel: "telegram" as const, name: "Bot", platform_id: "4711" };
  const settings = { origin: platform.origin };
  const create = ({ api }: typeof his, { workspaceId }: typeof first, more: object = {}) =>
    api("POST /workspaces/:workspace_id/pages", { params: { workspace_id: workspaceId }, body: { ...body, ...more } });
  await create(his, first);
  await assert.rejects(create(hers, second), { status: 409 }, "without settings nothing is shown");
  platform.answerCall = () => ({ status: 403, body: { failure: "bad_settings" } });
  await assert.rejects(create(hers, second, { settings }), { status: 409 });
  assert.equal((await findPage(deps.db, "tg_4711"))?.workspaceId, first.workspaceId);
  platform.answerCall = () => ({});

  const page = await create(hers, second, { settings });

  assert.deepEqual([page.id, page.workspace_id], ["tg_4711", second.workspaceId]);
  await assert.rejects(his.api("GET /pages/:page_id", { params: { page_id: "tg_4711" } }), { status: 404 });
  const { entries } = await his.api("GET /workspaces/:workspace_id/audit", {
    params: { workspace_id: first.workspaceId },
  });
  assert.deepEqual([entries[0]?.user, entries[0]?.action, entries[0]?.subject], ["", "page_given_up", "Bot"]);
  await assert.rejects(create(his, first, { settings }), { status: 409 }, "a connected page stays");
});
