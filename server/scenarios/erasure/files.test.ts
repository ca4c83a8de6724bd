import assert from "node:assert/strict";
import { test } from "node:test";
import { cleanMedia } from "../../domain/media/cleaning.ts";
import { listMediaToClean } from "../../store/media/media.ts";
import { testNode } from "../../test/node.ts";
import { aMember, aPageOf, signedIn } from "../../test/people.ts";
import { aPng } from "../../test/sample-files.ts";
import { until } from "../../test/until.ts";
import { aVisitor } from "../../test/visitor.ts";

test("the files that a customer has sent go with the customer", async (t) => {
  const { baseUrl, deps } = await testNode(t);
  const owner = await aMember(deps);
  const pageId = await aPageOf(deps, owner);
  const browser = await signedIn(baseUrl, owner);
  const visitor = await aVisitor(baseUrl, pageId);
  const sent = await fetch(`${baseUrl}/api/webchat/v1/pages/${pageId}/files`, {
    method: "POST",
    headers: { authorization: `Bearer ${visitor.token}`, "x-file-name": "receipt.png" },
    body: new Uint8Array(aPng()),
  });
  const { file_id, url } = (await sent.json()) as { file_id: number; url: string };
  await visitor.post("/messages", { file_id });
  await visitor.hear((messages) => messages.length >= 1);
  assert.equal((await fetch(url)).status, 200);

  const params = { page_id: pageId, psid: visitor.psid };
  await browser.api("DELETE /pages/:page_id/customers/:psid", { params });

  await until(async () => (await fetch(url)).status === 404);
  await cleanMedia(deps, () => true);
  assert.deepEqual(await listMediaToClean(deps.db, 10), []);
});
