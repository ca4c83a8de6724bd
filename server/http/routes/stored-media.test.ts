import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { after, test } from "node:test";
import { readConfig } from "../../config/config.ts";
import { mediaPathOf, mediaUrlOf } from "../../domain/media/addresses.ts";
import { storeUpload } from "../../domain/media/upload.ts";
import { testApp } from "../../test/app.ts";
import { aMember, aPageOf } from "../../test/people.ts";
import { rawRequest } from "../../test/raw-http.ts";
import { aPdf, aVideo } from "../../test/sample-files.ts";
import { aVisitor } from "../../test/visitor.ts";

const { baseUrl, deps } = await testApp({ after });
const owner = await aMember(deps);
const pageId = await aPageOf(deps, owner);

async function stored(bytes: Buffer, name: string, psid?: string): Promise<string> {
  const sender = psid ? { pageId, userId: null, psid } : { pageId, userId: owner.userId, psid: null };
  const upload = { name, declaredType: undefined, length: bytes.length, body: Readable.from([bytes]) };
  return `${baseUrl}${mediaPathOf(deps, await storeUpload(deps, sender, upload))}`;
}

const video = Buffer.concat([aVideo(64), randomBytes(5000)]);
const url = await stored(video, "film.mp4");

test("a player gets the parts it asks for", async () => {
  const part = async (range: string) => {
    const response = await fetch(url, { headers: { range } });
    const bytes = Buffer.from(await response.arrayBuffer());
    return [response.status, response.headers.get("content-range"), bytes] as const;
  };
  const size = video.length;

  assert.deepEqual(await part("bytes=0-99"), [206, `bytes 0-99/${size}`, video.subarray(0, 100)]);
  assert.deepEqual(await part("bytes=5000-"), [206, `bytes 5000-${size - 1}/${size}`, video.subarray(5000)]);
  assert.deepEqual(await part("bytes=-10"), [206, `bytes ${size - 10}-${size - 1}/${size}`, video.subarray(-10)]);
  assert.deepEqual(await part("bytes=0-999999"), [206, `bytes 0-${size - 1}/${size}`, video]);
  for (const odd of ["bytes=5-2", "bytes=0-1,4-5", "lines=1-2", "bytes=-"])
    assert.deepEqual((await part(odd)).slice(0, 2), [200, null], odd);
  assert.deepEqual((await part(`bytes=${size}-`)).slice(0, 2), [416, `bytes */${size}`]);
});

test("HEAD and a known version cost no bytes", async () => {
  const head = await fetch(url, { method: "HEAD" });
  const etag = head.headers.get("etag") ?? "";
  const again = await fetch(url, { headers: { "if-none-match": etag } });
  const other = await fetch(url, { headers: { range: "bytes=0-9", "if-range": '"other"' } });

  assert.deepEqual([head.status, head.headers.get("content-length")], [200, String(video.length)]);
  assert.equal(head.headers.get("accept-ranges"), "bytes");
  assert.deepEqual([again.status, await again.text()], [304, ""]);
  assert.equal(other.status, 200);
  await other.arrayBuffer();
});

test("a made-up address is not found", async () => {
  const [, , , , id = "", key = "", name = ""] = url.split("/");
  const wrong = [
    `/media/${pageId}/${id}/${key.slice(0, -1)}x/${name}`,
    `/media/${pageId}/${Number(id) + 1}/${key}/${name}`,
    `/media/${pageId}1/${id}/${key}/${name}`,
    `/media/${pageId}/0/${key}/${name}`,
    `/media/${pageId}/${id}%00/${key}/${name}`,
    `/media/..%2f..%2f/${id}/${key}/${name}`,
  ];

  for (const path of wrong) assert.equal((await fetch(baseUrl + path)).status, 404, path);
  assert.equal((await fetch(url, { method: "POST" })).status, 404);
});

test("a document is a download, a PDF is shown, and no shared cache keeps what a customer sent", async () => {
  const csv = await fetch(await stored(Buffer.from("a,b\n1,2\n"), "prices.csv"));
  const pdf = await fetch(await stored(aPdf, "receipt.pdf", (await aVisitor(baseUrl, pageId)).psid));

  assert.equal(csv.headers.get("content-type"), "application/octet-stream");
  assert.match(csv.headers.get("content-disposition") ?? "", /^attachment; filename="prices.csv"/);
  assert.equal(pdf.headers.get("content-type"), "application/pdf");
  assert.match(pdf.headers.get("content-disposition") ?? "", /^inline/);
  assert.equal(pdf.headers.get("cache-control"), "private, max-age=86400");
});

test("on a host of its own for files, nothing but files is served", async (t) => {
  const media = { ...readConfig({}).media, baseUrl: "https://files.example" };
  const own = await testApp(t, { media });
  const get = (path: string, host: string) =>
    rawRequest(own.baseUrl, [`GET ${path} HTTP/1.1`, `Host: ${host}`, "Connection: close"]);

  assert.equal((await get("/login", "files.example")).status, 404);
  assert.equal((await get("/api/v1/me", "files.example")).status, 404);
  assert.equal((await get("/login", "127.0.0.1")).status, 200);
  const address = mediaUrlOf(own.deps, { pageId, id: 12, name: "a.png" });
  assert.ok(address.startsWith(`https://files.example/media/${pageId}/12/`));
});
