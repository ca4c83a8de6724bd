import assert from "node:assert/strict";
import { after, test } from "node:test";
import { changePageSettings } from "../../domain/pages/page-settings.ts";
import { aFlow, aPage, aPageFile } from "../../test/builders.ts";
import { testNode } from "../../test/node.ts";
import { aPdf, aPng, aPage as aWebPage } from "../../test/sample-files.ts";
import { aVisitor } from "../../test/visitor.ts";

const node = await testNode({ after });
const photo = aPng({ width: 3 });

async function send(visitor: { token: string }, pageId: string, bytes: Buffer, name: string): Promise<Response> {
  return fetch(`${node.baseUrl}/api/webchat/v1/pages/${pageId}/files`, {
    method: "POST",
    headers: { authorization: `Bearer ${visitor.token}`, "x-file-name": encodeURIComponent(name) },
    body: new Uint8Array(bytes),
  });
}

const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

test("a visitor's photo is stored, said with a message, kept in the history and answered", async () => {
  const { pageId } = await aPage(node.deps, {
    ...aPageFile(),
    flows: [aFlow("Thanks", "Thank you")],
    page: { ...aPageFile().page, default_reply: "Thanks" },
  });
  const visitor = await aVisitor(node.baseUrl, pageId);

  const response = await send(visitor, pageId, photo, "biên lai.png");
  const file = (await response.json()) as { file_id: number; type: string; name: string; url: string };
  const said = await visitor.post("/messages", { file_id: file.file_id }, { "idempotency-key": "k1" });
  const heard = await visitor.hear((messages) => messages.length >= 2);

  assert.deepEqual([response.status, said.status, file.type, file.name], [200, 202, "image", "biên lai.png"]);
  assert.deepEqual(
    heard.map(({ from, type, key, url, text }) => ({ from, type, key, url, text })),
    [
      { from: "visitor", type: "image", key: "k1", url: file.url, text: undefined },
      { from: "page", type: "text", key: undefined, url: undefined, text: "Thank you" },
    ],
  );
  assert.ok(Buffer.from(await (await fetch(file.url)).arrayBuffer()).equals(photo));
});

test("a visitor says only files of their own", async () => {
  const { pageId } = await aPage(node.deps);
  const [ann, bob] = [await aVisitor(node.baseUrl, pageId), await aVisitor(node.baseUrl, pageId)];
  const { file_id } = (await (await send(ann, pageId, photo, "a.png")).json()) as { file_id: number };

  assert.equal((await bob.post("/messages", { file_id })).status, 400);
  assert.equal((await ann.post("/messages", { file_id, text: "x" })).status, 400);
  assert.equal((await send({ token: "web_1.x" }, pageId, photo, "a.png")).status, 401);
  assert.equal((await ann.post("/messages", { file_id })).status, 202);
});

test("a file that lies about its type is refused", async () => {
  const { pageId } = await aPage(node.deps);
  const visitor = await aVisitor(node.baseUrl, pageId);

  assert.equal(await codeOf(await send(visitor, pageId, aWebPage, "photo.png")), "file_type_not_allowed");
  assert.equal(await codeOf(await send(visitor, pageId, aPdf, "photo.png")), "file_type_mismatch");
});

test("a page says in its profile which files it takes, and refuses them all when its owner wants none", async () => {
  const { pageId } = await aPage(node.deps);
  const visitor = await aVisitor(node.baseUrl, pageId);
  const profile = async () => {
    const response = await fetch(`${node.baseUrl}/api/webchat/v1/pages/${pageId}/profile`);
    return ((await response.json()) as { files: { accept: string; max_bytes: Record<string, number> } | null }).files;
  };

  assert.equal((await profile())?.max_bytes.image, 10 * 1024 * 1024);
  assert.match((await profile())?.accept ?? "", /\.png,/);
  await changePageSettings(node.deps, pageId, { takesFiles: false });

  assert.equal(await profile(), null);
  assert.equal(await codeOf(await send(visitor, pageId, photo, "a.png")), "forbidden");
});

test("a visitor who sends files too often waits", async () => {
  const { pageId } = await aPage(node.deps);
  const visitor = await aVisitor(node.baseUrl, pageId);

  const answers = await Promise.all(Array.from({ length: 40 }, () => send(visitor, pageId, photo, "a.png")));

  assert.ok(answers.some(({ status }) => status === 429));
  assert.ok(answers.some(({ status }) => status === 200));
});
