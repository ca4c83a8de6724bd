import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { PrechatForm } from "@banter/core/model/content/prechat-form.ts";
import { z } from "zod";
import { channels } from "../../../../channels/index.ts";
import { findPage } from "../../../../store/catalog/pages.ts";
import { sql } from "../../../../store/db/sql.ts";
import { testApp } from "../../../../test/app.ts";
import { aFlow, aKeyword, aPageFile } from "../../../../test/builders.ts";
import { callerOf } from "../../../../test/call.ts";
import { testNode } from "../../../../test/node.ts";
import { aMember, aPageOf, type Browser, signedIn } from "../../../../test/people.ts";
import { postChannel } from "../../../../test/post-channel.ts";
import { aVisitor } from "../../../../test/visitor.ts";

const secretChannel = {
  ...postChannel(),
  account: null,
  settings: z.object({
    origin: z.string(),
    botToken: z.string().min(5).meta({ label: "Bot token", input: "secret" }),
  }),
};
const { baseUrl, deps } = await testApp({ after }, { channels: { ...channels, telegram: secretChannel } });
const owner = await aMember(deps);
const { api, fetch: fetchAs } = await signedIn(baseUrl, owner);
const inWorkspace = { workspace_id: owner.workspaceId };

test("a new web chat page works at once", async () => {
  const body = { channel: "webchat" as const, name: "Corner shop", timezone: "Asia/Ho_Chi_Minh" };

  const page = await api("POST /workspaces/:workspace_id/pages", { params: inWorkspace, body });

  assert.match(page.id, /^web_[0-9]+$/);
  assert.deepEqual(page.connection, { state: "ready", reason: null });
  assert.equal(page.chat_url, `http://127.0.0.1/chat/${page.id}`);
  assert.equal(page.timezone, "Asia/Ho_Chi_Minh");
  const { pages } = await api("GET /workspaces/:workspace_id/pages", { params: inWorkspace });
  assert.ok(pages.some(({ id }) => id === page.id));
  await aVisitor(baseUrl, page.id);
});

test("a platform's page is created by its number and settings, and its secrets are never returned", async () => {
  const made = { channel: "telegram" as const, name: "Bot" };
  const refused = api("POST /workspaces/:workspace_id/pages", { params: inWorkspace, body: made });
  await assert.rejects(refused, { status: 400, faults: [{ path: "/platform_id", message: "is required" }] });
  const body = { ...made, platform_id: "4711" };
  const page = await api("POST /workspaces/:workspace_id/pages", { params: inWorkspace, body });
  assert.equal(page.id, "tg_4711");
  assert.equal(page.connection.state, "not_connected");
  const twice = api("POST /workspaces/:workspace_id/pages", { params: inWorkspace, body });
  await assert.rejects(twice, { status: 409 });

  const params = { page_id: page.id };
  const connect = (settings: Record<string, unknown>) =>
    api("PUT /pages/:page_id/channel", { params, body: { settings } });
  await assert.rejects(connect({ origin: "http://127.0.0.1:1", botToken: "no" }), {
    status: 400,
    faults: [{ path: "/settings/botToken", message: "must be at least 5 characters" }],
  });
  const connected = await connect({ origin: "http://127.0.0.1:1", botToken: "s3cret-token" });
  assert.equal(connected.connection.state, "ready");
  await connect({ origin: "http://127.0.0.1:2" });

  assert.deepEqual((await findPage(deps.db, page.id))?.channelSettings, {
    origin: "http://127.0.0.1:2",
    botToken: "s3cret-token",
  });
  assert.deepEqual(await api("GET /pages/:page_id/channel", { params }), {
    settings: { origin: "http://127.0.0.1:2" },
    has_secret: ["botToken"],
    webhook_url: `http://127.0.0.1/webhooks/${page.id}`,
    app_webhook_url: "http://127.0.0.1/webhooks/app/telegram",
    verify_token: null,
    is_by_login: false,
    token_renewal: null,
  });
  for (const path of ["", "/channel", "/file", "/token", "/tools", "/tree"]) {
    const text = await (await fetchAs(`${baseUrl}/api/v1/pages/${page.id}${path}`)).text();
    assert.doesNotMatch(text, /s3cret/, path);
  }
  const pages = await (await fetchAs(`${baseUrl}/api/v1/workspaces/${owner.workspaceId}/pages`)).text();
  assert.doesNotMatch(pages, /s3cret/);
});

test("channels return the schema of their settings", async () => {
  const { channels } = await api("GET /channels");

  const telegram = channels.find(({ type }) => type === "telegram");
  assert.equal(channels.find(({ type }) => type === "webchat")?.gives_id, true);
  assert.equal(telegram?.gives_id, false);
  const { properties } = z.object({ properties: z.record(z.string(), z.json()) }).parse(telegram?.settings);
  assert.deepEqual(properties.botToken, { label: "Bot token", input: "secret", type: "string", minLength: 5 });
});

test("a page's settings change one by one, and their flows must exist", async () => {
  const pageId = await aPageOf(deps, owner);
  const params = { page_id: pageId };
  const flow = await api("POST /pages/:page_id/flows", { params, body: { name: "Hi", folder_id: null } });
  const revision = async () => (await findPage(deps.db, pageId))?.revision ?? 0;
  const before = await revision();

  const hours = [{ days: ["mon" as const], from: "08:00", to: "17:00" }];
  await api("PATCH /pages/:page_id", { params, body: { greeting: "Hello!", hours, welcome_flow_id: flow.id } });
  await api("PATCH /pages/:page_id", { params, body: { name: "Café", origins: ["https://cafe.example"] } });

  const page = await api("GET /pages/:page_id", { params });
  assert.deepEqual(
    [page.name, page.greeting, page.hours, page.origins, page.welcome_flow_id],
    ["Café", "Hello!", hours, ["https://cafe.example"], flow.id],
  );
  assert.ok((await revision()) > before, "the page's owner reads the settings again");
  const unknown = api("PATCH /pages/:page_id", { params, body: { default_reply_flow_id: 999_999 } });
  await assert.rejects(unknown, { status: 404, code: "flow_not_found" });
  const odd = api("PATCH /pages/:page_id", { params, body: { timezone: "Mars/Olympus", greeting: "" } });
  await assert.rejects(odd, { status: 400 });
});

test("the form before the chat is set and taken away, and loses a field that is deleted", async () => {
  const pageId = await aPageOf(deps, owner);
  const params = { page_id: pageId };
  const change = (prechat_form: PrechatForm | null) => api("PATCH /pages/:page_id", { params, body: { prechat_form } });
  const form = (...fields: string[]) => ({
    fields: fields.map((field) => ({ field, is_required: true })),
    may_skip: false,
  });
  await assert.rejects(change(form("size")), { status: 400 });
  const { id } = await api("POST /pages/:page_id/fields", { params, body: { name: "size", type: "text" } });

  assert.deepEqual((await change(form("email", "size"))).prechat_form, form("email", "size"));
  await api("DELETE /pages/:page_id/fields/:field_id", { params: { ...params, field_id: id } });
  assert.deepEqual((await api("GET /pages/:page_id", { params })).prechat_form, form("email"));
  assert.deepEqual(
    (await api("PATCH /pages/:page_id", { params, body: { name: "Shop" } })).prechat_form,
    form("email"),
  );
  assert.equal((await change(null)).prechat_form, null);

  await assert.rejects(change(form()), { status: 400 });
  await assert.rejects(change(form("email", "email")), { status: 400 });
  await assert.rejects(change({ ...form("email"), title: {} }), { status: 400 });
  const consent = { text: { en: "Yes" }, url: "javascript:alert(1)", is_required: true };
  await assert.rejects(change({ ...form("email"), consent }), { status: 400 });
});

test("a page is paused and resumed", async () => {
  const params = { page_id: await aPageOf(deps, owner) };

  const pause = (is_paused: boolean) => api("POST /pages/:page_id/pause", { params, body: { is_paused } });

  assert.equal((await pause(true)).is_paused, true);
  assert.equal((await api("GET /pages/:page_id", { params })).is_paused, true);
  assert.equal((await pause(false)).is_paused, false);
});

test("a token works until it is refreshed or deleted, and is shown only once", async () => {
  const pageId = await aPageOf(deps, owner);
  const params = { page_id: pageId };
  const status = async (token: string) => (await callerOf(baseUrl, { pageId, token })("/flows")).status;
  assert.deepEqual(await api("GET /pages/:page_id/token", { params }), { token: null });

  const { token: first } = await api("POST /pages/:page_id/token", { params });
  assert.equal(await status(first), 200);
  const { token: second } = await api("POST /pages/:page_id/token", { params });
  assert.deepEqual([await status(first), await status(second)], [401, 200]);
  const known = await api("GET /pages/:page_id/token", { params });
  assert.match(known.token?.created_at ?? "", /Z$/);
  assert.ok(!JSON.stringify(known).includes(second));

  await api("DELETE /pages/:page_id/token", { params });
  assert.equal(await status(second), 401);
  await assert.rejects(api("DELETE /pages/:page_id/token", { params }), { status: 404 });
});

test("a page file is exported, planned and applied", async () => {
  const [from, to] = [await aPageOf(deps, owner), await aPageOf(deps, owner)];
  const wanted = aPageFile({ flows: [aFlow("Hi")], keywords: [aKeyword("hello", "Hi")], tags: ["vip"] });
  const apply = (pageId: string, file: unknown) =>
    api("POST /pages/:page_id/file/apply", { params: { page_id: pageId }, body: { file, prune: true } });
  const plan = async (file: unknown) =>
    (await api("POST /pages/:page_id/file/plan", { params: { page_id: to }, body: { file, prune: true } })).changes;
  await apply(from, wanted);
  const file = await api("GET /pages/:page_id/file", { params: { page_id: from } });

  const planned = await plan(file);
  assert.deepEqual(planned.map(({ action, what }) => `${action} ${what}`).sort(), [
    "change page",
    "create flow",
    "create keyword",
    "create tag",
  ]);
  assert.deepEqual(await plan(file), planned, "a plan changes nothing");
  assert.deepEqual(await apply(to, file), { changed: planned.length, missing_secrets: [], missing_media: [] });

  assert.deepEqual(await plan(file), []);
  assert.deepEqual(await api("GET /pages/:page_id/file", { params: { page_id: to } }), file);
  await assert.rejects(apply(to, { banter: 1, page: { name: 1 } }), { status: 400, code: "invalid_field" });
});

test("a page is deleted with all its data, and only if its name is given", async (t) => {
  const { baseUrl, deps } = await testNode(t);
  const owner = await aMember(deps);
  const browser: Browser = await signedIn(baseUrl, owner);
  const [pageId, other] = [await aPageOf(deps, owner), await aPageOf(deps, owner)];
  const params = { page_id: pageId };
  const file = aPageFile({
    page: { name: "Corner shop", timezone: "UTC", welcome: "In/Hi", default_reply: null },
    folders: ["In"],
    flows: [aFlow("In/Hi")],
    keywords: [aKeyword("hello", "In/Hi")],
    tags: ["vip"],
  });
  for (const page_id of [pageId, other])
    await browser.api("POST /pages/:page_id/file/apply", { params: { page_id }, body: { file } });
  await browser.api("POST /pages/:page_id/token", { params });
  for (const each of [pageId, other]) {
    const visitor = await aVisitor(baseUrl, each);
    await visitor.say("hello");
    await visitor.hear((messages) => messages.some(({ from }) => from === "page"));
  }
  const rowsOf = (page: string) =>
    deps.db.many<{ name: string; rows: number }>(sql`
      select table_name as name,
             (xpath('//n/text()', query_to_xml(format('select count(*) as n from %I where page_id = %L', table_name, ${page}::text),
                                               false, true, '')))[1]::text::integer as rows
        from information_schema.columns
       where table_schema = 'public' and column_name = 'page_id'`);
  // The read models follow a little later.
  const follow = ["conversations", "digests", "word_digests", "message_words", "customer_index", "customer_changes"];
  const filled = async (page: string) => (await rowsOf(page)).filter(({ rows }) => rows > 0).map(({ name }) => name);
  const settled = async (page: string) => (await filled(page)).filter((name) => !isFollowing(name));
  const isFollowing = (name: string) => follow.includes(name) || /^(statistics|step)_/.test(name);
  const before = await settled(other);
  assert.ok((await filled(pageId)).includes("messages"));

  const slip = browser.api("DELETE /pages/:page_id", { params, body: { name: "corner shop" } });
  await assert.rejects(slip, { status: 409 });
  await browser.api("DELETE /pages/:page_id", { params, body: { name: "Corner shop" } });

  await assert.rejects(browser.api("GET /pages/:page_id", { params }), { status: 404 });
  // The lease stays, so that its epoch never goes back.
  assert.deepEqual(await filled(pageId), ["page_leases"]);
  assert.deepEqual(await settled(other), before);
  const { entries } = await browser.api("GET /workspaces/:workspace_id/audit", {
    params: { workspace_id: owner.workspaceId },
  });
  assert.deepEqual(
    [entries[0]?.action, entries[0]?.page_id, entries[0]?.subject],
    ["page_deleted", pageId, "Corner shop"],
  );
});

test("a send can be looked up by its id", async (t) => {
  const { baseUrl, deps } = await testNode(t);
  const owner = await aMember(deps);
  const { api } = await signedIn(baseUrl, owner);
  const pageId = await aPageOf(deps, owner);
  const { token } = await api("POST /pages/:page_id/token", { params: { page_id: pageId } });
  const visitor = await aVisitor(baseUrl, pageId);
  const data = { version: "v2", content: { messages: [{ type: "text", text: "Hi" }] } };
  const sent = await callerOf(baseUrl, { pageId, token })("/flows/send_content", {
    json: { psid: visitor.psid, data },
  });
  assert.equal(sent.status, 200);
  await visitor.hear((messages) => messages.length > 0);

  const params = { page_id: pageId, send_id: sent.headers.get("x-send-id") ?? "" };
  const { state, messages } = await api("GET /pages/:page_id/sends/:send_id", { params });

  assert.equal(state, "handled");
  assert.deepEqual(
    messages.map(({ reason, possible_duplicate, notes }) => [reason, possible_duplicate, notes]),
    [[null, false, []]],
  );
  const unknown = api("GET /pages/:page_id/sends/:send_id", { params: { ...params, send_id: 999_999 } });
  await assert.rejects(unknown, { status: 404 });
});

test("a page's retention has defaults, is changed as a whole, and takes no other values", async () => {
  const pageId = await aPageOf(deps, owner);
  const params = { page_id: pageId };
  const usual = await api("GET /pages/:page_id/retention", { params });
  const body = { ...usual, messages_days: 90, traces_days: null };

  await api("PUT /pages/:page_id/retention", { params, body });

  assert.deepEqual(usual, {
    ...{ messages_days: null, turns_days: null, audit_days: null },
    ...{ traces_days: 30, visits_days: 30 },
  });
  assert.deepEqual(await api("GET /pages/:page_id/retention", { params }), body);
  for (const messages_days of [0, -1, 1.5, 3651])
    await assert.rejects(api("PUT /pages/:page_id/retention", { params, body: { ...body, messages_days } }), {
      status: 400,
      code: "invalid_field",
    });
});
