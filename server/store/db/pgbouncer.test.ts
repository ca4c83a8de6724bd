import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { atEnd } from "@banter/core/test/at-end.ts";
import { testDatabase, testFolder } from "../../test/app.ts";
import { aKeyword, aPage } from "../../test/builders.ts";
import { callerOf } from "../../test/call.ts";
import { testSecretKey } from "../../test/database/keys.ts";
import { aPgBouncer, hasPgBouncer } from "../../test/database/pgbouncer.ts";
import { aServerProcess } from "../../test/server-process.ts";
import { aVisitor } from "../../test/visitor.ts";
import { connect, sessionSettings } from "./db.ts";
import { openDatabase } from "./open.ts";
import { sql } from "./sql.ts";

const skip = hasPgBouncer ? false : "pgbouncer is not installed";
const connectQuery = Object.entries(sessionSettings)
  .map(([name, value]) => `set ${name} = ''${value}''`)
  .join("; ");

test("a server chats behind PgBouncer in transaction mode", { skip }, async (t) => {
  const db = await testDatabase(t);
  const url = await aPgBouncer(t, db.url, connectQuery);
  const document = {
    version: 1,
    start: "hi",
    steps: { hi: { type: "message", content: { messages: [{ type: "text", text: "Hi" }] } } },
  };
  const flows = [{ name: "Hello", published: true, document }];
  const page = await aPage({ db }, { flows, keywords: [aKeyword("hello", "Hello")] });
  const server = await aServerProcess(t, url, { DATABASE_DIRECT_URL: db.url });
  await server.start();

  const call = callerOf(server.baseUrl, page);
  const answers = await Promise.all(Array.from({ length: 20 }, () => call("/keywords/create", { method: "POST" })));
  const visitor = await aVisitor(server.baseUrl, page.pageId);
  await visitor.say("hello");
  const heard = await visitor.hear((messages) => messages.some(({ from }) => from === "page"));

  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.deepEqual(
    heard.map(({ text }) => text),
    ["hello", "Hi"],
  );
  const roles = await db.many<{ name: string }>(sql`
    select distinct application_name as name from pg_stat_activity
     where datname = current_database() and application_name <> ''`);
  assert.ok(
    roles.some(({ name }) => name === "banter-listen"),
    JSON.stringify(roles),
  );
});

test("statements and transactions of many callers share the pooler's connections", { skip }, async (t) => {
  const direct = await testDatabase(t);
  const url = await aPgBouncer(t, direct.url, connectQuery);
  const db = connect({ url, directUrl: direct.url, name: "banter-test", max: 10, onError: () => undefined });
  atEnd(t, () => db.close());

  const numbers = await Promise.all(
    Array.from({ length: 40 }, (_, number) =>
      db.transact(async (db) => {
        await sleep(number % 3);
        return (await db.get<{ number: number }>(sql`select ${number}::integer as number`)).number;
      }),
    ),
  );

  assert.deepEqual(
    numbers,
    Array.from({ length: 40 }, (_, number) => number),
  );
  const { timeout } = await db.get<{ timeout: string }>(sql`select current_setting('lock_timeout') as timeout`);
  assert.equal(timeout, "2s");
});

test("a pooler that does not set the time limits is refused, with the line that sets them", { skip }, async (t) => {
  const direct = await testDatabase(t);
  const url = await aPgBouncer(t, direct.url, "select 1");
  const secretKey = { key: testSecretKey, oldKeys: [], file: undefined };
  const config = { dataDir: testFolder(t), databaseUrl: url, databaseDirectUrl: direct.url, secretKey };

  const opening = openDatabase(config, { say: () => undefined, onError: () => undefined, name: "banter-test" });

  await assert.rejects(opening, (error: Error) => error.message.includes(`connect_query='${connectQuery}'`));
});
