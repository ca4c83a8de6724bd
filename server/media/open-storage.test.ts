import assert from "node:assert/strict";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { test } from "node:test";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { readConfig } from "../config/config.ts";
import { closePools } from "../outbound/pools.ts";
import { testFolder } from "../test/app.ts";
import { openStorage } from "./open-storage.ts";
import type { Storage } from "./storage.ts";

const file = randomBytes(300_000);
const facts = { bytes: file.length, sha256: createHash("sha256").update(file).digest() };
const key = "web_1000001/7f/1042";

async function put(storage: Storage): Promise<string> {
  const path = await storage.temporaryPath();
  writeFileSync(path, file);
  await storage.put(key, path, facts);
  return path;
}

const backends: Record<string, (t: Test) => Promise<Storage>> = {
  folder: async (t) => openStorage({ ...readConfig({}), dataDir: testFolder(t) }),
  bucket: async (t) => openStorage(readConfig(await aBucket(t))),
};

for (const [name, open] of Object.entries(backends))
  test(`${name}: a file is stored whole, read in parts and removed`, async (t) => {
    const storage = await open(t);
    const read = async (start: number, end: number) => {
      const bytes = await storage.open(key, { start, end });
      return bytes && buffer(bytes);
    };

    await put(storage);

    assert.ok((await read(0, file.length - 1))?.equals(file));
    assert.ok((await read(10, 19))?.equals(file.subarray(10, 20)));
    assert.equal(await storage.open("web_1000001/7f/9", { start: 0, end: 0 }), undefined);
    await storage.remove(key);
    await storage.remove(key);
    assert.equal(await storage.open(key, { start: 0, end: 0 }), undefined);
  });

test("bucket: files on their way there are kept in the data folder, where only we may write", async (t) => {
  const dataDir = testFolder(t);
  const storage = openStorage(readConfig({ ...(await aBucket(t)), DATA_DIR: dataDir }));

  assert.equal(dirname(await storage.temporaryPath()), join(dataDir, "uploads"));
  assert.equal(statSync(join(dataDir, "uploads")).mode & 0o777, 0o700);
});

test("folder: a file appears at its place only when it is whole, and old leftovers are removed", async (t) => {
  const dataDir = testFolder(t);
  const storage = openStorage({ ...readConfig({}), dataDir });
  const uploads = join(dataDir, "media", "uploads");
  mkdirSync(uploads, { recursive: true });
  for (const name of ["old", "new"]) writeFileSync(join(uploads, name), "x");
  utimesSync(join(uploads, "old"), 1, 1);

  const path = await put(storage);
  await storage.removeOldTemporaries();

  assert.ok(!existsSync(path));
  assert.ok(existsSync(join(dataDir, "media", "files", key)));
  assert.deepEqual(readdirSync(uploads), ["new"]);
});

test("bucket: a refusal or no answer is a failure that names no address", async (t) => {
  const settings = await aBucket(t);
  const wrong = openStorage(readConfig({ ...settings, MEDIA_BUCKET_SECRET: "wrong" }));
  const gone = openStorage(readConfig({ ...settings, MEDIA_BUCKET_ENDPOINT: "http://127.0.0.1:9" }));

  await assert.rejects(put(wrong), { code: "unavailable", message: "The file store answered 403." });
  await assert.rejects(gone.open(key, { start: 0, end: 1 }), {
    code: "unavailable",
    message: "The file store cannot be reached.",
  });
});

/** A stand-in for an S3 bucket that checks signatures and checksums. Returns its settings, with a data folder. */
async function aBucket(t: Test): Promise<Record<string, string>> {
  const objects = new Map<string, Buffer>();
  const secret = "stand-in-secret";
  const server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    const body = await buffer(request);
    const sha256 = headers["x-amz-content-sha256"];
    if (signatureOf(secret, method, url, headers as Record<string, string>) !== signatureIn(headers.authorization))
      return response.writeHead(403).end();
    if (method === "PUT") {
      const isWhole = createHash("sha256").update(body).digest("hex") === sha256;
      if (!isWhole || headers["transfer-encoding"]) return response.writeHead(400).end();
      objects.set(url, body);
      return response.writeHead(200).end();
    }
    const found = objects.get(url);
    if (method === "DELETE") return response.writeHead(objects.delete(url) ? 204 : 404).end();
    if (!found) return response.writeHead(404).end("<Error/>");
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
    return response.writeHead(206).end(found.subarray(Number(start), Number(end) + 1));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(t, async () => {
    await closePools();
    server.closeAllConnections();
    server.close();
  });
  return {
    DATA_DIR: testFolder(t),
    MEDIA_BUCKET: "shop-files",
    MEDIA_BUCKET_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    MEDIA_BUCKET_REGION: "eu-central-1",
    MEDIA_BUCKET_KEY_ID: "AKIASTANDIN",
    MEDIA_BUCKET_SECRET: secret,
  };
}

const signatureIn = (authorization = "") => /Signature=([0-9a-f]+)/.exec(authorization)?.[1];

/** AWS Signature Version 4, written apart from the library that signs. */
function signatureOf(secret: string, method: string, url: string, headers: Record<string, string>): string | undefined {
  const [, day = "", region = "", names = ""] =
    /Credential=AKIASTANDIN\/(\d{8})\/([\w-]+)\/s3\/aws4_request, *SignedHeaders=([^,]+)/.exec(
      headers.authorization ?? "",
    ) ?? [];
  const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const canonical = [
    method,
    url,
    "",
    ...names.split(";").map((name) => `${name}:${headers[name]?.trim()}`),
    "",
    names,
    headers["x-amz-content-sha256"],
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const hash = createHash("sha256").update(canonical).digest("hex");
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, hash].join("\n");
  const signing = [region, "s3", "aws4_request"].reduce(hmac, hmac(`AWS4${secret}`, day));
  return hmac(signing, text).toString("hex");
}
