import assert from "node:assert/strict";
import { after, test } from "node:test";
import { testApp } from "../../test/app.ts";

const { baseUrl } = await testApp({ after });

test("every address of the console returns its page, which browsers revalidate", async () => {
  const page = await (await fetch(baseUrl)).text();

  for (const path of [
    "/login",
    "/setup",
    "/join",
    "/forgotten",
    "/reset",
    "/pages",
    "/pages/web_1/flows/1013",
    "/settings/team",
  ]) {
    const answer = await fetch(baseUrl + path);
    assert.deepEqual([path, answer.status, await answer.text()], [path, 200, page]);
    assert.equal(answer.headers.get("cache-control"), "no-cache");
    assert.equal(answer.headers.get("content-type"), "text/html; charset=utf-8");
  }
});

test("the page may run only our scripts, and nobody may frame it", async () => {
  const { headers } = await fetch(baseUrl);
  const policy = headers.get("content-security-policy") ?? "";

  assert.match(policy, /^default-src 'none'; script-src 'self'; /);
  assert.match(policy, /; require-trusted-types-for 'script'; trusted-types default; /);
  assert.match(policy, /; frame-ancestors 'none'$/);
  assert.equal(headers.get("x-content-type-options"), "nosniff");
  assert.equal(headers.get("referrer-policy"), "no-referrer");
  assert.equal(headers.get("cross-origin-opener-policy"), "same-origin");
});

test("scripts and styles are cached forever, and compressed for clients that accept gzip", async () => {
  const page = await (await fetch(baseUrl)).text();
  const names = [...page.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, name = ""]) => name);

  assert.ok(names.length >= 2);
  for (const name of names) {
    const [small, whole] = await Promise.all(
      ["gzip", "identity"].map((encoding) => fetch(baseUrl + name, { headers: { "accept-encoding": encoding } })),
    );
    assert.equal(small?.headers.get("content-encoding"), "gzip");
    assert.equal(whole?.headers.get("content-encoding"), null);
    assert.equal(whole?.headers.get("cache-control"), "public, max-age=31536000, immutable");
    assert.equal(await small?.text(), await whole?.text());
  }
});

test("the typeface is served", async () => {
  const page = await (await fetch(baseUrl)).text();
  const [, sheet = ""] = /"(\/assets\/[^"]+\.css)"/.exec(page) ?? [];
  const [font = ""] = /\/assets\/[\w.-]+\.woff2/.exec(await (await fetch(baseUrl + sheet)).text()) ?? [];

  const answer = await fetch(baseUrl + font);

  assert.deepEqual([answer.status, answer.headers.get("content-type")], [200, "font/woff2"]);
});

test("browsers can install the console: the manifest names icons that are there in their sizes", async () => {
  const page = await (await fetch(baseUrl)).text();
  assert.match(page, /<link rel="manifest" href="\/manifest\.webmanifest"/);
  const answer = await fetch(`${baseUrl}/manifest.webmanifest`);
  const manifest = await answer.json();

  assert.equal(answer.headers.get("content-type"), "application/manifest+json");
  const { name, short_name, start_url, scope, display } = manifest;
  assert.deepEqual(
    { name, short_name, start_url, scope, display },
    {
      ...{ name: "Banter", short_name: "Banter", start_url: "/", scope: "/", display: "standalone" },
    },
  );
  for (const colour of [manifest.background_color, manifest.theme_color]) assert.match(colour, /^#[0-9a-f]{6}$/);
  const pictures = manifest.icons.filter(({ type }: { type: string }) => type === "image/png");
  const of = (purpose: string | undefined) => pictures.filter((icon: { purpose?: string }) => icon.purpose === purpose);
  assert.deepEqual(
    of(undefined).map(({ sizes }: { sizes: string }) => sizes),
    ["192x192", "512x512"],
  );
  assert.equal(of("maskable").length, 1);
  for (const { src, sizes } of pictures) {
    const icon = await fetch(baseUrl + src);
    const bytes = Buffer.from(await icon.arrayBuffer());
    assert.equal(icon.headers.get("content-type"), "image/png");
    assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes);
  }
});

test("the service worker keeps the console's page at all its addresses, and nothing else", async () => {
  const worker = await (await fetch(`${baseUrl}/sw.js`)).text();
  const [, source = ""] = /const consolePath = \/(.+)\/;/.exec(worker) ?? [];
  const consolePath = new RegExp(source);

  for (const path of ["/", "/login", "/setup", "/join", "/forgotten", "/reset", "/templates", "/connect/facebook"])
    assert.match(path, consolePath);
  for (const path of ["/pages", "/pages/web_1/conversations/web_7", "/settings/team"]) assert.match(path, consolePath);
  for (const path of ["/api/v1/me", "/chat/web_1", "/docs", "/media/web_1/7/a.png", "/metrics", "/loginx", "/pagesx"])
    assert.doesNotMatch(path, consolePath);
});

test("other addresses are not found", async () => {
  for (const path of ["/nothing", "/assets/nothing.js", "/assets/../index.html", "/api/v1/nothing", "/index.html"]) {
    const answer = await fetch(baseUrl + path, { headers: { accept: "text/html" } });
    assert.deepEqual([path, answer.status], [path, 404]);
  }
});
