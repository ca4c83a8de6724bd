import assert from "node:assert/strict";
import { test } from "node:test";
import { readConfig } from "./config.ts";

const bucket = {
  MEDIA_BUCKET: "shop-files",
  MEDIA_BUCKET_ENDPOINT: "http://minio.internal:9000",
  MEDIA_BUCKET_KEY_ID: "id",
  MEDIA_BUCKET_SECRET: "secret",
};

test("files are kept in the data folder unless a bucket is set", () => {
  assert.deepEqual(readConfig({}).media, { baseUrl: undefined, quotaBytes: 5 * 1024 ** 3, bucket: undefined });
  assert.deepEqual(readConfig(bucket).media.bucket, {
    name: "shop-files",
    endpoint: "http://minio.internal:9000",
    region: "us-east-1",
    accessKeyId: "id",
    secretAccessKey: "secret",
    hasPathStyle: true,
  });
  assert.equal(readConfig({ ...bucket, MEDIA_BUCKET_STYLE: "host" }).media.bucket?.hasPathStyle, false);
  assert.equal(readConfig({ MEDIA_BASE_URL: "https://files.example/" }).media.baseUrl, "https://files.example");
});

test("a bucket without its address or its keys, and a wrong name, are refused by name", () => {
  for (const name of ["MEDIA_BUCKET_ENDPOINT", "MEDIA_BUCKET_KEY_ID", "MEDIA_BUCKET_SECRET"])
    assert.throws(() => readConfig({ ...bucket, [name]: "" }), new RegExp(`${name}: is required beside MEDIA_BUCKET`));
  assert.throws(() => readConfig({ ...bucket, MEDIA_BUCKET: "No Bucket" }), /MEDIA_BUCKET: must be the bucket's name/);
  assert.throws(() => readConfig({ MEDIA_QUOTA_MB: "much" }), /MEDIA_QUOTA_MB: must be a whole number/);
});

test("nodes are a number or one for each processor", () => {
  assert.equal(readConfig({}).nodes, 1);
  assert.equal(readConfig({ NODES: "4" }).nodes, 4);
  assert.ok(readConfig({ NODES: "auto" }).nodes >= 1);
  for (const NODES of ["0", "-1", "two", "100"])
    assert.throws(() => readConfig({ NODES }), /NODES: must be a whole number from 1 to 99, or auto/);
});

test("the address behind a pooler needs the pooler's address", () => {
  const [url, direct] = ["postgres://pooler/banter", "postgres://database/banter"];

  assert.equal(readConfig({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct }).databaseDirectUrl, direct);
  assert.throws(() => readConfig({ DATABASE_DIRECT_URL: direct }), /DATABASE_DIRECT_URL: is for a connection pooler/);
});

test("an app at Meta has a number and a secret, and only Meta's addresses unless a host is allowed", () => {
  const app = { META_APP_ID: "1234567890", META_APP_SECRET: "secret" };

  assert.equal(readConfig({}).metaApp, undefined);
  assert.deepEqual(readConfig({ ...app, META_LOGIN_PERMISSIONS: "business_management, " }).metaApp, {
    ...{ id: "1234567890", secret: "secret", configId: undefined, permissions: ["business_management"] },
    ...{ dialogUrl: "https://www.facebook.com", graphUrl: "https://graph.facebook.com" },
  });
  assert.throws(() => readConfig({ META_APP_ID: "1234567890" }), /META_APP_ID and META_APP_SECRET belong together/);
  assert.throws(() => readConfig({ ...app, META_APP_ID: "app" }), /META_APP_ID: must be digits/);
  const elsewhere = { ...app, META_GRAPH_URL: "http://127.0.0.1:9000" };
  assert.throws(() => readConfig(elsewhere), /META_GRAPH_URL: must be Meta's, or a host of ALLOW_PLATFORM_HOSTS/);
  assert.equal(
    readConfig({ ...elsewhere, ALLOW_PLATFORM_HOSTS: "127.0.0.1" }).metaApp?.graphUrl,
    "http://127.0.0.1:9000",
  );
});
