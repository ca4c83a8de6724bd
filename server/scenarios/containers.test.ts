import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { sql } from "../store/db/sql.ts";
import { testDatabase } from "../test/app.ts";
import { aPostPage } from "../test/builders.ts";
import { callerOf } from "../test/call.ts";
import { startPlatform } from "../test/platform.ts";
import { aDataDir, aServerProcess } from "../test/server-process.ts";

/** Runs a command as process 1 of a container-like place whose host name is always the same. */
const inContainer = [
  ...["unshare", "--pid", "--fork", "--kill-child", "--uts", "sh", "-c"],
  ...['hostname banter && exec "$0" "$@"'],
];
const probe = spawnSync(inContainer[0] ?? "", [...inContainer.slice(1), "sh", "-c", "hostname; echo $$"]);
const skip = String(probe.stdout) === "banter\n1\n" ? false : "namespaces are not allowed here";

test("of two containers with equal host names, process ids and data folders, none takes the other for dead", {
  skip,
}, async (t) => {
  const platform = await startPlatform(t);
  const db = await testDatabase(t);
  const page = await aPostPage({ db }, platform.origin);
  const shared = { DATA_DIR: aDataDir(t) };
  const first = await aServerProcess(t, db.url, shared, inContainer);
  const second = await aServerProcess(t, db.url, shared, inContainer);
  const nodes = () => db.many<{ id: string; baseUrl: string }>(sql`select id, base_url from nodes order by started_at`);
  const lease = () => db.get(sql`select node_id, epoch from page_leases where page_id = ${page.pageId}`);
  await first.start();
  const data = { version: "v2", content: { messages: [{ type: "text", text: "Hi" }] } };
  await callerOf(first.baseUrl, page)("/flows/send_content", { json: { psid: "tg_1", data } });
  await platform.waitFor(1);
  const before = { nodes: await nodes(), lease: await lease() };

  await second.start();

  assert.deepEqual((await nodes())[0], before.nodes[0]);
  assert.deepEqual(await lease(), before.lease);

  await first.kill();
  await first.start();

  const urls = (await nodes()).map(({ baseUrl }) => baseUrl);
  assert.deepEqual(urls, [second.baseUrl, first.baseUrl]);
});
