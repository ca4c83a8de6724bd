import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { test } from "node:test";
import { atEnd } from "@banter/core/test/at-end.ts";
import { sql } from "../store/db/sql.ts";
import { testDatabase } from "../test/app.ts";
import { aPostPage, type TestPage } from "../test/builders.ts";
import { startPlatform } from "../test/platform.ts";
import { aSupervisedServer, isRunning } from "../test/server-process.ts";
import { until } from "../test/until.ts";

test("SIGHUP replaces one node after the other without a failed call, a loss or a repeat", async (t) => {
  const platform = await startPlatform(t);
  const db = await testDatabase(t);
  const pages: TestPage[] = [];
  for (let number = 0; number < 4; number++) pages.push(await aPostPage({ db }, platform.origin));
  const server = await aSupervisedServer(t, db.url, { API_RATE_PER_SECOND: "100000", API_RATE_BURST: "100000" });
  const load = startLoad(server.baseUrl, pages);
  atEnd(t, load.stop);
  await until(() => load.count() > 50);

  server.signal("SIGHUP");
  await server.says("all nodes replaced");
  const seen = load.count();
  await until(() => load.count() > seen + 50);
  await load.stop();

  assert.deepEqual(load.failures, []);
  const old = server.served().slice(0, 2);
  assert.equal(server.served().length, 4);
  for (const { nodePid } of old) assert.equal(isRunning(nodePid), false);
  await until(async () => (await db.count(sql`select from messages where status <> 'sent'`)) === 0);
  await until(() => platform.received.length >= load.count());
  assert.equal(platform.received.length, load.count());
  assert.equal(await db.count(sql`select from messages where possible_duplicate`), 0);
  t.diagnostic(`${load.count()} calls`);
});

/**
 * Customers of all pages get texts, one after the other, over connections that are kept open and over new ones. A
 * connection that the server closes while it is idle is not a failed call: the client has not sent anything on it.
 */
function startLoad(baseUrl: string, pages: TestPage[]) {
  const failures: string[] = [];
  let isStopped = false;
  let count = 0;

  async function run(page: TestPage, psid: string, agent: Agent): Promise<void> {
    for (let number = 0; !isStopped; number++) {
      const outcome = await send(baseUrl, page, { psid, text: `${psid} ${number}`, agent });
      if (outcome === 200) count++;
      else failures.push(`${outcome}`);
    }
    agent.destroy();
  }
  const running = Promise.all(
    pages.flatMap((page, index) => [
      run(page, `tg_${index}1`, new Agent({ keepAlive: true, maxSockets: 1 })),
      run(page, `tg_${index}2`, new Agent({ keepAlive: false })),
    ]),
  );
  return {
    failures,
    count: () => count,
    async stop(): Promise<void> {
      isStopped = true;
      await running;
    },
  };
}

function send(
  baseUrl: string,
  { pageId, token }: TestPage,
  { psid, text, agent }: { psid: string; text: string; agent: Agent },
): Promise<number | string> {
  const data = { version: "v2", content: { messages: [{ type: "text", text }] } };
  return new Promise((resolve) => {
    const sent = request(`${baseUrl}/api/public_api/v1/pages/${pageId}/flows/send_content`, {
      agent,
      method: "POST",
      headers: { "content-type": "application/json", "access-token": token },
    });
    sent.on("response", (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
    });
    sent.on("error", (error) => resolve(String(error)));
    sent.end(JSON.stringify({ psid, data }));
  });
}
