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

test("other addresses are not found", async () => {
  for (const path of ["/nothing", "/assets/nothing.js", "/assets/../index.html", "/api/v1/nothing", "/index.html"]) {
    const answer = await fetch(baseUrl + path, { headers: { accept: "text/html" } });
    assert.deepEqual([path, answer.status], [path, 404]);
  }
});
