import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Config, readConfig } from "../config/config.ts";
import { insertKeyCheck } from "../store/db/secrets.ts";
import { sql } from "../store/db/sql.ts";
import { testDatabase, testFolder } from "../test/app.ts";
import { aPage, aPostPage } from "../test/builders.ts";
import { emptyDatabase } from "../test/database/database.ts";
import { testSecretKey } from "../test/database/keys.ts";
import { aServer } from "../test/loopback-server.ts";
import { testNode } from "../test/node.ts";
import { startPlatform } from "../test/platform.ts";
import { withPostChannel } from "../test/post-page.ts";
import { anSmtpServer } from "../test/smtp-server.ts";
import { judgeClock } from "./database.ts";
import { examine } from "./doctor.ts";
import type { Diagnosis } from "./finding.ts";

const { channels } = withPostChannel();
const say = () => undefined;

const settings = (given: Partial<Config>): Config => ({ ...readConfig({}), ...given });
const about = (findings: Diagnosis[], subject: string) => findings.filter((each) => each.subject === subject);
const closed = "http://127.0.0.1:1";

test("a healthy installation has no failures, and each part is named", async (t) => {
  const platform = await startPlatform(t);
  const [db, dataDir, smtp] = [await testDatabase(t), testFolder(t), await anSmtpServer(t)];
  const [{ pageId }, post] = [await aPage({ db }), await aPostPage({ db }, platform.origin)];
  writeFileSync(join(dataDir, "secret-key"), testSecretKey, { mode: 0o600 });
  const { baseUrl } = await testNode(t, { channels, dataDir }, db);
  const mail = { url: smtp.url, from: "chat@example.com" };
  await insertKeyCheck(db);

  const findings = await examine(settings({ databaseUrl: db.url, dataDir, baseUrl, mail }), channels, say);

  assert.deepEqual(
    findings.filter(({ state, subject }) => state === "fail" && subject !== "disk"),
    [],
  );
  const subjects = ["settings", "data folder", "secret key", "disk", "database", "clock", "release", "vacuum"];
  for (const subject of [...subjects, "server", `page ${pageId}`, `page ${post.pageId}`, "address", "mail"])
    assert.ok(about(findings, subject).length > 0, `nothing about ${subject}`);
  assert.deepEqual(await platform.waitForCalls("/check", 1), [{ webhookUrl: `${baseUrl}/webhooks/${post.pageId}` }]);
  assert.deepEqual(smtp.emails, []);
});

test("each problem fails with what to do", async (t) => {
  const platform = await startPlatform(t);
  platform.answerCall = () => ({ body: { problems: ["Post sends webhooks elsewhere."] } });
  const [db, dataDir] = [await testDatabase(t), testFolder(t)];
  const { pageId } = await aPostPage({ db }, platform.origin);
  const [refused, unset] = [await aPostPage({ db }, closed), await aPostPage({ db }, platform.origin)];
  await db.count(sql`update pages set channel_settings = '{}' where id = ${unset.pageId}`);
  writeFileSync(join(dataDir, "secret-key"), testSecretKey);
  chmodSync(join(dataDir, "secret-key"), 0o644);
  const mail = { url: "smtp://127.0.0.1:1", from: "chat@example.com" };
  const config = settings({ databaseUrl: db.url, dataDir, baseUrl: closed, mail });

  const findings = await examine(config, channels, say);

  const failed = findings.filter(({ state }) => state === "fail");
  for (const { todo } of failed) assert.ok(todo);
  assert.match(about(failed, "address")[0]?.text ?? "", /127\.0\.0\.1:1 cannot be reached from here: .*ECONNREFUSED/);
  assert.match(about(failed, "mail")[0]?.text ?? "", /does not take e-mail from us/);
  assert.match(about(failed, "secret key")[0]?.text ?? "", /can be read by other users/);
  assert.equal(about(failed, `page ${pageId}`)[0]?.text, "Post sends webhooks elsewhere.");
  assert.match(about(failed, `page ${refused.pageId}`)[0]?.text ?? "", /could not be reached/);
  assert.match(about(failed, `page ${unset.pageId}`)[0]?.text ?? "", /^Not connected: .*settings are not complete/);
  assert.equal(about(findings, "server")[0]?.state, "warn");
});

test("a secret key that does not fit the database fails, and is not shown", async (t) => {
  const [db, dataDir] = [await testDatabase(t), testFolder(t)];
  const other = randomBytes(32).toString("base64");
  writeFileSync(join(dataDir, "secret-key"), other, { mode: 0o600 });
  await insertKeyCheck(db);

  const findings = await examine(settings({ databaseUrl: db.url, dataDir }), channels, say);

  assert.match(about(findings, "secret key")[0]?.text ?? "", /^The secret key does not fit: /);
  assert.ok(!JSON.stringify(findings).includes(other));
});

test("a database that cannot be reached is one failure among the others, and its password is not shown", async (t) => {
  const databaseUrl = "postgres://banter:open-sesame@127.0.0.1:1/banter";

  const findings = await examine(settings({ databaseUrl, dataDir: testFolder(t) }), channels, say);

  assert.equal(about(findings, "database")[0]?.state, "fail");
  assert.ok(about(findings, "disk").length > 0);
  assert.doesNotMatch(JSON.stringify(findings), /open-sesame/);
});

test("an empty database is not changed", async (t) => {
  const databaseUrl = await emptyDatabase(t);

  const findings = await examine(settings({ databaseUrl, dataDir: testFolder(t) }), channels, say);

  assert.equal(about(findings, "release")[0]?.state, "warn");
  assert.equal(about(await examine(settings({ databaseUrl }), channels, say), "release")[0]?.state, "warn");
});

test("late and parked mail is reported by page", async (t) => {
  const db = await testDatabase(t);
  const { pageId } = await aPage({ db });
  await db.count(sql`
    insert into mailbox (page_id, psid, due_at, event) values (${pageId}, 'web_1', now() - interval '1 hour', '{}')`);
  await db.count(sql`
    insert into parked_mail (page_id, id, psid, event, error) values (${pageId}, 7, 'web_1', '{}', 'broken')`);

  const findings = await examine(settings({ databaseUrl: db.url, dataDir: testFolder(t) }), channels, say);

  const texts = about(findings, `page ${pageId}`).map(({ text }) => text);
  assert.match(texts.join(" "), /Mail has waited for 3\d{3} s\. 1 events could not be handled\./);
});

test("another program at the public address is found out", async (t) => {
  const { origin } = await aServer(t, (_, response) => response.writeHead(404).end());

  const findings = await examine(settings({ databaseUrl: await emptyDatabase(t), baseUrl: origin }), channels, say);

  assert.match(about(findings, "address")[0]?.text ?? "", /\/readyz answers with 404\.$/);
});

test("clocks are judged by whole seconds", () => {
  const states = [0, 2400, -2400, 3000, -3000, 30_000].map((ms) => judgeClock("a", ms)[0]?.state);

  assert.deepEqual(states, ["ok", "ok", "ok", "warn", "warn", "fail"]);
});
