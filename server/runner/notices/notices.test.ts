import assert from "node:assert/strict";
import { createDecipheriv, createECDH, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { after, test } from "node:test";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { sql } from "../../store/db/sql.ts";
import { addCustomerNotifications, addPageNotification } from "../../store/notifications/notifications.ts";
import { testDatabase } from "../../test/app.ts";
import { aServer, aSlowServer } from "../../test/loopback-server.ts";
import { testNode } from "../../test/node.ts";
import { aMember, aPageOf, type Browser, signedIn } from "../../test/people.ts";
import { aServerProcess } from "../../test/server-process.ts";
import { anSmtpServer, textOf } from "../../test/smtp-server.ts";
import { until } from "../../test/until.ts";

const smtp = await anSmtpServer({ after });
const { baseUrl, deps } = await testNode(
  { after },
  { allowPrivateHosts: ["127.0.0.1"], mail: { url: smtp.url, from: "banter@example.com" } },
);

async function aTeam() {
  const owner = await aMember(deps);
  const pageId = await aPageOf(deps, owner);
  const browser = await signedIn(baseUrl, owner);
  return { owner, pageId, browser, params: { page_id: pageId } };
}

const choose = (browser: Browser, changed: object) =>
  browser.api("PUT /notification_choices", {
    body: {
      ...{ browser: [], email: [], muted_pages: [], quiet_hours: null, language: "en" },
      ...changed,
    },
  });

const tell = (pageId: string, reason = "Token expired") => addPageNotification(deps.db, pageId, "disconnected", reason);

test("a webhook gets a signed notification, is tried again, and shows its failure meanwhile", async (t) => {
  const { browser, pageId, params } = await aTeam();
  let status = 500;
  const program = await aServer(t, (_, response) => response.writeHead(status).end());
  const stored = await browser.api("PUT /pages/:page_id/notification_ways", {
    params,
    body: { telegram: null, webhook: { url: `${program.origin}/hook`, kinds: ["disconnected"] }, language: "vi" },
  });
  const secret = stored.secret ?? "";
  assert.equal(secret.length, 32);

  await tell(pageId);
  const failure = async () => (await browser.api("GET /pages/:page_id/notification_ways", { params })).webhook?.failure;
  await until(async () => (await failure()) === "status 500");
  status = 204;
  await deps.db.count(sql`update notices set due_at = now()`);
  await until(async () => program.seen.length === 2 && (await failure()) === null);

  const [, { body = "", headers = {} } = {}] = program.seen;
  assert.equal(headers["x-banter-signature"], `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);
  const { kind, page_id, title, text } = JSON.parse(body);
  assert.deepEqual([kind, page_id, text], ["disconnected", pageId, "Token expired"]);
  assert.equal(title, "Corner shop: trang đã bị ngắt kết nối");
});

test("a customer without a name is called in the page's language, whatever the reader's is", async (t) => {
  const { browser, pageId, params } = await aTeam();
  const program = await aServer(t, (_, response) => response.end());
  await browser.api("PATCH /pages/:page_id", { params, body: { look: { language: "vi" } } });
  await browser.api("PUT /pages/:page_id/notification_ways", {
    params,
    body: { telegram: null, webhook: { url: `${program.origin}/hook`, kinds: ["late"] }, language: "en" },
  });

  await addCustomerNotifications(deps.db, pageId, "late", ["web_117864001082602"]);
  await until(async () => program.seen.length === 1);

  const { title } = JSON.parse(program.seen[0]?.body ?? "");
  assert.equal(title, "Corner shop: Khách 11786400 has waited too long for an answer");
  const { notifications } = await browser.api("GET /notifications", {});
  assert.deepEqual(
    notifications.map(({ kind, page_language }) => [kind, page_language]),
    [["late", "vi"]],
  );
});

test("the kinds that reach somebody come from members and from the page's own ways", async (t) => {
  const { browser, pageId, params } = await aTeam();
  const program = await aServer(t, (_, response) => response.end());
  const reached = async () => {
    const ways = await browser.api("GET /pages/:page_id/notification_ways", { params });
    return [ways.reaches_somebody, ...ways.reached_kinds];
  };

  // Members who have not chosen get e-mail of what needs a person.
  assert.deepEqual(await reached(), [
    ...[true, "hand_over", "late", "disconnected", "token_ending", "platform", "publish_failed"],
    ...["events_stopped", "model_limit"],
  ]);
  await choose(browser, { email: ["hand_over"], muted_pages: [pageId] });
  assert.deepEqual(await reached(), [false]);
  await browser.api("PUT /pages/:page_id/notification_ways", {
    params,
    body: { telegram: null, webhook: { url: `${program.origin}/hook`, kinds: ["notify"] }, language: "en" },
  });
  assert.deepEqual(await reached(), [false, "notify"]);
});

test("a chat gets notifications, and the stored token is kept and never shown", async (t) => {
  const { browser, pageId, params } = await aTeam();
  const api = await aServer(t, (_, response) => response.end("{}"));
  const bot_token = `42:${"x".repeat(30)}`;
  const telegram = { chat_id: "-100200", api_url: api.origin, kinds: ["disconnected" as const] };
  const put = (body: object) =>
    browser.api("PUT /pages/:page_id/notification_ways", {
      params,
      body: { webhook: null, language: "en", telegram: { ...telegram, ...body } },
    });
  await assert.rejects(put({}), { code: "invalid_field" });
  await put({ bot_token });

  const stored = await put({});
  await tell(pageId);
  await until(() => api.seen.length === 1);

  assert.ok(!JSON.stringify(stored).includes(bot_token));
  assert.equal(api.seen[0]?.url, `/bot${bot_token}/sendMessage`);
  assert.equal(JSON.parse(api.seen[0]?.body ?? "").chat_id, "-100200");
});

test("browsers get what their person has chosen, encrypted for them, and a gone browser is forgotten", async (t) => {
  const { owner, browser, pageId } = await aTeam();
  let status = 201;
  const service = await aBinaryServer(t, () => status);
  const keys = aBrowserKey();
  await choose(browser, { browser: ["disconnected"] });
  await browser.api("POST /push_subscriptions", { body: { endpoint: `${service.origin}/a`, keys: keys.shown } });

  await tell(pageId);
  await until(() => service.bodies.length === 1);
  const told = JSON.parse(keys.decrypt(service.bodies[0] ?? Buffer.alloc(0)));
  assert.equal(told.title, "Corner shop: the page is disconnected");
  assert.equal(new URL(told.url).pathname, `/pages/${pageId}`);

  status = 410;
  await browser.api("POST /notification_choices/test", { body: { way: "browser" } });
  await until(async () => {
    const left = await deps.db.many(sql`select from push_subscriptions where user_id = ${owner.userId}`);
    return left.length === 0;
  });
});

test("e-mail goes to members who have chosen the kind, not to viewers, not from muted pages, not in quiet hours", async () => {
  const { owner, browser, pageId } = await aTeam();
  const members = [];
  for (const role of ["agent", "viewer", "editor", "owner"] as const) {
    const member = await aMember(deps, { role, workspaceId: owner.workspaceId });
    members.push({ ...member, browser: await signedIn(baseUrl, member) });
  }
  const [agent, viewer, muted, quiet] = members;
  await choose(browser, { email: [] });
  for (const member of [agent, viewer]) if (member) await choose(member.browser, { email: ["disconnected"] });
  if (muted) await choose(muted.browser, { email: ["disconnected"], muted_pages: [pageId] });
  const quiet_hours = { from: "00:00", to: "23:59", timezone: "UTC" };
  if (quiet) await choose(quiet.browser, { email: ["disconnected"], quiet_hours });

  await tell(pageId);
  const to = (email = "") => smtp.emails.filter((each) => each.includes(email));
  await until(() => to(agent?.email).length === 1);
  await until(async () => (await deps.db.many(sql`select from notices where page_id = ${pageId}`)).length === 0);

  assert.match(to(agent?.email)[0] ?? "", /Subject: Banter: the page is disconnected/);
  assert.match(to(agent?.email)[0] ?? "", /Corner shop: the page is disconnected/);
  for (const member of [owner, viewer, muted]) assert.equal(to(member?.email).length, 0, member?.email);
  const clock = new Date().toISOString().slice(11, 16);
  if (clock < "23:59") assert.equal(to(quiet?.email).length, 0);
});

test("an e-mail of a notification has a fixed subject, and names without addresses", async () => {
  const { owner, browser, pageId } = await aTeam();
  await browser.api("PATCH /pages/:page_id", {
    params: { page_id: pageId },
    body: { name: "Your bank: see evil.example/login" },
  });
  await choose(browser, { email: ["disconnected"] });

  await tell(pageId);
  const found = () => smtp.emails.map(textOf).find((each) => each.includes(`To: ${owner.email}`));
  await until(() => found() !== undefined);

  assert.match(found() ?? "", /Subject: Banter: the page is disconnected\r\n/);
  assert.match(found() ?? "", /Your bank see evil\. example login: the page is disconnected/);
  assert.ok(!found()?.includes("evil.example"));
});

test("the bell lists notifications of one's own pages only, page by page, and forgets what was read", async () => {
  const { browser, pageId } = await aTeam();
  const other = await aTeam();
  for (let number = 0; number < 5; number++) {
    await deps.db.count(
      sql`update notifications set created_at = date_trunc('milliseconds', now()) - interval '2 hours'`,
    );
    await tell(pageId, `reason ${number}`);
  }
  await tell(other.pageId);

  const first = await browser.api("GET /notifications", { query: { limit: 3 } });
  const second = await browser.api("GET /notifications", { query: { limit: 3, before: first.next ?? "" } });

  const texts = [...first.notifications, ...second.notifications].map(({ text }) => text);
  assert.deepEqual(texts, ["reason 4", "reason 3", "reason 2", "reason 1", "reason 0"]);
  assert.equal(second.next, null);
  await browser.api("PUT /notifications/read", { body: { through: first.notifications[0]?.at ?? "" } });
  assert.equal((await browser.api("GET /notifications")).unread, 0);
  assert.equal((await other.browser.api("GET /notifications")).unread, 1);
});

test("a trouble that lasts is told once an hour", async () => {
  const { browser, pageId } = await aTeam();

  for (let times = 0; times < 3; times++) await tell(pageId);

  assert.equal((await browser.api("GET /notifications")).notifications.length, 1);
});

test("a webhook that hangs does not delay another page's", async (t) => {
  const [hanging, other] = [await aTeam(), await aTeam()];
  const silent = await aSlowServer(t);
  const program = await aServer(t, (_, response) => response.writeHead(204).end());
  for (const [team, { origin }] of [[hanging, silent] as const, [other, program] as const])
    await team.browser.api("PUT /pages/:page_id/notification_ways", {
      params: team.params,
      body: { telegram: null, webhook: { url: `${origin}/hook`, kinds: ["disconnected"] }, language: "en" },
    });
  await tell(hanging.pageId);
  await until(() => silent.seen.length === 1);

  await tell(other.pageId);
  await until(() => program.seen.length === 1);

  const { webhook } = await hanging.browser.api("GET /pages/:page_id/notification_ways", { params: hanging.params });
  assert.equal(webhook?.failure, null, "the attempt that hangs had ended first");
  for (const response of silent.open.keys()) response.end();
});

test("a notice that cannot be encrypted is a failure with a count and an end", async () => {
  const { owner, browser } = await aTeam();
  // Of a release that took any text as a key.
  await deps.db.count(sql`
    insert into push_subscriptions (user_id, endpoint, p256dh, auth)
    values (${owner.userId}, 'http://127.0.0.1:9/a', 'a text of 24 characters.', 'not sixteen bytes')`);
  const waiting = () =>
    deps.db.many<{ attempts: number; seconds: number }>(sql`
      select attempts, extract(epoch from due_at - now())::float8 as seconds from notices
       where user_id = ${owner.userId}`);

  await browser.api("POST /notification_choices/test", { body: { way: "browser" } });
  await until(async () => (await waiting()).some(({ attempts, seconds }) => attempts === 1 && seconds < 10));
  await deps.db.count(sql`update notices set attempts = 5, due_at = now() where user_id = ${owner.userId}`);

  await until(async () => (await waiting()).length === 0);
});

test("a browser whose keys cannot be used is refused", async () => {
  const { browser } = await aTeam();
  const { p256dh, auth } = aBrowserKey().shown;
  const notOnCurve = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString("base64url");
  const subscribe = (keys: { p256dh: string; auth: string }) =>
    browser.api("POST /push_subscriptions", { body: { endpoint: "https://push.example.com/a", keys } });

  for (const wrong of ["x".repeat(87), p256dh.slice(0, 60), `${p256dh}AAAA`, notOnCurve])
    await assert.rejects(subscribe({ p256dh: wrong, auth }), { status: 400 }, wrong);
  for (const wrong of ["x".repeat(21), "x".repeat(24), "!".repeat(22)])
    await assert.rejects(subscribe({ p256dh, auth: wrong }), { status: 400 }, wrong);

  await subscribe({ p256dh, auth });
});

test("tests are limited for each user, and the refusal says when to try again", async () => {
  const [{ browser }, other] = [await aTeam(), await aTeam()];
  const send = (by: Browser) =>
    by.fetch(`${baseUrl}/api/v1/notification_choices/test`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ way: "email" }),
    });

  for (let times = 1; times <= 5; times++) assert.equal((await send(browser)).status, 200);
  const refused = await send(browser);

  assert.equal(refused.status, 429);
  const seconds = Number(refused.headers.get("retry-after"));
  assert.ok(seconds > 0 && seconds <= 60, `${seconds}`);
  assert.equal((await send(other.browser)).status, 200);
});

test("a notice whose server was killed during the attempt is sent by another one", async (t) => {
  const database = await testDatabase(t);
  const process = await aServerProcess(t, database.url, { ALLOW_PRIVATE_HOSTS: "127.0.0.1" });
  await process.start();
  const silent = await aSlowServer(t);
  const owner = await aMember({ db: database });
  const pageId = await aPageOf({ db: database, channels: deps.channels }, owner);
  const { api } = await signedIn(process.baseUrl, owner);
  await api("PUT /pages/:page_id/notification_ways", {
    params: { page_id: pageId },
    body: {
      ...{ telegram: null, language: "en" },
      webhook: { url: `${silent.origin}/hook`, kinds: ["disconnected"] },
    },
  });
  await addPageNotification(database, pageId, "disconnected", "Token expired");
  await until(() => silent.seen.length === 1);
  await process.kill();

  // The claim lapses.
  await database.count(sql`update notices set due_at = now()`);
  await process.start();
  await until(() => silent.seen.length === 2);
  for (const response of silent.open.keys()) if (!response.destroyed) response.writeHead(204).end();
  await until(async () => (await database.count(sql`select from notices`)) === 0);

  assert.equal(silent.seen[1]?.body, silent.seen[0]?.body);
});

/** A push service: keeps the bytes it gets. */
async function aBinaryServer(t: Test, status: () => number) {
  const bodies: Buffer[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(await buffer(request));
    response.writeHead(status()).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(t, () => {
    server.closeAllConnections();
    server.close();
  });
  return { bodies, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Keys of a browser, as the Push API makes them (RFC 8291). */
function aBrowserKey() {
  const pair = createECDH("prime256v1");
  const publicKey = pair.generateKeys();
  const auth = randomBytes(16);
  return {
    shown: { p256dh: publicKey.toString("base64url"), auth: auth.toString("base64url") },
    decrypt(body: Buffer): string {
      const [salt, length] = [body.subarray(0, 16), body[20] ?? 0];
      const sender = body.subarray(21, 21 + length);
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, sender]);
      const secret = Buffer.from(hkdfSync("sha256", pair.computeSecret(sender), auth, info, 32));
      const derive = (name: string, bytes: number) =>
        Buffer.from(hkdfSync("sha256", secret, salt, `Content-Encoding: ${name}\0`, bytes));
      const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
      const sealed = body.subarray(21 + length);
      decipher.setAuthTag(sealed.subarray(-16));
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      return plain.subarray(0, plain.lastIndexOf(2)).toString();
    },
  };
}
