import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "../../../../store/db/sql.ts";
import { aServer } from "../../../../test/loopback-server.ts";
import { testNode } from "../../../../test/node.ts";
import { aMember, aPageOf, signedIn } from "../../../../test/people.ts";
import { until } from "../../../../test/until.ts";

const { baseUrl, deps } = await testNode({ after }, { allowPrivateHosts: ["127.0.0.1", "localhost"] });
const owner = await aMember(deps);
const { api } = await signedIn(baseUrl, owner);

async function aBot() {
  const page_id = await aPageOf(deps, owner);
  const params = { page_id };
  const list = async () => (await api("GET /pages/:page_id/knowledge", { params })).sources;
  return {
    ...{ page_id, list },
    add: (name: string, url: string) =>
      api("POST /pages/:page_id/knowledge", { params, body: { kind: "site", name, url, every: "day" } }),
    settled: async () => {
      await until(async () => (await list()).every(({ state }) => state === "ready" || state === "failed"));
      return list();
    },
    finds: async (question: string) =>
      (await api("POST /pages/:page_id/knowledge/search", { params, body: { question } })).passages[0]?.url,
  };
}

const html = { "content-type": "text/html; charset=utf-8" };

/** A site of these pages. Other addresses are not there. */
const aSite = (t: Parameters<typeof aServer>[0], pages: Record<string, string>) =>
  aServer(t, (request, response) => {
    const page = pages[request.url ?? ""];
    response.writeHead(page === undefined ? 404 : 200, html).end(page);
  });

/** A server that leads every page to another address, as from http to https. */
const leadingTo = (t: Parameters<typeof aServer>[0], target: () => string) =>
  aServer(t, (request, response) => {
    if (request.url === "/robots.txt") return response.writeHead(404).end();
    response.writeHead(301, { location: `${target()}${request.url}` }).end();
  });

test("a first address that leads to another one of the same site is followed, and that site is read", async (t) => {
  const site = await aSite(t, {
    "/robots.txt": "User-agent: *\nDisallow: /private",
    "/": '<h1>Tea</h1><p>Welcome.</p><a href="/about">a</a><a href="/private">p</a>',
    "/about": "<h1>About</h1><p>We deliver oolong.</p>",
  });
  const old = await leadingTo(t, () => site.origin);
  const { add, settled, finds } = await aBot();

  await add("Shop", `${old.origin}/`);
  const [source] = await settled();

  assert.deepEqual([source?.state, source?.error, source?.documents], ["ready", null, 2]);
  assert.equal(await finds("do you deliver oolong"), `${site.origin}/about`);
  assert.deepEqual(
    old.seen.map(({ url }) => url),
    ["/robots.txt", "/"],
  );
  assert.ok(site.seen.every(({ url }) => url !== "/private"));
});

test("what forbids behind the redirect is obeyed, and another site is not read", async (t) => {
  const closed = await aSite(t, { "/robots.txt": "User-agent: *\nDisallow: /", "/": "<p>secret" });
  const toClosed = await leadingTo(t, () => closed.origin);
  const other = await aSite(t, { "/": "<p>other" });
  const toOther = await leadingTo(t, () => other.origin.replace("127.0.0.1", "localhost"));
  const { add, settled, finds } = await aBot();

  await add("closed", `${toClosed.origin}/`);
  await add("other", `${toOther.origin}/`);

  assert.deepEqual(
    (await settled()).map(({ name, error }) => [name, error]),
    [
      ["closed", "forbidden_by_site"],
      ["other", "redirected"],
    ],
  );
  assert.equal(await finds("secret"), undefined);
  assert.deepEqual(other.seen, []);
});

test("pages of sitemaps are read, and those with x-robots-tag are kept and followed as it says", async (t) => {
  const pages: Record<string, string> = {
    "/": "<h1>Tea</h1><p>Welcome.</p>",
    "/listed?a=1&b=2": "<h1>Listed</h1><p>Nothing links to oolong.</p>",
    "/unkept": '<h1>Unkept</h1><p>Nobody may keep jasmine.</p><a href="/behind">b</a>',
    "/unfollowed": '<h1>Unfollowed</h1><p>Keep matcha.</p><a href="/hidden">h</a>',
    "/behind": "<h1>Behind</h1><p>Found through darjeeling.</p>",
    "/hidden": "<h1>Hidden</h1><p>Never found.</p>",
  };
  const tags: Record<string, string> = { "/unkept": "noindex", "/unfollowed": "banter: nofollow" };
  const site = await aServer(t, ({ url = "" }, response) => {
    const sitemaps: Record<string, string> = {
      "/robots.txt": `Sitemap: ${site.origin}/all.xml\nSitemap: http://elsewhere.invalid/s.xml`,
      "/all.xml": `<sitemapindex><sitemap><loc>${site.origin}/part.xml</loc></sitemap></sitemapindex>`,
      "/part.xml": `<urlset><url><loc>${site.origin}/listed?a=1&amp;b=2</loc></url>
        <url><loc><![CDATA[${site.origin}/unkept]]></loc></url><url><loc>${site.origin}/unfollowed</loc></url>
        <url><loc>http://elsewhere.invalid/</loc></url></urlset>`,
    };
    const body = sitemaps[url] ?? pages[url];
    const headers = { ...html, ...(tags[url] !== undefined && { "x-robots-tag": tags[url] }) };
    response.writeHead(body === undefined ? 404 : 200, headers).end(body);
  });
  const { add, settled, finds } = await aBot();

  await add("Shop", site.origin);
  const [source] = await settled();

  assert.deepEqual([source?.state, source?.documents], ["ready", 4]);
  assert.equal(await finds("oolong"), `${site.origin}/listed?a=1&b=2`);
  assert.equal(await finds("darjeeling"), `${site.origin}/behind`);
  assert.equal(await finds("jasmine"), undefined);
  assert.ok(site.seen.every(({ url }) => url !== "/hidden"));
});

test("a site whose time has come is read again, and a failure keeps what was read", async (t) => {
  const pages: Record<string, string> = { "/": "<h1>Tea</h1><p>We have oolong.</p>" };
  const site = await aSite(t, pages);
  const { page_id, add, settled, finds, list } = await aBot();
  const letItBeDue = async () => {
    await deps.db.count(sql`update knowledge_sources set next_read_at = now() where page_id = ${page_id}`);
    // A change of any page's set-up lets the nodes look.
    await (await aBot()).add("Other", site.origin);
  };
  await add("Shop", site.origin);
  await settled();

  pages["/"] = "<h1>Tea</h1><p>We have jasmine.</p>";
  await letItBeDue();
  await until(async () => (await finds("jasmine")) !== undefined);
  assert.equal(await finds("oolong"), undefined);
  delete pages["/"];
  await letItBeDue();
  await until(async () => (await list())[0]?.state === "failed");

  const [source] = await list();
  assert.deepEqual([source?.error, source?.passages], ["status", 1]);
  assert.ok(source?.next_read_at);
  assert.ok(await finds("jasmine"));
});
