import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultRetention } from "@banter/core/model/limits/retention.ts";
import { cleanMedia } from "../../domain/media/cleaning.ts";
import { cleanPage } from "../../domain/retention/clean-page.ts";
import { sql } from "../../store/db/sql.ts";
import { listMediaToClean } from "../../store/media/media.ts";
import { saveRetention } from "../../store/retention/retention-settings.ts";
import { aPage } from "../../test/builders.ts";
import { digest } from "../../test/database/history.ts";
import { testNode } from "../../test/node.ts";
import { aPdf, aPng } from "../../test/sample-files.ts";
import { aVisitor } from "../../test/visitor.ts";

test("a customer's file goes with the last turn that shows it", async (t) => {
  const { baseUrl, deps } = await testNode(t);
  const { db } = deps;
  const { pageId } = await aPage(deps);
  await saveRetention(db, pageId, { ...defaultRetention, turns_days: 30 });
  const visitor = await aVisitor(baseUrl, pageId);
  const send = async (name: string, body: Uint8Array<ArrayBuffer>) => {
    const headers = { authorization: `Bearer ${visitor.token}`, "x-file-name": name };
    const sent = await fetch(`${baseUrl}/api/webchat/v1/pages/${pageId}/files`, { method: "POST", headers, body });
    const file = (await sent.json()) as { file_id: number; url: string };
    await visitor.post("/messages", { file_id: file.file_id });
    return file;
  };
  const old = await send("receipt.png", new Uint8Array(aPng()));
  const shownAgain = await send("contract.pdf", new Uint8Array(aPdf));
  await visitor.hear((messages) => messages.length >= 2);
  await db.count(sql`update media set created_at = now() - interval '40 days' where page_id = ${pageId}`);
  await db.count(sql`update turns set at = now() - interval '40 days' where page_id = ${pageId}`);
  await visitor.post("/messages", { file_id: shownAgain.file_id });
  await visitor.hear((messages) => messages.length >= 3);
  await digest(deps, pageId);

  await cleanPage(deps, pageId, { goesOn: () => true, rest: async () => undefined });

  assert.equal(await db.count(sql`select from turns where page_id = ${pageId}`), 1);
  assert.deepEqual([(await fetch(old.url)).status, (await fetch(shownAgain.url)).status], [404, 200]);
  await cleanMedia(deps, () => true);
  assert.deepEqual(await listMediaToClean(db, 10), []);
});
