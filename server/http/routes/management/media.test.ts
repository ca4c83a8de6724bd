import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { Readable } from "node:stream";
import { after, test } from "node:test";
import type { MediaView } from "@banter/core/api/management/media.ts";
import type { z } from "zod";
import { cleanMedia, deleteMediaOf } from "../../../domain/media/cleaning.ts";
import { storeUpload } from "../../../domain/media/upload.ts";
import { deletePage } from "../../../store/catalog/page-removal.ts";
import { insertMedia } from "../../../store/media/media.ts";
import { testApp, testFolder } from "../../../test/app.ts";
import { aMember, aPageOf, type Browser, signedIn } from "../../../test/people.ts";
import { aDrawing, aPage, aPdf, aPng, aVideo } from "../../../test/sample-files.ts";
import { aVisitor } from "../../../test/visitor.ts";

const dataDir = testFolder({ after });
const quotaBytes = 60 * 1024 * 1024;
const { baseUrl, deps } = await testApp(
  { after },
  { dataDir, media: { baseUrl: undefined, quotaBytes, bucket: undefined } },
);
const owner = await aMember(deps);
const browser = await signedIn(baseUrl, owner);
const red = aPng();

type MediaInfo = z.input<typeof MediaView>;
type Sent = { name: string; type?: string; as?: Browser };

const aShop = () => aPageOf(deps, owner);

async function send(pageId: string, bytes: Buffer, { name, type, as = browser }: Sent): Promise<Response> {
  return as.fetch(`${baseUrl}/api/v1/pages/${pageId}/media`, {
    method: "POST",
    headers: { "x-file-name": encodeURIComponent(name), ...(type !== undefined && { "content-type": type }) },
    body: new Uint8Array(bytes),
  });
}

async function upload(pageId: string, bytes: Buffer, sent: Sent): Promise<MediaInfo> {
  const response = await send(pageId, bytes, sent);
  assert.equal(response.status, 200, await response.clone().text());
  return (await response.json()) as MediaInfo;
}

const filesOn = (pageId: string) =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath.includes(`/files/${pageId}/`))
    .map(({ name }) => Number(name));
const temporaries = () => readdirSync(`${dataDir}/media/uploads`);

test("an uploaded file is described, stored and served with headers under which nothing can run", async () => {
  const pageId = await aShop();

  const made = await upload(pageId, red, { name: "bánh mì.png", type: "image/png" });
  const response = await fetch(`${baseUrl}${made.url}`);

  assert.deepEqual(
    [made.name, made.kind, made.content_type, made.bytes, made.width, made.height, made.source, made.created_by],
    ["bánh mì.png", "image", "image/png", red.length, 2, 2, "member", "Ann"],
  );
  assert.match(made.url, new RegExp(`^/media/${pageId}/${made.id}/[A-Za-z0-9_-]{22}/b%C3%A1nh%20m%C3%AC.png$`));
  assert.equal(made.public_url, `http://127.0.0.1${made.url}`);
  assert.ok(Buffer.from(await response.arrayBuffer()).equals(red));
  const of = (name: string) => response.headers.get(name);
  assert.deepEqual([response.status, of("content-type"), of("content-length")], [200, "image/png", String(red.length)]);
  assert.equal(of("content-disposition"), `inline; filename="b_nh m_.png"; filename*=UTF-8''b%C3%A1nh%20m%C3%AC.png`);
  assert.deepEqual([of("x-content-type-options"), of("cross-origin-resource-policy")], ["nosniff", "cross-origin"]);
  assert.match(of("content-security-policy") ?? "", /^default-src 'none';.* sandbox/);
  assert.doesNotMatch(of("content-security-policy") ?? "", /script|allow-scripts/);
  assert.equal(of("cache-control"), "public, max-age=31536000, immutable");
  assert.deepEqual(filesOn(pageId), [made.id]);
  assert.deepEqual(temporaries(), []);
});

test("a file that is not what it says is refused with a reason, and nothing is kept", async () => {
  const pageId = await aShop();
  const cases: [Buffer, string, string | undefined, string][] = [
    [aPage, "photo.png", "image/png", "file_type_not_allowed"],
    [aDrawing, "logo.svg", "image/svg+xml", "file_type_not_allowed"],
    [aDrawing, "logo.png", "image/png", "file_type_not_allowed"],
    [Buffer.from("MZ\x90\0\x03\0\0\0program"), "photo.png", "image/png", "file_type_mismatch"],
    [aPdf, "photo.jpg", "image/jpeg", "file_type_mismatch"],
    [red, "order.pdf", "application/pdf", "file_type_mismatch"],
    [red, "order.pdf", undefined, "file_type_mismatch"],
    [red, "photo.png", "application/pdf", "file_type_mismatch"],
    [Buffer.from("MZ\x90\0\x03\0\0\0program"), "setup.exe", "application/x-msdownload", "file_type_not_allowed"],
    [Buffer.from("del *.*"), "order.bat", "application/octet-stream", "file_type_not_allowed"],
    [red.subarray(0, 12), "photo.png", "image/png", "file_type_mismatch"],
    [Buffer.alloc(0), "photo.png", "image/png", "malformed_request"],
  ];

  for (const [bytes, name, type, code] of cases) {
    const response = await send(pageId, bytes, { name, ...(type !== undefined && { type }) });
    const problem = (await response.json()) as { code: string; detail: string };
    assert.deepEqual([problem.code, response.ok], [code, false], `${name} ${type}: ${problem.detail}`);
  }
  assert.deepEqual(filesOn(pageId), []);
  assert.deepEqual(temporaries(), []);
});

test("a wrong ending within a kind is harmless: the content decides", async () => {
  const made = await upload(await aShop(), red, { name: "from-phone.jpg", type: "image/jpeg" });

  assert.equal(made.content_type, "image/png");
});

test("a file has a name", async () => {
  const pageId = await aShop();

  for (const name of ["", "%", "..", "a/", "\u200b"]) {
    const response = await browser.fetch(`${baseUrl}/api/v1/pages/${pageId}/media`, {
      method: "POST",
      headers: { "x-file-name": name === "%" ? name : encodeURIComponent(name) },
      body: new Uint8Array(red),
    });
    assert.equal(response.status, 400, name);
  }
  assert.equal((await upload(pageId, red, { name: "../../etc/pass wd.png" })).name, "pass wd.png");
});

test("each kind has its largest size, and a picture its most pixels", async () => {
  const pageId = await aShop();
  const large = Buffer.concat([red, Buffer.alloc(10 * 1024 * 1024)]);
  const bomb = aPng({}, { width: 20_000, height: 20_000 });

  for (const bytes of [large, bomb]) {
    const response = await send(pageId, bytes, { name: "a.png" });
    assert.deepEqual([response.status, ((await response.json()) as { code: string }).code], [413, "file_too_large"]);
  }
  assert.equal((await upload(pageId, aVideo(11 * 1024 * 1024), { name: "a.mp4" })).kind, "video");
  assert.deepEqual(temporaries(), []);
});

test("the same file again is the same row", async () => {
  const pageId = await aShop();

  const first = await upload(pageId, red, { name: "one.png" });
  const again = await upload(pageId, red, { name: "two.png" });

  assert.deepEqual(again, first);
  assert.deepEqual(filesOn(pageId), [first.id]);
});

test("a page has its quota, of which customers fill only a part", async () => {
  const pageId = await aShop();
  const { psid } = await aVisitor(baseUrl, pageId);
  const sizes = [40, 15].map((megabytes) => megabytes * 1024 * 1024);

  const [first, second] = sizes.map((bytes) => aVideo(bytes));
  await upload(pageId, first ?? red, { name: "a.mp4" });
  const ofCustomer = { name: "b.mp4", declaredType: undefined, length: undefined };
  const stored = storeUpload(deps, { pageId, userId: null, psid }, { ...ofCustomer, body: Readable.from([second]) });
  await assert.doesNotReject(stored);
  const response = await send(pageId, aVideo(10 * 1024 * 1024), { name: "c.mp4" });

  assert.deepEqual([response.status, ((await response.json()) as { code: string }).code], [409, "storage_full"]);
  const { used_bytes, quota_bytes } = await browser.api("GET /pages/:page_id/media", { params: { page_id: pageId } });
  assert.deepEqual([used_bytes, quota_bytes], [55 * 1024 * 1024, quotaBytes]);
});

test("the library is listed newest first, by kind and by name without accents, in parts", async () => {
  const pageId = await aShop();
  const params = { page_id: pageId };
  for (const name of ["Bánh mì.png", "Phở.png", "Bún.png"])
    await upload(pageId, aPng({ color: [name.charCodeAt(1) % 256, 1, 2] }), { name });
  await upload(pageId, aPdf, { name: "Bảng giá.pdf" });
  const list = async (query: Record<string, unknown>) => {
    const { media, next } = await browser.api("GET /pages/:page_id/media", { params, query });
    return { names: media.map(({ name }) => name), next };
  };

  const first = await list({ limit: 2 });
  const rest = await list({ limit: 2, before: first.next });

  assert.deepEqual([...first.names, ...rest.names], ["Bảng giá.pdf", "Bún.png", "Phở.png", "Bánh mì.png"]);
  assert.equal(rest.next, null);
  assert.deepEqual((await list({ kind: "file" })).names, ["Bảng giá.pdf"]);
  assert.deepEqual((await list({ search: "BANH" })).names, ["Bánh mì.png"]);
  assert.deepEqual((await list({ search: "pho" })).names, ["Phở.png"]);
  assert.deepEqual((await list({ source: "customer" })).names, []);
});

test("a renamed file keeps its address, a deleted one loses it and its bytes", async () => {
  const pageId = await aShop();
  const made = await upload(pageId, red, { name: "old.png" });
  const params = { page_id: pageId, media_id: made.id };

  const renamed = await browser.api("PATCH /pages/:page_id/media/:media_id", { params, body: { name: "new.png" } });
  assert.equal(renamed.name, "new.png");
  assert.equal((await fetch(`${baseUrl}${made.url}`)).status, 200);

  await browser.api("DELETE /pages/:page_id/media/:media_id", { params });
  assert.equal((await fetch(`${baseUrl}${made.url}`)).status, 404);
  assert.deepEqual(filesOn(pageId), [made.id]);

  await cleanMedia(deps, () => true);
  assert.deepEqual(filesOn(pageId), []);
});

test("the flows that show a file are named before it is deleted", async () => {
  const pageId = await aShop();
  const params = { page_id: pageId };
  const { id, url } = await upload(pageId, red, { name: "menu.png" });
  const flow = await browser.api("POST /pages/:page_id/flows", { params, body: { name: "Menu", folder_id: null } });
  const { revision } = await browser.api("GET /pages/:page_id/flows/:flow_id", {
    params: { ...params, flow_id: flow.id },
  });
  const content = { messages: [{ type: "image", url }] };
  const document = { version: 1, start: "a", steps: { a: { type: "message", content, next: null } } };
  await browser.api("PUT /pages/:page_id/flows/:flow_id/draft", {
    params: { ...params, flow_id: flow.id },
    body: { draft: document, revision },
  });

  const { flows } = await browser.api("GET /pages/:page_id/media/:media_id/uses", {
    params: { ...params, media_id: id },
  });

  assert.deepEqual(flows, [{ flow_id: flow.id, name: "Menu", in_draft: true, is_published: false }]);
});

test("a file that is the picture of the chat is known before it is deleted", async () => {
  const pageId = await aShop();
  const { id, url } = await upload(pageId, red, { name: "logo.png" });
  const usesOf = { params: { page_id: pageId, media_id: id } };
  assert.equal((await browser.api("GET /pages/:page_id/media/:media_id/uses", usesOf)).in_look, false);

  const page = await browser.api("PATCH /pages/:page_id", {
    params: { page_id: pageId },
    body: { look: { picture: url, color: "#7a1f2b" } },
  });

  assert.deepEqual(page.look, { color: "#7a1f2b", picture: url });
  assert.equal((await browser.api("GET /pages/:page_id/media/:media_id/uses", usesOf)).in_look, true);
});

test("an agent uploads and does not delete; a viewer only looks", async () => {
  const pageId = await aShop();
  const [agent, viewer] = await Promise.all(
    (["agent", "viewer"] as const).map(async (role) =>
      signedIn(baseUrl, await aMember(deps, { role, workspaceId: owner.workspaceId })),
    ),
  );

  const made = await upload(pageId, red, { name: "a.png", as: agent ?? browser });

  assert.equal((await send(pageId, aPdf, { name: "b.pdf", as: viewer ?? browser })).status, 403);
  const params = { page_id: pageId, media_id: made.id };
  const refused = agent?.api("DELETE /pages/:page_id/media/:media_id", { params });
  await assert.rejects(refused ?? Promise.resolve(), { code: "forbidden" });
  assert.equal((await viewer?.api("GET /pages/:page_id/media", { params }))?.media.length, 1);
});

test("files of an erased customer and of a removed page go, and uploads that never ended", async () => {
  const [pageId, removed] = [await aShop(), await aShop()];
  const { psid } = await aVisitor(baseUrl, pageId);
  const ofCustomer = { name: "receipt.png", declaredType: "image/png", length: red.length };
  const sent = await storeUpload(deps, { pageId, userId: null, psid }, { ...ofCustomer, body: Readable.from([red]) });
  const kept = await upload(pageId, red, { name: "kept.png" });
  await upload(removed, red, { name: "gone.png" });
  const sha256 = createHash("sha256").update("x").digest();
  const unfinished = { name: "x", foldedName: "x", kind: "file", contentType: "text/plain", bytes: 1 } as const;
  await insertMedia(deps.db, { ...unfinished, pageId, sha256, width: null, height: null, psid, createdBy: null });

  await deleteMediaOf(deps, pageId, psid);
  await deletePage(deps.db, removed);
  await cleanMedia(deps, () => true);

  assert.notEqual(sent.id, kept.id);
  assert.deepEqual([filesOn(pageId), filesOn(removed)], [[kept.id], []]);
  assert.equal((await fetch(`${baseUrl}${kept.url}`)).status, 200);
});
