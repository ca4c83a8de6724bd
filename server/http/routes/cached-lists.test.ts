import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Route } from "@banter/core/api/contract.ts";
import { publicApi } from "@banter/core/api/public.ts";
import { atEnd } from "@banter/core/test/at-end.ts";
import { createKeyword } from "../../domain/catalog/keywords.ts";
import { createPageOn, removePage } from "../../domain/pages/page-settings.ts";
import { createPageToken } from "../../domain/pages/page-tokens.ts";
import { ensureWorkspace } from "../../domain/pages/pages.ts";
import { nodeMetrics } from "../../metrics/metrics.ts";
import { changePage } from "../../store/catalog/pages.ts";
import { sql } from "../../store/db/sql.ts";
import { testApp } from "../../test/app.ts";
import { aFlow, aKeyword, aPage, aPageFile } from "../../test/builders.ts";
import { assertFailure, callerOf, idsOf } from "../../test/call.ts";
import { buildApp } from "../app.ts";

// Some tests call as fast as they can while something else runs.
const { baseUrl, deps } = await testApp({ after }, { rateLimit: { perSecond: 1_000_000, burst: 1_000_000 } });

/** Another node on the same database, with an empty cache. */
const other = await buildApp({ ...deps, metrics: nodeMetrics() });
atEnd({ after }, () => other.close());
const otherUrl = await other.listen({ host: "127.0.0.1", port: 0 });

const origin = "https://shop.example";

async function aShop() {
  const page = await aPage(deps, {
    page: { ...aPageFile().page, origins: [origin] },
    folders: ["Đơn hàng", 'Đơn hàng/"quoted" \\ \u2028 🛍️'],
    flows: [aFlow("Welcome"), aFlow("Đơn hàng/<注文>"), aFlow('Đơn hàng/"quoted" \\ \u2028 🛍️/e\u0301')],
    keywords: [aKeyword("hi", "Welcome"), { ...aKeyword("bye", "Welcome"), flow: null, is_activated: false }],
    ice_breakers: [{ title: 'Giờ mở cửa "hôm nay"', flow: "Welcome" }],
    main_menu: [
      { title: "Shop", url: "https://example.com/?a=1&b=2" },
      { title: "Talk", flow: "Welcome" },
    ],
    tools: [{ type: "qr_code", name: "Poster", ref: "poster", flow: "Welcome", is_published: true }],
  });
  const call = callerOf(baseUrl, page);
  const id = await idsOf(call);
  const paths = ["/flows", `/flows/[${id("Đơn hàng")}]`, `/flows?path=[${id("Đơn hàng")}]`, "/flows/[]"];
  return { page, call, paths: [...paths, "/keywords", "/ice_breaker", "/main_menu", "/tools"] };
}

test("an answer is cached until the page's revision rises", async () => {
  const { page, call } = await aShop();
  const first = (await call("/keywords")).text;

  await deps.db.count(sql`update keywords set is_activated = not is_activated where page_id = ${page.pageId}`);
  const kept = (await call("/keywords")).text;
  await changePage(deps.db, page.pageId);
  const fresh = (await call("/keywords")).text;

  assert.equal(kept, first);
  assert.notEqual(fresh, first);
});

test("cached and fresh answers have the same bytes and headers", async () => {
  const { page, call, paths } = await aShop();
  for (const path of paths) {
    const fresh = await callerOf(otherUrl, page)(path);
    await call(path);
    const kept = await call(path);

    assert.deepEqual([path, kept.status, kept.text], [path, 200, fresh.text]);
    assert.deepEqual(steady(kept.headers), steady(fresh.headers));
    assert.equal(kept.headers.get("content-type"), "application/json; charset=utf-8");
    assert.equal(kept.headers.get("content-length"), String(Buffer.byteLength(kept.text)));
    assert.equal(JSON.stringify(JSON.parse(kept.text)), kept.text.replaceAll("\\u2028", "\u2028"));
  }
});

test("an unchanged list is answered by 304 without a body", async () => {
  const { call, paths } = await aShop();
  for (const path of paths) {
    const whole = await call(path);
    const etag = whole.headers.get("etag") ?? assert.fail(path);

    const again = await call(path, { headers: { "if-none-match": `"other", ${etag}` } });

    assert.deepEqual([again.status, again.text, again.headers.get("etag")], [304, "", etag]);
    assert.match(again.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/);
    assert.notEqual(again.headers.get("x-request-id"), whole.headers.get("x-request-id"));
    assert.match(again.headers.get("ratelimit") ?? "", /^"page";r=\d+;t=\d+$/);
    assert.equal(again.headers.get("content-type"), null);
    const changed = await call(path, { headers: { "if-none-match": '"other"' } });
    assert.deepEqual([changed.status, changed.text], [200, whole.text]);
  }
});

test("a change on one node is seen by the next call on the other", async () => {
  const { page, call } = await aShop();
  const onOther = callerOf(otherUrl, page);
  for (let round = 0; round < 5; round++) {
    const before = await call("/keywords");
    assert.equal((await onOther("/keywords")).text, before.text);

    const { id } = JSON.parse((await onOther("/keywords/create", { method: "POST" })).text).keyword;

    const after = await call("/keywords", { headers: { "if-none-match": before.headers.get("etag") ?? "" } });
    assert.equal(after.status, 200);
    assert.equal(JSON.parse(after.text).data.at(-1).id, id);
  }
});

test("concurrent calls and changes never leave an old answer in the cache", async () => {
  const { page, call } = await aShop();
  const changing = (async () => {
    for (let round = 0; round < 20; round++) {
      const { id } = await createKeyword(deps, page.pageId);
      assert.equal(JSON.parse((await call("/keywords")).text).data.at(-1).id, id);
    }
  })();
  let isChanging = true;
  const reading = Array.from({ length: 4 }, async () => {
    while (isChanging) await call("/keywords");
  });

  await changing.finally(() => {
    isChanging = false;
  });
  await Promise.all(reading);

  assert.equal((await call("/keywords")).text, (await callerOf(otherUrl, page)("/keywords")).text);
});

test("HEAD answers as GET does, without the body", async () => {
  const { call, paths } = await aShop();
  for (const path of paths) {
    const whole = await call(path);
    const head = await call(path, { method: "HEAD" });
    const fresh = await call(path, {
      method: "HEAD",
      headers: { "if-none-match": whole.headers.get("etag") ?? "" },
    });

    assert.deepEqual([head.status, head.text, steady(head.headers)], [200, "", steady(whole.headers)]);
    assert.deepEqual([fresh.status, fresh.text], [304, ""]);
  }
});

test("a page created under the id of a deleted one never gets the old answers", async () => {
  const workspaceId = await ensureWorkspace(deps.db);
  const make = async () => {
    const { id } = await createPageOn(deps, { workspaceId, channel: "messenger", name: "Shop", platformId: "4711" });
    return { pageId: id, token: await createPageToken(deps, id) };
  };
  const first = await make();
  await createKeyword(deps, first.pageId);
  assert.equal(JSON.parse((await callerOf(baseUrl, first)("/keywords")).text).data.length, 1);
  await removePage(deps, first.pageId, "Shop");

  const second = await make();
  await changePage(deps.db, second.pageId);

  assert.equal(second.pageId, first.pageId);
  assert.deepEqual(JSON.parse((await callerOf(baseUrl, second)("/keywords")).text).data, []);
  assertFailure(await callerOf(baseUrl, first)("/keywords"), 401, "unauthorized");
});

test("browsers of a listed origin may use the tag", async () => {
  const { call } = await aShop();

  const answer = await call("/flows", { headers: { origin } });
  const asked = await call("/flows", {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": "GET", "access-control-request-headers": "if-none-match" },
  });
  const fresh = await call("/flows", { headers: { origin, "if-none-match": answer.headers.get("etag") ?? "" } });

  assert.match(answer.headers.get("access-control-expose-headers") ?? "", /\betag\b/);
  assert.match(asked.headers.get("access-control-allow-headers") ?? "", /\bif-none-match\b/);
  assert.deepEqual([fresh.status, fresh.headers.get("access-control-allow-origin")], [304, origin]);
});

test("statistics, which change without the page's set-up, carry no tag", async () => {
  const { call } = await aShop();
  const id = await idsOf(call);

  const { status, headers } = await call(`/flows/${id("Welcome")}/statistics`);

  assert.deepEqual([status, headers.get("etag"), headers.get("cache-control")], [200, null, null]);
  const following = Object.entries<Route>(publicApi).flatMap(([key, route]) => (route.followsRevision ? [key] : []));
  const kept = ["/flows", "/flows/:path", "/keywords", "/ice_breaker", "/main_menu", "/tools"];
  assert.deepEqual(
    following,
    kept.map((path) => `GET ${path}`),
  );
});

/** Headers without those that differ from call to call. */
function steady(headers: Headers): [string, string][] {
  const changing = new Set(["x-request-id", "ratelimit", "date", "connection", "keep-alive"]);
  return [...headers].filter(([name]) => !changing.has(name));
}
