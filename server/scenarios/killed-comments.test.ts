import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@banter/core/model/json.ts";
import { applyPageFile } from "../domain/page-file/apply.ts";
import { ensureWorkspace } from "../domain/pages/pages.ts";
import { insertPage, updateChannelSettings } from "../store/catalog/pages.ts";
import { sql } from "../store/db/sql.ts";
import { testDatabase } from "../test/app.ts";
import { aFlow, aPageFile } from "../test/builders.ts";
import { onServer } from "../test/database/template.ts";
import { echoOf } from "../test/platforms/graph/person.ts";
import { startMessenger } from "../test/platforms/messenger.ts";
import { aServerProcess } from "../test/server-process.ts";
import { until } from "../test/until.ts";

test("a server killed during the private reply and during the public answer sends neither twice", async (t) => {
  const { graph, pageId, settings } = await startMessenger(t);
  const db = await testDatabase(t);
  await insertPage(db, { id: pageId, workspaceId: await ensureWorkspace(db), channel: "messenger", name: "Shop" });
  await updateChannelSettings(db, pageId, settings as JsonObject);
  await applyPageFile({ db }, pageId, aPageFile({ flows: [aFlow("Price", "It costs 5.")], tools: [tool] }), {
    prune: true,
  });
  const server = await aServerProcess(t, db.url, { ALLOW_PLATFORM_HOSTS: "127.0.0.1" });
  await server.start();
  graph.webhookUrl = `${server.baseUrl}/webhooks/${pageId}`;
  graph.echoes = false;
  const ann = graph.person("24001112223331");

  // Both calls are taken by the platform, and the server is dead before it is answered.
  const taken: string[] = [];
  graph.trouble = ({ method, path }) => {
    if (method !== "POST" || !/messages$|comments$/.test(path) || taken.includes(path)) return undefined;
    taken.push(path);
    return { hang: true };
  };
  const { id } = await ann.comment("price", { author: "7700000000001" });
  await graph.until(() => taken.length === 1);
  await server.kill();
  await server.start();
  // Meta repeats webhooks until they are accepted: the echo tells whom the private reply has reached.
  const [sent] = graph.sent;
  assert.ok(sent);
  const echo = {
    mid: sent.mid,
    message: sent.request.message as object as Record<string, unknown>,
    appId: graph.appId,
  };
  const tellEcho = () => graph.post(echoOf(graph, ann.id, echo)).catch(() => []);
  // No turn can be committed: the server is dead before the batch with the echo is.
  await onServer(db.url, async (client) => {
    await client.query("begin; lock table turns in share mode");
    void tellEcho();
    await graph.until(() => taken.length === 2);
    await until(async () => (await db.count(delivered)) === 1);
    await server.kill();
  });
  await server.start();
  await until(async () => (await tellEcho())[0] === 200);
  await until(async () => (await db.count(unfinished)) === 0);

  assert.deepEqual(ann.heard(), ["It costs 5."]);
  assert.deepEqual(graph.comments.get(id)?.answers, ["We have written to you."]);
  assert.deepEqual([graph.comments.get(id)?.isLiked, graph.comments.get(id)?.isHidden], [true, true]);
  assert.deepEqual(graph.refused, []);
  const known = await db.many<{ psid: string }>(
    sql`select psid from customers where page_id = ${pageId} order by psid`,
  );
  assert.deepEqual(
    known.map(({ psid }) => psid),
    [ann.psid, "7700000000001"],
  );
});

const tool = {
  ...{ type: "comments" as const, name: "Prices", ref: null, flow: "Price", is_published: true },
  settings: {
    ...{ words: ["price"], excludes: [], posts: "all" as const, include_replies: false, once_per_person: true },
    ...{ like: true, hide: true, answers: ["We have written to you."] },
  },
};

const delivered = sql`select from messages where status = 'sent'`;

const unfinished = sql`
  select 1 from messages where status in ('queued', 'sending')
  union all
  select 1 from mailbox where due_at <= now()`;
