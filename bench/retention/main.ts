import { chmodSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { defaultRetention, type RetentionSettings } from "@banter/core/model/limits/retention.ts";
import { channels } from "../../server/channels/index.ts";
import { readConfig } from "../../server/config/config.ts";
import { removePage } from "../../server/domain/pages/page-settings.ts";
import { cleanPage } from "../../server/domain/retention/clean-page.ts";
import { startNode } from "../../server/node.ts";
import { isBeingRemoved, removeNextBite } from "../../server/store/catalog/page-removal.ts";
import { findPage } from "../../server/store/catalog/pages.ts";
import { openDatabase } from "../../server/store/db/open.ts";
import { saveRetention } from "../../server/store/retention/retention-settings.ts";
import { log } from "../../server/test/app.ts";
import { digestedPart, makeBigPage } from "../big-page/page.ts";

// npm run bench -- retention: fills a page with 400,000 messages of 180 days, waits for its read models, and measures how
// fast its traces, messages and turns are removed without rests, and then the page itself.
const { values } = parseArgs({ options: { messages: { type: "string", default: "400000" } } });

const folder = realpathSync(mkdtempSync(join(tmpdir(), "banter-retention-")));
// PostgreSQL may run as another user, who must be able to enter the folder.
chmodSync(folder, 0o711);
const config = { ...readConfig({}), dataDir: join(folder, "data"), host: "127.0.0.1", port: 0 };
const opened = await openDatabase(config, { say, onError: (error) => log.warn({ err: error }), name: "bench" });
const { db } = opened;
const pace = { goesOn: () => true, rest: async () => undefined };
const keepAll: RetentionSettings = { ...defaultRetention, traces_days: null, visits_days: null };

try {
  const messages = Number(values.messages);
  say(`Filling a page in ${folder}: ${messages} messages.`);
  const size = { customers: messages / 10, messages, days: 180 };
  const { target } = await makeBigPage({ db, channels }, db.url, size);
  const node = await startNode({ db, config, log, channels });
  while (!(await digestedPart(db, target.pageId)).isDone) await sleep(500);
  await node.stop();
  await db.pool.query("delete from hand_overs");
  await measure("traces", target.pageId, { traces_days: 1 }, "select count(*) from turns where trace is not null");
  await measure("messages", target.pageId, { messages_days: 90 }, "select count(*) from messages");
  await measure("turns", target.pageId, { turns_days: 90 }, "select count(*) from turns");
  await measureRemoval(target.pageId);
} finally {
  await opened.close();
}

async function measure(
  name: string,
  pageId: string,
  settings: Partial<RetentionSettings>,
  counting: string,
): Promise<void> {
  await saveRetention(db, pageId, { ...keepAll, ...settings });
  await db.pool.query("delete from retention_positions");
  const before = await count(counting);
  const startedAt = performance.now();
  await cleanPage({ db, log, accept: () => Promise.reject(new Error("no erasure is expected")) }, pageId, pace);
  report(name, before - (await count(counting)), performance.now() - startedAt);
}

async function measureRemoval(pageId: string): Promise<void> {
  const counting = "select (select count(*) from messages) + (select count(*) from turns) as count";
  const before = await count(counting);
  const page = await findPage(db, pageId);
  const startedAt = performance.now();
  await removePage({ db }, pageId, page?.name ?? "");
  say(`The call took ${Math.round(performance.now() - startedAt)} ms.`);
  while (await isBeingRemoved(db, pageId)) await removeNextBite(db);
  report("messages and turns of a removed page", before, performance.now() - startedAt);
}

async function count(statement: string): Promise<number> {
  const { rows } = await db.pool.query<{ count: string }>(statement);
  return Number(rows[0]?.count);
}

function report(name: string, removed: number, ms: number): void {
  say(`${name}: ${removed} in ${(ms / 1000).toFixed(1)} s, ${Math.round(removed / (ms / 1000))} a second`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
