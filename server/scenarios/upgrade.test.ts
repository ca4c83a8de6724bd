import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { type TestContext, test } from "node:test";
import { atEnd } from "@banter/core/test/at-end.ts";
import { webhookSecretOf } from "../channels/telegram/settings.ts";
import { findPage, updateChannelSettings } from "../store/catalog/pages.ts";
import type { Database } from "../store/db/db.ts";
import { migrate } from "../store/db/migrate.ts";
import { dumpSchema } from "../store/db/schema.ts";
import { sql } from "../store/db/sql.ts";
import { connectTest } from "../test/app.ts";
import { type Release, readRelease, restoreRelease } from "../test/database/releases/release.ts";
import { aServer } from "../test/loopback-server.ts";
import { testNode } from "../test/node.ts";
import { aBrowser, signedIn } from "../test/people.ts";
import type { Person, Telegram } from "../test/platforms/telegram/stand-in.ts";
import { startTelegram } from "../test/platforms/telegram/telegram.ts";
import { until } from "../test/until.ts";
import { aVisitor } from "../test/visitor.ts";

const releases = globSync("*.sql", { cwd: new URL("../test/database/releases/", import.meta.url) })
  .map((name) => name.replace(".sql", ""))
  .sort();

for (const version of releases) {
  test(`the schema of release ${version} becomes the one that new installations get`, async (t) => {
    const url = await restoreRelease(t, readRelease(version), {});

    await migrate(url);

    const db = connectTest(url);
    atEnd(t, () => db.close());
    const wanted = readFileSync(new URL("../store/db/schema.sql", import.meta.url), "utf8");
    assert.equal(await dumpSchema(db), wanted.replace(/^(--.*\n)+\n/, ""));
  });

  test(`everything that was under way in release ${version} goes on after an upgrade`, async (t) => {
    const installation = await anUpgrade(t, readRelease(version));

    await t.test("a customer's answers go on in the version of the flow they began with", () => endOrder(installation));
    await t.test("a button that was sent before starts its flow", () => pressButton(installation));
    await t.test("a timer that is due fires once, and one that is not due waits", () => awaitTimer(installation));
    await t.test("a request without an answer is made again", () => awaitRequest(installation));
    await t.test("accepted mail is handled", () => hear(installation.person(7), ["Welcome back"]));
    await t.test("queued messages are sent in order", () =>
      hear(installation.person(5), ["Welcome back", "Your order is ready"]),
    );
    await t.test("a message whose call had no end is sent again and marked", () => awaitRepeat(installation));
    await t.test("a webhook and a send that were accepted are not taken twice", () => repeatAccepted(installation));
    await t.test("a visitor of the web chat goes on with the same token", () => goOnInWebchat(installation));
    await t.test("members stay logged in, and conversations are in the inbox", () => lookIntoInbox(installation));
  });
}

type Installation = Awaited<ReturnType<typeof anUpgrade>>;

/** A server of today on the data of a release, with the surroundings that the release had. */
async function anUpgrade(t: TestContext, release: Release) {
  const { botId, sent, lastUpdateId, pageId } = release.telegram;
  const telegram = await startTelegram(t, { botId, lastUpdateId });
  telegram.sent.push(...sent);
  const lookup = await aServer(t, (_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ found: "bread" }));
  });
  const url = await restoreRelease(t, release, { telegram: telegram.origin, lookup: lookup.origin });
  await migrate(url);
  const db = connectTest(url);
  atEnd(t, () => db.close());
  await movePlatform(db, pageId, telegram.origin);
  // People who have written before: the bot may write to them.
  const people = new Map([1, 2, 3, 4, 5, 6, 7, 8].map((id) => [id, telegram.person(id)]));
  for (const person of people.values()) person.saying("");
  const { baseUrl } = await testNode(t, { allowPrivateHosts: ["127.0.0.1"] }, db);
  await setWebhook(telegram, `${baseUrl}/webhooks/${pageId}`);
  const person = (id: number): Person => people.get(id) ?? assert.fail();
  return { release, telegram, db, baseUrl, person };
}

/** The stand-in has another port than before. A release that seals settings keeps its address where the dump cannot show it. */
async function movePlatform(db: Database, pageId: string, apiUrl: string): Promise<void> {
  const { channelSettings } = (await findPage(db, pageId)) ?? assert.fail();
  await updateChannelSettings(db, pageId, { ...(channelSettings as object), apiUrl });
}

/** The platform keeps the address of the webhook over an upgrade; here the server has another port than before. */
async function setWebhook({ origin, bot }: Telegram, url: string): Promise<void> {
  const answer = await fetch(`${origin}/bot${bot.token}/setWebhook`, {
    method: "POST",
    body: JSON.stringify({ url, secret_token: webhookSecretOf({ botToken: bot.token }) }),
  });
  assert.equal(answer.status, 200);
}

async function hear(person: Person, texts: string[]): Promise<void> {
  await until(() => person.heard().length >= texts.length);
  assert.deepEqual(person.heard(), texts);
}

async function endOrder(installation: Installation): Promise<void> {
  const ann = installation.person(1);

  await ann.say("3");

  await hear(ann, ["Which colour?", "How many?", "3 in Red for you"]);
}

async function pressButton(installation: Installation): Promise<void> {
  const cleo = installation.person(3);

  await cleo.press("Sizes");

  await hear(cleo, ["Choose", "From S to XL"]);
}

async function awaitTimer(installation: Installation): Promise<void> {
  await hear(installation.person(2), ["Let me see", "Yes"]);

  const { db, person } = installation;
  const waiting = await db.many<{ psid: string; isLater: boolean }>(sql`
    select psid, due_at > now() + interval '23 hours' as is_later from mailbox where event ->> 'type' = 'timer'
       and psid = any (${[person(2).psid, person(4).psid]}::text[])`);
  assert.deepEqual(waiting, [{ psid: person(4).psid, isLater: true }]);
  assert.deepEqual(person(4).heard(), ["Until tomorrow"]);
}

async function awaitRequest(installation: Installation): Promise<void> {
  await hear(installation.person(8), ["Found bread"]);
}

async function awaitRepeat({ release, telegram, db, person }: Installation): Promise<void> {
  const before = release.telegram.sent.filter(({ chatId }) => chatId === 6).length;
  const { psid } = person(6);
  const stored = () =>
    db.get<{ status: string; possibleDuplicate: boolean }>(sql`
      select status, possible_duplicate from messages
       where page_id = ${release.telegram.pageId} and psid = ${psid}`);

  await until(async () => (await stored()).status === "sent");

  assert.equal(telegram.sent.filter(({ chatId }) => chatId === 6).length, before + 1);
  assert.deepEqual(await stored(), { status: "sent", possibleDuplicate: true });
}

async function repeatAccepted({ release, telegram, baseUrl, db, person }: Installation): Promise<void> {
  const { pageId, token, accepted } = release.telegram;
  const count = () => db.count(sql`select from turns where page_id = ${pageId} and event ->> 'text' = 'order'`);

  const [status] = await telegram.post(accepted);
  const answer = await fetch(`${baseUrl}/api/public_api/v1/pages/${pageId}/flows/send_content`, {
    method: "POST",
    headers: { "content-type": "application/json", "access-token": token, "idempotency-key": release.send.key },
    body: JSON.stringify(release.send.body),
  });
  // A later message of the same customer is answered after whatever the two calls would have led to.
  for (const id of [1, 5]) await person(id).say("hello");
  await until(() =>
    [1, 5].every((id) => person(id).heard().at(-1) === "Welcome back" && person(id).heard().length > 2),
  );

  assert.deepEqual([status, answer.status], [200, 200]);
  assert.equal(await count(), 1);
  assert.deepEqual(person(5).heard(), ["Welcome back", "Your order is ready", "Welcome back"]);
}

async function goOnInWebchat({ release, baseUrl }: Installation): Promise<void> {
  const { pageId, visitorToken } = release.webchat;
  const visitor = await aVisitor(baseUrl, pageId, {}, visitorToken);

  await visitor.say("Blue");
  await visitor.hear((messages) => messages.some(({ text }) => text === "How many?"));
  await visitor.say("2");

  const heard = await visitor.hear((messages) => messages.some(({ text }) => text === "2 in Blue for you"));
  assert.deepEqual(
    heard.map(({ text }) => text),
    ["order", "Which colour?", "Blue", "How many?", "2", "2 in Blue for you"],
  );
}

async function lookIntoInbox({ release, baseUrl, person }: Installation): Promise<void> {
  const { member, telegram, webchat } = release;
  const browser = aBrowser(baseUrl);
  for (const [name, value] of member.cookies) browser.cookies.set(name, value);

  const { user } = await browser.api("GET /me");
  assert.equal(user.email, member.email);
  assert.ok((await signedIn(baseUrl, member)).cookies.size > 0);
  const list = async () =>
    (await browser.api("GET /pages/:page_id/conversations", { params: { page_id: telegram.pageId } })).conversations;
  await until(async () => (await list()).length === 8);
  const psids = (await list()).map(({ psid }) => psid).sort();
  assert.deepEqual(
    psids,
    [1, 2, 3, 4, 5, 6, 7, 8].map((id) => person(id).psid),
  );
  const flows = await fetch(`${baseUrl}/api/public_api/v1/pages/${webchat.pageId}/flows`, {
    headers: { "access-token": webchat.token },
  });
  assert.equal(flows.status, 200);
}
