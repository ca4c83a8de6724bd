import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import type { Test } from "@banter/core/test/at-end.ts";
import { readConfig } from "../../../config/config.ts";
import { mediaPathOf } from "../../../domain/media/addresses.ts";
import { storeUpload } from "../../../domain/media/upload.ts";
import { applyPageFile } from "../../../domain/page-file/apply.ts";
import { createPageFiles } from "../../../runner/outgoing/message-files.ts";
import { sql } from "../../../store/db/sql.ts";
import { deleteExpiredPlatformFiles } from "../../../store/media/platform-files.ts";
import { aKeyword, aPageFile } from "../../../test/builders.ts";
import { platformOn } from "../../../test/platforms/graph/driver.ts";
import type { Graph, Item } from "../../../test/platforms/graph/stand-in.ts";
import { startInstagram } from "../../../test/platforms/instagram.ts";
import { startMessenger } from "../../../test/platforms/messenger.ts";
import { aConversation } from "../../../test/platforms/scenario.ts";
import { aPng } from "../../../test/sample-files.ts";
import { until } from "../../../test/until.ts";

const publicHost = { media: { ...readConfig({}).media, baseUrl: "https://files.example" } };
const picture = aPng();
const foreign = "https://cdn.example/today.jpg";

const platforms = { messenger: startMessenger, instagram: startInstagram };

for (const [type, start] of Object.entries(platforms)) {
  test(`${type}: a file that is sent again is kept by Meta, and then sent by its id`, async (t) => {
    const { graph, ask, node, pageId } = await aShop(t, type as keyof typeof platforms, start, publicHost);

    for (const count of [1, 2, 3, 4]) await ask(count, "menu");

    const [first, second, third, fourth] = payloadsOf(graph);
    const id = [...graph.attachments.keys()][0];
    assert.match(String(first?.url), /^https:\/\/files\.example\/media\//);
    assert.deepEqual(second, { ...first, is_reusable: true });
    assert.deepEqual([third, fourth], [{ attachment_id: id }, { attachment_id: id }]);
    assert.equal(graph.attachments.size, 1);
    await until(async () => (await countKept(node.deps.db, pageId)) === 1);
  });

  test(`${type}: a stored file at an address that Meta cannot reach is uploaded once`, async (t) => {
    const { graph, ask } = await aShop(t, type as keyof typeof platforms, start);

    for (const count of [1, 2, 3]) await ask(count, "menu");

    const [kept] = [...graph.attachments.values()];
    assert.deepEqual([kept?.type, kept?.source], ["image", `menu.png image/png ${picture.length}`]);
    assert.equal(graph.attachments.size, 1);
    assert.equal(payloadsOf(graph).length, 3);
    assert.ok(payloadsOf(graph).every((payload) => "attachment_id" in payload));
  });
}

test("an id that Meta no longer takes is forgotten, and the file is sent by its address once more", async (t) => {
  const { graph, ask, node, pageId } = await aShop(t, "messenger", startMessenger, publicHost);
  for (const count of [1, 2, 3]) await ask(count, "menu");
  await until(async () => (await countKept(node.deps.db, pageId)) === 1);

  for (const kept of graph.attachments.values()) kept.until = 0;
  await ask(4, "menu");
  await ask(5, "menu");

  const [, , , fourth, fifth] = payloadsOf(graph);
  assert.equal(fourth?.is_reusable, true);
  assert.deepEqual(fifth, { attachment_id: [...graph.attachments.keys()][1] });
  assert.equal(graph.refused.length, 1);
});

test("the ids of stored files are kept for the page's next owner until they expire, those of other hosts are not", async (t) => {
  const { graph, ask, node, pageId } = await aShop(t, "messenger", startMessenger, publicHost);
  const { db } = node.deps;
  for (const count of [1, 2]) await ask(count, "menu");
  for (const count of [3, 4]) await ask(count, "today");
  const [stored, other] = [...graph.attachments];
  const idOf = (source = "") => createPageFiles(node.deps, pageId).idOf({ type: "image", url: source });

  await until(async () => (await idOf(stored?.[1].source)) === stored?.[0]);
  assert.equal(await idOf(other?.[1].source), undefined);
  await db.count(sql`update platform_files set expires_at = now() - interval '1 second'`);
  assert.equal(await idOf(stored?.[1].source), undefined);
  assert.equal(await deleteExpiredPlatformFiles(db, 10), 1);
  assert.equal(await countKept(db, pageId), 0);
});

test("Instagram Login has no uploads: each file is sent by its address", async (t) => {
  const start = (each: Test) => startInstagram(each, { login: "instagram" });
  const { graph, ask } = await aShop(t, "instagram", start, publicHost);

  for (const count of [1, 2, 3]) await ask(count, "today");

  assert.deepEqual(payloadsOf(graph), [{ url: foreign }, { url: foreign }, { url: foreign }]);
});

test("a message that waits for an upload of unknown result is sent once", async (t) => {
  const { graph, ask } = await aShop(t, "messenger", startMessenger);
  const troubles = [{ reset: true }];
  graph.trouble = ({ path }) => (path.endsWith("/message_attachments") ? troubles.shift() : undefined);

  await ask(1, "menu");

  assert.equal(payloadsOf(graph).length, 1);
  assert.equal(graph.attachments.size, 2);
});

/** A page that answers "menu" with a stored picture and "today" with one of another host. */
async function aShop(
  t: Test,
  type: keyof typeof platforms,
  start: (t: Test) => ReturnType<typeof startMessenger>,
  options: Parameters<typeof aConversation>[3] = {},
) {
  const started = await start(t);
  const { graph } = started;
  const { node, pageId, customer } = await aConversation(t, type, platformOn(started), options);
  const upload = { name: "menu.png", declaredType: "image/png", length: undefined, body: Readable.from([picture]) };
  const stored = await storeUpload(node.deps, { pageId, userId: "ann", psid: null }, upload);
  const flows = [showing("Menu", mediaPathOf(node.deps, stored)), showing("Today", foreign)];
  const keywords = [aKeyword("menu", "Menu"), aKeyword("today", "Today")];
  await applyPageFile(node.deps, pageId, aPageFile({ flows, keywords }), { prune: true });
  let sent = 0;
  /** A customer writes, and has the answer. */
  const ask = async (number: number, text: string) => {
    await customer(number).say(text);
    sent += 1;
    await graph.until(() => graph.sent.length >= sent);
  };
  return { graph, node, pageId, ask };
}

function showing(name: string, url: string) {
  const content = { messages: [{ type: "image", url }] };
  const document = { version: 1, start: "a", steps: { a: { type: "message", content, next: null } } };
  return { name, published: true, document };
}

const payloadsOf = (graph: Graph) => graph.sent.map(({ request }) => request.message?.attachment?.payload as Item);

const countKept = (db: Parameters<typeof deleteExpiredPlatformFiles>[0], pageId: string) =>
  db.count(sql`select from platform_files where page_id = ${pageId}`);
