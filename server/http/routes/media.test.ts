import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { updateChannelSettings } from "../../store/catalog/pages.ts";
import { listNewestHistory } from "../../store/runtime/history.ts";
import { aServer } from "../../test/loopback-server.ts";
import type { SentFile } from "../../test/platforms/files.ts";
import { aMediaPage, listAttachments } from "../../test/platforms/media-page.ts";
import type { WhatsappFiles } from "../../test/platforms/whatsapp/files.ts";
import { until } from "../../test/until.ts";

const picture: SentFile = { bytes: randomBytes(5000), contentType: "image/jpeg", caption: "look" };
const order: SentFile = { bytes: randomBytes(3_000_000), contentType: "application/pdf", name: "đơn hàng (1).pdf" };

for (const type of ["whatsapp", "telegram", "line"] as const) {
  test(`${type}: a customer's file has an address that returns its bytes`, async (t) => {
    const { node, pageId, psid, sendPicture, sendFile } = await aMediaPage(t, type);

    const pictureUrl = await sendPicture(picture);
    const orderUrl = await sendFile(order);
    const [shown, saved] = await Promise.all([get(pictureUrl), get(orderUrl)]);

    assert.ok(pictureUrl.startsWith(`${node.baseUrl}/media/${pageId}/`));
    assert.deepEqual(await listAttachments(node, pageId, psid), [
      { type: "image", url: pictureUrl },
      { type: "file", url: orderUrl, name: order.name },
    ]);
    assert.ok(shown.bytes.equals(picture.bytes) && saved.bytes.equals(order.bytes));
    const { headers } = shown;
    assert.deepEqual([shown.status, headers.get("content-type")], [200, "image/jpeg"]);
    assert.equal(headers.get("content-length"), "5000");
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    assert.equal(headers.get("cache-control"), "private, max-age=3600");
    assert.match(headers.get("content-security-policy") ?? "", /^default-src 'none';.* sandbox allow-same-origin$/);
    assert.equal(headers.get("content-disposition"), `inline; filename="file"; filename*=UTF-8''file`);
    assert.deepEqual([saved.status, saved.headers.get("content-type")], [200, "application/pdf"]);
    assert.equal(
      saved.headers.get("content-disposition"),
      `inline; filename="__n h_ng (1).pdf"; filename*=UTF-8''%C4%91%C6%A1n%20h%C3%A0ng%20%281%29.pdf`,
    );
  });

  test(`${type}: a file that could run scripts is a download`, async (t) => {
    const { sendFile } = await aMediaPage(t, type);

    for (const contentType of ["text/html", "image/svg+xml", "application/xhtml+xml", "text/javascript", "image/x"]) {
      const { status, headers } = await get(
        await sendFile({ bytes: Buffer.from("<script>alert(1)</script>"), contentType, name: 'a/"../b".html' }),
      );
      assert.deepEqual([status, headers.get("content-type")], [200, "application/octet-stream"]);
      assert.equal(headers.get("content-disposition"), `attachment; filename="b_.html"; filename*=UTF-8''b%22.html`);
      assert.equal(headers.get("x-content-type-options"), "nosniff");
    }
  });

  test(`${type}: a made-up address is not found, and the platform is not called`, async (t) => {
    const { node, pageId, files, sendPicture } = await aMediaPage(t, type);
    const url = await sendPicture(picture);
    const [sealed = ""] = url.split("/").slice(-1);
    const [body = "", signature = ""] = sealed.split(".");
    const other = await sendPicture(picture);
    const [otherBody = ""] = (other.split("/").at(-1) ?? "").split(".");
    const withLast = (last: string) => `${node.baseUrl}/media/${pageId}/${last}`;

    for (const wrong of [
      withLast(`${otherBody}.${signature}`),
      withLast(`${body}.${signature.slice(0, -1)}`),
      withLast(`${body}.${signature}.`),
      withLast(`${body}..${signature}`),
      withLast(body),
      withLast("x"),
      withLast("%00.%00"),
      url.replace(pageId, `${pageId}1`),
      url.replace(pageId, "web_1"),
    ]) {
      await assertFailure(wrong, 404, "not_found");
    }
    assert.equal((await fetch(url, { method: "POST" })).status, 404);

    assert.deepEqual(files.ranges, []);
    assert.equal((await get(url)).status, 200);
  });

  test(`${type}: a file that the platform no longer has is not found`, async (t) => {
    const { files, sendPicture } = await aMediaPage(t, type);
    const url = await sendPicture(picture);

    files.forgetAll();

    await assertFailure(url, 404, "not_found");
  });

  test(`${type}: an expired token is reported as the platform's refusal, without the token`, async (t) => {
    const { sendPicture, spoilToken } = await aMediaPage(t, type);
    const url = await sendPicture(picture);

    await spoilToken();

    assert.doesNotMatch(await assertFailure(url, 502, "platform_failed"), /Revoked/);
  });

  test(`${type}: a file that the platform ends early does not look complete`, async (t) => {
    const { files, sendFile } = await aMediaPage(t, type);
    const url = await sendFile(order);
    files.trouble = "breaks";

    await assert.rejects(get(url));

    files.trouble = undefined;
    assert.ok((await get(url)).bytes.equals(order.bytes));
  });

  test(`${type}: fetching stops when the client leaves`, async (t) => {
    const { files, sendFile, until } = await aMediaPage(t, type);
    const url = await sendFile(order);
    files.trouble = "stalls";
    const leaving = new AbortController();

    const { status } = await fetch(url, { signal: leaving.signal });
    assert.deepEqual([status, files.underWay], [200, 1]);
    leaving.abort();

    await until(() => files.underWay === 0);
  });

  test(`${type}: a stopping server does not wait for files`, async (t) => {
    const { node, files, sendFile } = await aMediaPage(t, type);
    const url = await sendFile(order);
    files.trouble = "stalls";

    const response = await fetch(url);
    await Promise.all([node.stop(), assert.rejects(response.arrayBuffer())]);
  });

  test(`${type}: media players get the byte range they ask for`, async (t) => {
    const { files, sendPicture } = await aMediaPage(t, type);
    const url = await sendPicture(picture);
    const part = async (range: string) => {
      const { status, headers, bytes } = await get(url, { range });
      return { status, range: headers.get("content-range"), bytes: bytes.toString("hex") };
    };
    const hex = (first: number, last: number) => picture.bytes.subarray(first, last).toString("hex");

    assert.deepEqual(await part("bytes=0-99"), { status: 206, range: "bytes 0-99/5000", bytes: hex(0, 100) });
    assert.deepEqual(await part("bytes=-10"), { status: 206, range: "bytes 4990-4999/5000", bytes: hex(4990, 5000) });
    assert.deepEqual(await part("bytes=0-1,5-6"), { status: 200, range: null, bytes: hex(0, 5000) });
    assert.equal((await part("bytes=5000-")).status, 416);
    const { status, headers } = await fetch(url, { method: "HEAD" });

    assert.deepEqual([status, headers.get("content-length")], [200, "5000"]);
    assert.deepEqual(files.ranges, ["bytes=0-99", "bytes=-10", undefined, "bytes=5000-", undefined]);
    assert.equal(files.underWay, 0);
  });

  test(`${type}: a message that was taken back loses its file's address and its text`, async (t) => {
    const { node, pageId, psid, sendPicture } = await aMediaPage(t, type);
    await sendPicture(picture);
    const [said] = await listNewestHistory(node.deps.db, pageId, psid, 1);
    const platformId = said?.event?.type === "message" ? (said.event.key ?? "") : "";

    await node.deps.accept({ pageId, psid, event: { type: "deletion", platformId } });

    await until(async () => (await listAttachments(node, pageId, psid)).length === 0);
    const [redacted] = await listNewestHistory(node.deps.db, pageId, psid, 1);
    assert.deepEqual(redacted?.event, { type: "message", text: "", key: platformId, isDeleted: true });
  });
}

// LINE does not say how large a file is.
for (const [type, megabytes] of [
  ["whatsapp", 100],
  ["telegram", 20],
] as const) {
  test(`${type}: a file that is too large is refused before it is fetched`, async (t) => {
    const { files, sendFile } = await aMediaPage(t, type);
    const size = megabytes * 1024 * 1024 + 1;
    const url = await sendFile({ ...order, size });

    assert.match(await assertFailure(url, 502, "platform_failed"), /larger than [0-9]+ MB/);
    assert.deepEqual(files.ranges, []);
  });
}

test("a file sent to one page cannot be opened through another page", async (t) => {
  const one = await aMediaPage(t, "whatsapp");
  const other = await aMediaPage(t, "telegram", one.node);
  const url = await one.sendPicture(picture);
  await other.sendPicture(picture);

  await assertFailure(url.replace(one.pageId, other.pageId), 404, "not_found");
});

test("a file may have a long name and a long type", async (t) => {
  const { sendFile } = await aMediaPage(t, "whatsapp");
  const name = `${"𝒜".repeat(300)}.zip`;

  const { status, headers } = await get(
    await sendFile({ ...picture, contentType: `application/${"x".repeat(88)}`, name }),
  );

  assert.equal(status, 200);
  assert.ok(headers.get("content-disposition")?.endsWith(`UTF-8''${encodeURIComponent("𝒜".repeat(96))}.zip`));
});

test("a file without an end is cut off at the platform's limit", async (t) => {
  const { files, sendFile, until } = await aMediaPage(t, "telegram");
  const url = await sendFile(order);
  files.trouble = "endless";

  await assert.rejects(get(url));
  await until(() => files.underWay === 0);
});

test("the token is not sent to other hosts that the platform's answer names", async (t) => {
  const { files, sendPicture } = await aMediaPage(t, "whatsapp");
  const url = await sendPicture(picture);
  const stranger = await aServer(t, (_, response) => response.end("thank you"));

  for (const origin of [
    stranger.origin,
    `http://localhost:${stranger.port}`,
    "http://lookaside.fbsbx.com",
    "https://lookaside.fbsbx.com.example",
    "https://evilfbsbx.com",
    "https://lookaside.fbsbx.com:8443",
    "ftp://lookaside.fbsbx.com",
    "nonsense",
  ]) {
    (files as WhatsappFiles).elsewhere = origin;
    await assertFailure(url, 502, "platform_failed");
  }

  assert.deepEqual(stranger.seen, []);
});

test("an unreachable platform is reported as 503 with retry-after", async (t) => {
  const { node, pageId, sendPicture } = await aMediaPage(t, "telegram");
  const url = await sendPicture(picture);
  const page = await node.deps.lookups.page(pageId);
  await updateChannelSettings(node.deps.db, pageId, {
    ...(page?.channelSettings as object),
    apiUrl: "http://127.0.0.1:1",
  });

  const { headers } = await get(url);
  await assertFailure(url, 503, "unavailable");
  assert.match(headers.get("retry-after") ?? "", /^[1-9][0-9]*$/);
});

async function get(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

/** The sentence of a failure. */
async function assertFailure(url: string, status: number, code: string): Promise<string> {
  const { headers, bytes, ...answer } = await get(url);
  assert.deepEqual([answer.status, headers.get("x-error-code")], [status, code], headers.get("x-error-detail") ?? url);
  assert.equal(headers.get("content-type"), "application/problem+json");
  assert.equal(headers.get("cache-control"), "no-store");
  return JSON.parse(bytes.toString()).detail;
}
