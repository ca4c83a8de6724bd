import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { makeBackup } from "../backup/backup-file.ts";
import { restoreFile } from "../backup/restore-file.ts";
import { readConfig } from "../config/config.ts";
import { storageKeyOf } from "../domain/media/storage-key.ts";
import { openStorage } from "../media/open-storage.ts";
import type { Database } from "../store/db/db.ts";
import { dumpSchema } from "../store/db/schema.ts";
import { sql } from "../store/db/sql.ts";
import { completeMedia, insertMedia } from "../store/media/media.ts";
import { connectTest, testDatabase, testFolder } from "../test/app.ts";
import { aPageFile, aPostPage } from "../test/builders.ts";
import { emptyDatabase } from "../test/database/database.ts";
import { testNode } from "../test/node.ts";
import { startPlatform } from "../test/platform.ts";
import { accepted, postWebhook, textOf, withPostChannel } from "../test/post-page.ts";
import { until } from "../test/until.ts";

const customers = Array.from({ length: 8 }, (_, index) => `tg_${index}`);
const say = () => undefined;

test("a backup under load holds one moment, and conversations go on from there", async (t) => {
  const platform = await startPlatform(t);
  platform.answer = () => ({ delayMs: 10 });
  const db = await testDatabase(t);
  const { pageId } = await aPostPage({ db }, platform.origin, talk);
  const [dataDir, otherDir] = [testFolder(t), testFolder(t)];
  const settings = { ...readConfig({}), dataDir, databaseUrl: db.url };
  const file = await aFile(db, dataDir, pageId);
  const key = `${randomBytes(32).toString("base64")}\n`;
  writeFileSync(join(dataDir, "secret-key"), key, { mode: 0o600 });
  const node = await testNode(t, { ...withPostChannel(), dataDir, reorderMs: 0 }, db);
  const load = startTalk(node.baseUrl, pageId);
  await until(() => load.total() > 100);
  const writtenBefore = new Map(load.written);

  const request = { place: testFolder(t), hasFiles: true, keyFor: undefined, keep: undefined, say };
  const { path } = await makeBackup(settings, request);
  const totalThen = load.total();
  await until(() => load.total() > totalThen + 50);
  await load.stop();
  await node.stop();
  writeFileSync(join(otherDir, "secret-key"), key, { mode: 0o600 });
  const copy = await restoreElsewhere(t, path, otherDir);

  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.equal(await dumpSchema(copy), await dumpSchema(db));
  assert.deepEqual(readFileSync(join(otherDir, "media", "files", file.key)), file.content);
  for (const [psid, count] of writtenBefore) {
    const texts = await textsOf(copy, pageId, psid);
    assert.ok(texts.length >= count, `${psid} has lost what was accepted before the backup`);
    assert.deepEqual(
      texts,
      texts.map((_, number) => `${number}`),
      "lost, doubled or out of order",
    );
  }

  // A turn and its messages are committed together, and lie in two tables.
  assert.equal(await copy.count(halves), 0, "the tables are of different moments");

  const sent = await idsOf(copy, sql`select id from messages where status in ('sent', 'delivered', 'seen')`);
  const doubtful = await idsOf(copy, sql`select id from messages where status in ('queued', 'sending')`);
  platform.received.length = 0;
  const revived = await testNode(t, { ...withPostChannel(), dataDir: otherDir, reorderMs: 0 }, copy);
  for (const psid of customers)
    await accepted(postWebhook(revived.baseUrl, pageId, [{ id: `${psid} again`, from: psid, text: "go on" }]));
  const answers = () => platform.received.filter((message) => textOf(message) === "You said go on");
  await until(() => new Set(answers().map(({ to }) => to)).size === customers.length);
  await until(async () => (await copy.count(unfinished)) === 0);

  assert.ok(sent.size > 0);
  const again = platform.received.map(({ id }) => id);
  assert.deepEqual(
    again.filter((id) => sent.has(id)),
    [],
    "sent before the backup and sent again",
  );
  const marked = await idsOf(copy, sql`select id from messages where possible_duplicate`);
  assert.deepEqual(
    again.filter((id) => doubtful.has(id) && !marked.has(id)),
    [],
    "a repeat is not marked",
  );
  const highest = Math.max(...(await idsOf(db, sql`select id from messages`)));
  const fresh = answers().map(({ id }) => id);
  assert.ok(
    fresh.every((id) => id > highest),
    "an id that the first server has given is used again",
  );
});

const unfinished = sql`
  select 1 from messages where status in ('queued', 'sending')
  union all
  select 1 from mailbox where due_at <= now()`;

const halves = sql`
  select 1 from turns
   where event ->> 'type' = 'message'
     and not exists (select from messages where messages.page_id = turns.page_id and turn_id = turns.id)
  union all
  select 1 from messages
   where not exists (select from turns where turns.page_id = messages.page_id and turns.id = turn_id)`;

/** Repeats what the customer writes, and waits for the next text. */
const talk = {
  page: { ...aPageFile().page, default_reply: "Echo" },
  fields: [{ name: "said", type: "text" as const }],
  flows: [
    {
      name: "Echo",
      published: true,
      document: {
        version: 1,
        start: "ask",
        steps: {
          ask: { type: "ask", accept: "text", save_to: "said", content: aText("Next?"), next: { answered: "echo" } },
          echo: { type: "message", content: aText("You said {{said}}"), next: "ask" },
        },
      },
    },
  ],
};

function aText(text: string) {
  return { messages: [{ type: "text", text }] };
}

/** Customers write numbered texts, each the next when the last was accepted. */
function startTalk(baseUrl: string, pageId: string) {
  const written = new Map<string, number>();
  let isStopped = false;
  async function run(psid: string): Promise<void> {
    for (let number = 0; !isStopped; number++) {
      const event = { id: `${psid} ${number}`, from: psid, text: `${number}`, sequence: number };
      await accepted(postWebhook(baseUrl, pageId, [event]));
      written.set(psid, number + 1);
    }
  }
  const running = Promise.all(customers.map(run));
  return {
    written,
    total: () => [...written.values()].reduce((sum, count) => sum + count, 0),
    async stop(): Promise<void> {
      isStopped = true;
      await running;
    },
  };
}

async function aFile(db: Database, dataDir: string, pageId: string) {
  const content = Buffer.from("a picture");
  const facts = { bytes: content.length, sha256: createHash("sha256").update(content).digest() };
  const storage = openStorage({ ...readConfig({}), dataDir });
  const about = { name: "a.png", foldedName: "a.png", kind: "image" as const, contentType: "image/png" };
  const id = await insertMedia(db, {
    ...{ pageId, ...about, ...facts, width: 1, height: 1 },
    ...{ psid: null, createdBy: null },
  });
  assert.ok(id !== undefined);
  const temporary = await storage.temporaryPath();
  writeFileSync(temporary, content);
  const key = storageKeyOf({ pageId, id });
  await storage.put(key, temporary, facts);
  await completeMedia(db, pageId, id);
  return { key, content };
}

async function restoreElsewhere(t: Test, path: string, dataDir: string): Promise<Database> {
  const url = await emptyDatabase(t);
  const request = { path, isDisconnected: false, identityFile: undefined, say };
  await restoreFile({ ...readConfig({}), dataDir, databaseUrl: url }, request);
  const db = connectTest(url);
  atEnd(t, () => db.close());
  return db;
}

async function textsOf(db: Database, pageId: string, psid: string): Promise<string[]> {
  const handled = await db.many<{ text: string | null }>(sql`
    select event ->> 'text' as text from turns where page_id = ${pageId} and psid = ${psid} order by id`);
  const waiting = await db.many<{ text: string | null }>(sql`
    select event ->> 'text' as text from mailbox where page_id = ${pageId} and psid = ${psid} order by id`);
  // Timers have no text.
  return [...handled, ...waiting].flatMap(({ text }) => text ?? []);
}

async function idsOf(db: Database, query: ReturnType<typeof sql>): Promise<Set<number>> {
  return new Set((await db.many<{ id: number }>(query)).map(({ id }) => id));
}
