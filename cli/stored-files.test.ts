import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { after, test } from "node:test";
import { readConfig } from "@banter/server/config/config.ts";
import { mediaPathOf } from "@banter/server/domain/media/addresses.ts";
import { deleteMedia } from "@banter/server/domain/media/library.ts";
import { storeUpload } from "@banter/server/domain/media/upload.ts";
import { applyPageFile } from "@banter/server/domain/page-file/apply.ts";
import { readPageFile } from "@banter/server/domain/page-file/read.ts";
import { createPage } from "@banter/server/domain/pages/pages.ts";
import { openStorage } from "@banter/server/media/open-storage.ts";
import { loadSecrets } from "@banter/server/store/db/secrets.ts";
import { listMedia } from "@banter/server/store/media/media.ts";
import { testDatabase, testFolder } from "@banter/server/test/app.ts";
import { aPageFile } from "@banter/server/test/builders.ts";
import { testSecretKey } from "@banter/server/test/database/keys.ts";
import { aPng } from "@banter/server/test/sample-files.ts";
import { banter as runBanter } from "@banter/server/test/server-process.ts";

const db = await testDatabase({ after });
const folder = testFolder({ after });

/** Runs the command line on this file's database and folder. */
async function banter(words: string, input = "") {
  const cache = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? folder };
  const env = { DATABASE_URL: db.url, SECRET_KEY: testSecretKey, DATA_DIR: folder, ...cache };
  const { bytes: _, ...ran } = await runBanter(words, { env, input });
  return ran;
}

const aPageId = () => createPage({ db }, { name: "Shop" });

test("stored files come along: from their page, or from the file's contents, and missing ones are named", async () => {
  const config = readConfig({ DATA_DIR: folder });
  const deps = { db, config, storage: openStorage(config), secrets: await loadSecrets(db) };
  const [pageId, near, far, poor] = [await aPageId(), await aPageId(), await aPageId(), await aPageId()];
  const photo = aPng({ width: 3, height: 3 });
  const upload = { name: "menu.png", declaredType: "image/png", length: photo.length, body: Readable.from([photo]) };
  const stored = await storeUpload(deps, { pageId, userId: null, psid: null }, upload);
  const content = { messages: [{ type: "image", url: mediaPathOf(deps, stored) }] };
  const document = { version: 1, start: "show", steps: { show: { type: "message", content, next: null } } };
  const flows = [{ name: "Menu", published: true, document }];
  await applyPageFile({ db }, pageId, aPageFile({ flows }), { prune: true });
  const { out: bare } = await banter(`export --page ${pageId}`);
  const { out: full } = await banter(`export --page ${pageId} --contents`);
  const listed = { kind: undefined, source: "member" as const, foldedSearch: "", before: undefined, limit: 10 };
  const files = async (page: string) => (await listMedia(db, page, listed)).map(({ name }) => name);
  const planned = await banter(`apply - --page ${near} --plan`, bare);
  assert.deepEqual([planned.out.includes("create media menu.png\n"), await files(near)], [true, []]);

  const copied = await banter(`apply - --page ${near}`, bare);
  await deleteMedia({ db }, pageId, stored.id);
  await deleteMedia({ db }, near, (await listMedia(db, near, listed))[0]?.id ?? 0);
  const brought = await banter(`apply - --page ${far}`, full);
  const missing = await banter(`apply - --page ${poor}`, bare);

  assert.deepEqual([copied.code, copied.error, brought.code, brought.error], [0, "", 0, ""]);
  assert.match(brought.out, /create media menu\.png\n/);
  assert.deepEqual(await files(far), ["menu.png"]);
  assert.ok(JSON.stringify((await readPageFile({ db }, far)).flows).includes(`/media/${far}/`));
  assert.equal(missing.error, "The file's flows show files that are neither here nor in it: menu.png\n");
  assert.deepEqual(await files(poor), []);
});
