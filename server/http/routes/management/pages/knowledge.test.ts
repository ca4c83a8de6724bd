import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { SourceForm } from "@banter/core/knowledge/source.ts";
import { usualThreshold } from "@banter/core/knowledge/threshold.ts";
import { noteMiss } from "../../../../domain/knowledge/misses.ts";
import { applyPageFile } from "../../../../domain/page-file/apply.ts";
import { readPageFile } from "../../../../domain/page-file/read.ts";
import { sql } from "../../../../store/db/sql.ts";
import { aFlow } from "../../../../test/builders.ts";
import { someCustomers } from "../../../../test/customers.ts";
import { aServer } from "../../../../test/loopback-server.ts";
import { testNode } from "../../../../test/node.ts";
import { aMember, aPageOf, signedIn } from "../../../../test/people.ts";
import { aDocx, aTextPdf } from "../../../../test/sample-files.ts";
import { until } from "../../../../test/until.ts";

const { baseUrl, deps } = await testNode({ after }, { allowPrivateHosts: ["127.0.0.1"] });
const owner = await aMember(deps);
const { api, fetch } = await signedIn(baseUrl, owner);

async function aBot() {
  const page_id = await aPageOf(deps, owner);
  const params = { page_id };
  const list = async () => (await api("GET /pages/:page_id/knowledge", { params })).sources;
  const settled = async () => {
    await until(async () => (await list()).every(({ state }) => state === "ready" || state === "failed"));
    return list();
  };
  return {
    ...{ page_id, params, list, settled },
    add: (body: SourceForm) => api("POST /pages/:page_id/knowledge", { params, body }),
    upload: (name: string, bytes: Buffer) =>
      fetch(`${baseUrl}/api/v1/pages/${page_id}/knowledge/files`, {
        method: "POST",
        headers: { "x-file-name": encodeURIComponent(name) },
        body: new Uint8Array(bytes),
      }),
    search: async (question: string) =>
      (await api("POST /pages/:page_id/knowledge/search", { params, body: { question } })).passages,
  };
}

test("a text is read, searched, changed, read again and deleted", async () => {
  const { page_id, params, add, settled, search } = await aBot();
  const source = await add({ kind: "text", name: "Hours", text: "# Opening hours\nWe open at nine in the morning." });

  await settled();
  const [found = assert.fail()] = await search("When do you open?");
  assert.equal(found.heading, "Opening hours");
  assert.equal(found.source_name, "Hours");
  assert.ok(found.score >= usualThreshold, String(found.score));
  const at = { page_id, source_id: source.id };
  const { passages, next } = await api("GET /pages/:page_id/knowledge/:source_id/passages", { params: at, query: {} });
  assert.deepEqual([passages.length, next], [1, null]);

  await api("PUT /pages/:page_id/knowledge/:source_id", {
    params: at,
    body: { kind: "text", name: "Times", text: "# Opening hours\nWe open at ten." },
  });
  await settled();
  assert.equal((await search("When do you open?"))[0]?.text, "We open at ten.");
  await api("POST /pages/:page_id/knowledge/:source_id/read", { params: at });
  const [read] = await settled();
  assert.deepEqual([read?.state, read?.name, read?.passages], ["ready", "Times", 1]);

  await assert.rejects(add({ kind: "flows", name: "Times" }), { code: "conflict" });
  await api("DELETE /pages/:page_id/knowledge/:source_id", { params: at });
  assert.deepEqual(await search("When do you open?"), []);
  assert.deepEqual((await api("GET /pages/:page_id/knowledge", { params })).sources, []);
});

test("a text that is nothing but signs is told as such", async () => {
  const { add, settled } = await aBot();

  await add({ kind: "text", name: "Signs", text: "<!-- nothing -->" });

  const [source] = await settled();
  assert.deepEqual([source?.state, source?.error], ["failed", "no_text"]);
});

test("files are read as they arrive, and refused with a reason", async () => {
  const { upload, search, list } = await aBot();

  assert.equal((await upload("Đổi trả.docx", aDocx())).status, 200);
  assert.equal((await upload("delivery.pdf", aTextPdf())).status, 200);
  assert.equal((await upload("delivery.pdf", aTextPdf())).status, 200);

  assert.deepEqual((await list()).map(({ name, state }) => `${name} ${state}`).sort(), [
    "delivery.pdf (2) ready",
    "delivery.pdf ready",
    "Đổi trả.docx ready",
  ]);
  assert.equal((await search("doi tra bao nhieu ngay"))[0]?.heading, "Đổi trả");
  assert.equal((await search("how many days until a parcel arrives"))[0]?.url, "#page=1");
  const statuses = [];
  for (const [name, bytes] of [
    ["virus.exe", Buffer.from("MZ")],
    ["broken.pdf", Buffer.from("%PDF-1.4")],
    ["empty.md", Buffer.from("")],
    ["blank.txt", Buffer.from(" ")],
    ["large.txt", Buffer.alloc(10 * 1024 * 1024 + 1, "a")],
  ] as const)
    statuses.push((await upload(name, bytes)).status);
  assert.deepEqual(statuses, [415, 415, 400, 400, 413]);
  assert.equal((await list()).length, 3);
});

test("a site is read along its links, as far as it allows, and no further", async (t) => {
  const pages: Record<string, string> = {
    "/robots.txt": "User-agent: *\nDisallow: /private",
    "/": `<h1>Tea shop</h1><p>Welcome.</p><a href="/about#us">a</a><a href="/private">p</a><a href="/old">o</a>
          <a href="http://elsewhere.invalid/">e</a><a href="/tea.png">t</a><a href="/gone">g</a>`,
    "/about": `<h1>About</h1><p>We deliver oolong to Huế.</p><a href="/">back</a>`,
    "/new": `<h1>New</h1><p>Moved here.</p>`,
  };
  const { origin, seen } = await aServer(t, (request, response) => {
    if (request.url === "/old") return response.writeHead(301, { location: "/new" }).end();
    const page = pages[request.url ?? ""];
    response.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" }).end(page);
  });
  const { add, settled, search } = await aBot();

  await add({ kind: "site", name: "Shop", url: `${origin}/`, every: "day" });
  const [source = assert.fail()] = await settled();

  assert.deepEqual([source.state, source.error, source.documents], ["ready", null, 3]);
  assert.ok(source.next_read_at);
  const [found] = await search("do you deliver oolong");
  assert.equal(found?.url, `${origin}/about`);
  const asked = seen.map(({ url }) => url).sort();
  assert.deepEqual(asked, ["/", "/about", "/gone", "/new", "/old", "/robots.txt"]);
  assert.ok(seen.every(({ headers }) => headers["user-agent"] === "Banter"));
});

test("a site that forbids it, fails, or is not public is told as such", async (t) => {
  const closed = await aServer(t, (request, response) =>
    response.end(request.url === "/robots.txt" ? "User-agent: *\nDisallow: /" : "<p>secret"),
  );
  const failing = await aServer(t, (_, response) => response.writeHead(404).end());
  const { add, settled } = await aBot();

  await add({ kind: "site", name: "closed", url: closed.origin, every: "never" });
  await add({ kind: "site", name: "failing", url: failing.origin, every: "never" });
  await add({ kind: "site", name: "inner", url: "http://10.0.0.1/", every: "never" });

  const sources = await settled();
  assert.deepEqual(
    sources.map(({ name, error }) => [name, error]),
    [
      ["closed", "forbidden_by_site"],
      ["failing", "status"],
      ["inner", "blocked_address"],
    ],
  );
  assert.deepEqual(
    closed.seen.map(({ url }) => url),
    ["/robots.txt"],
  );
});

test("published flows are a source, and a page file carries sources that can be read again", async () => {
  const { page_id, add, upload, settled, search } = await aBot();
  await applyPageFile(
    deps,
    page_id,
    { banter: 1, flows: [aFlow("Parking", "You can park behind the house")] },
    {
      prune: false,
    },
  );
  await add({ kind: "flows", name: "Flows" });
  await upload("a.txt", Buffer.from("From a file"));
  await settled();
  assert.equal((await search("where can I park?"))[0]?.heading, "Parking");

  const { knowledge } = await readPageFile(deps, page_id);
  assert.deepEqual(knowledge, [{ kind: "flows", name: "Flows" }]);
  const other = await aBot();
  const file = { banter: 1, knowledge: [{ kind: "text", name: "Tea", text: "Green tea is fresh." }] };
  await applyPageFile(deps, other.page_id, file, { prune: true });
  await other.settled();
  assert.equal((await other.search("fresh tea"))[0]?.source_name, "Tea");
  assert.deepEqual(await applyPageFile(deps, other.page_id, file, { prune: true }), []);
  await applyPageFile(deps, page_id, { banter: 1, knowledge: [] }, { prune: true });
  assert.deepEqual(
    (await api("GET /pages/:page_id/knowledge", { params: { page_id } })).sources.map(({ name }) => name),
    ["a.txt"],
  );
});

test("a page file keeps the choice of sources, and one without its source asks for none instead of all", async () => {
  const prices = await aBot();
  const source = await prices.add({ kind: "text", name: "Prices", text: "A shirt costs five euros." });
  const step = {
    type: "ai",
    model_name: "Small",
    instructions: "x",
    knowledge: { sources: [{ source_name: "Prices" }] },
  };
  const flow = { name: "Bot", published: true, document: { version: 1, start: "ai", steps: { ai: step } } };
  const file = { banter: 1, models: [aModel()], flows: [flow] };

  await applyPageFile(deps, prices.page_id, file, { prune: false });

  assert.deepEqual(await sourcesOf(prices.page_id), [{ source_id: source.id }]);
  const written = await readPageFile(deps, prices.page_id);
  const [bot] = written.flows ?? [];
  assert.deepEqual((bot?.document as typeof flow.document | undefined)?.steps.ai.knowledge, step.knowledge);

  const other = await aBot();
  await applyPageFile(deps, other.page_id, written, { prune: true });
  const [copied] = await other.list();
  assert.deepEqual(await sourcesOf(other.page_id), [{ source_id: copied?.id }]);

  const without = await aBot();
  await applyPageFile(deps, without.page_id, { ...written, knowledge: [] }, { prune: true });
  assert.deepEqual(await sourcesOf(without.page_id), [{ source_id: null }]);
  const { flows } = await api("GET /pages/:page_id/tree", { params: without.params });
  const params = { page_id: without.page_id, flow_id: flows[0]?.id ?? 0 };
  const { revision } = await api("GET /pages/:page_id/flows/:flow_id", { params });
  await assert.rejects(
    api("POST /pages/:page_id/flows/:flow_id/publish", { params, body: { revision } }),
    /no source chosen yet/,
  );
});

const sourcesOf = async (pageId: string) => {
  const { draft } = await deps.db.get<{ draft: { steps: { ai: { knowledge: { sources: unknown } } } } }>(sql`
    select draft from flows where page_id = ${pageId}`);
  return draft.steps.ai.knowledge.sources;
};

const aModel = () => ({
  ...{ name: "Small", protocol: "openai", base_url: "https://api.example/v1", model: "small", key: null },
  ...{ purpose: "chat", input_price: 0, output_price: 0, max_tokens: 200, timeout_seconds: 30 },
});

test("questions without an answer are grouped, and forgotten with their customer", async () => {
  const { page_id, params } = await aBot();
  await someCustomers(deps, page_id, [{ psid: "web_1" }, { psid: "web_2" }]);
  const note = (psid: string, question: string) => noteMiss(deps, page_id, { psid, question, score: 0.1 });
  await note("web_1", "Có giao hàng không?");
  await note("web_2", "co giao hang khong");
  await note("web_2", "Do you sell coffee?");
  await note("web_gone", "Who am I?");
  const misses = async () =>
    (await api("GET /pages/:page_id/knowledge/misses", { params })).misses.map(({ question, count }) => [
      question,
      count,
    ]);

  assert.deepEqual(await misses(), [
    ["co giao hang khong", 2],
    ["Do you sell coffee?", 1],
  ]);
  await deps.accept({ pageId: page_id, psid: "web_2", event: { type: "erase" } });
  await until(async () => (await misses()).length === 1);
  assert.deepEqual(await misses(), [["Có giao hàng không?", 1]]);
  await api("POST /pages/:page_id/knowledge/misses/clear", { params, body: { key: "co giao hang khong" } });
  assert.deepEqual(await misses(), []);
});
