import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { applyPageFile } from "@banter/server/domain/page-file/apply.ts";
import { readPageFile } from "@banter/server/domain/page-file/read.ts";
import { findTokenPage } from "@banter/server/domain/pages/page-tokens.ts";
import { createPage } from "@banter/server/domain/pages/pages.ts";
import { batchedLookups } from "@banter/server/store/catalog/lookups.ts";
import { pageMemory } from "@banter/server/store/catalog/page-memory.ts";
import { sql } from "@banter/server/store/db/sql.ts";
import { insertNode } from "@banter/server/store/runtime/nodes.ts";
import { log } from "@banter/server/test/app.ts";
import { aFlow, aPageFile } from "@banter/server/test/builders.ts";
import { aCommandLine } from "@banter/server/test/database/command-line.ts";
import { anAiPage } from "@banter/server/test/platforms/models/ai-page.ts";
import { aModelServer } from "@banter/server/test/platforms/models/model-server.ts";

const { db, folder, banter, json, aFile } = await aCommandLine({ after });
const { url } = db;
const demoFile = fileURLToPath(new URL("../demo/page.json", import.meta.url));

const aPageId = () => createPage({ db }, { name: "Shop" });
const isGood = async (pageId: string, token = "") =>
  (await findTokenPage({ db, log, lookups: batchedLookups(db, pageMemory(db)) }, pageId, token)) !== undefined;

test("demo prints the address of the demo, a new token and a new password", async () => {
  const [first, second] = [await json("demo --json"), await json("demo --json")];

  assert.deepEqual(Object.keys(first), ["base_url", "page_id", "token", "email", "password"]);
  assert.deepEqual(
    [first.base_url, first.page_id, first.email],
    ["http://127.0.0.1:3000", "web_1000001", "owner@example.com"],
  );
  assert.notEqual(second.token, first.token);
  assert.notEqual(second.password, first.password);
  assert.deepEqual(
    [await isGood("web_1000001", first.token), await isGood("web_1000001", second.token)],
    [false, true],
  );
});

test("demo prints the address of the running server, or BASE_URL", async () => {
  await insertNode(db, { id: crypto.randomUUID(), baseUrl: "http://127.0.0.1:4567", installation: "here" });

  assert.equal((await json("demo --json")).base_url, "http://127.0.0.1:4567");
  const { out } = await banter("demo", { env: { BASE_URL: "https://chat.example.com/" } });
  assert.match(out, /^base_url: https:\/\/chat\.example\.com\npage_id: web_1000001\ntoken: bt_\w{43}\nemail: /);
});

test("page create, token create and token delete work on one page", async () => {
  const page = await json(["page", "create", "--channel", "webchat", "--name", "Tiệm góc phố", "--json"]);
  assert.deepEqual(Object.keys(page), ["page_id"]);
  const pageId = page.page_id ?? "";
  assert.match(pageId, /^web_[0-9]+$/);

  const first = await json(`token create ${pageId} --json`);
  const second = await json(`token create ${pageId} --json`);
  assert.deepEqual(Object.keys(first), ["token"]);
  assert.deepEqual([await isGood(pageId, first.token), await isGood(pageId, second.token)], [false, true]);

  assert.equal((await banter(`token delete ${pageId}`)).code, 0);
  assert.equal(await isGood(pageId, second.token), false);
  assert.deepEqual(await banter(`token delete ${pageId}`), { code: 1, out: "", error: "There is no such token.\n" });
});

test("the demo's file is applied, exported with the same bytes, and applied again without a change", async () => {
  const pageId = await aPageId();

  const applied = await banter(`apply ${demoFile} --page ${pageId}`);
  const exported = await banter(`export --page ${pageId}`);
  const again = await banter(`apply - --page ${pageId} --prune`, { input: exported.out });

  assert.match(applied.out, /^change page Corner shop\ncreate tag customer\n[\s\S]*\n[0-9]+ changes made\.\n$/);
  assert.deepEqual([exported.code, exported.out, exported.error], [0, readFileSync(demoFile, "utf8"), ""]);
  assert.deepEqual(again, { code: 0, out: "The page equals the file.\n", error: "" });
});

test("a plan shows the difference and changes nothing, prune removes what the file lacks", async () => {
  const pageId = await aPageId();
  await applyPageFile({ db }, pageId, aPageFile({ tags: ["a", "b"] }), { prune: true });
  const lesser = aFile(aPageFile({ tags: ["b"] }));
  const tags = async () => (await readPageFile({ db }, pageId)).tags;

  const plan = await banter(`apply ${lesser} --page ${pageId} --plan --prune`);
  const planned = await json(`apply ${lesser} --page ${pageId} --plan --prune --json`);

  assert.deepEqual(plan, { code: 0, out: "remove tag a\n1 change to make.\n", error: "" });
  assert.deepEqual(planned, { changes: [{ action: "remove", what: "tag", name: "a" }] });
  assert.deepEqual(await tags(), ["a", "b"]);
  assert.equal((await banter(`apply ${lesser} --page ${pageId} --prune`)).out, "remove tag a\n1 change made.\n");
  assert.deepEqual(await tags(), ["b"]);
});

test("a file that does not resolve is refused with every fault, and nothing is changed", async () => {
  const pageId = await aPageId();
  const before = await readPageFile({ db }, pageId);
  const path = aFile(aPageFile({ flows: [aFlow("Nowhere/Hi")], ice_breakers: [{ title: "Hi", flow: "Missing" }] }));

  const { code, out, error } = await banter(`apply ${path} --page ${pageId}`);

  assert.deepEqual([code, out], [1, ""]);
  assert.match(error, /^ {2}\/flows\/0\/name lies in a folder that is not there$/m);
  assert.match(error, /^ {2}\/ice_breakers\/0\/flow names a flow that is not there$/m);
  assert.deepEqual(await readPageFile({ db }, pageId), before);
});

test("a file that is no JSON or no page file is refused with a sentence", async () => {
  const pageId = await aPageId();
  const { timezone: _, ...page } = aPageFile().page;

  const [missing, broken, empty] = await Promise.all([
    banter(`apply ${join(folder, "none.json")} --page ${pageId}`),
    banter(`apply ${aFile("{")} --page ${pageId}`),
    banter(`apply ${aFile({ ...aPageFile(), page })} --page ${pageId}`),
  ]);

  assert.deepEqual([missing.code, missing.error], [2, `The file ${join(folder, "none.json")} cannot be read.\n`]);
  assert.equal(broken.code, 1);
  assert.match(broken.error, /^The file is not JSON: /);
  assert.deepEqual(
    [empty.code, empty.error],
    [1, "The field /page/timezone is required.\n  /page/timezone is required\n"],
  );
});

test("commands for an unknown page fail and say so", async () => {
  const answers = await Promise.all([
    banter("token create web_1"),
    banter("token delete web_1"),
    banter(`apply ${demoFile} --page web_1`),
    banter("export --page web_1"),
  ]);

  for (const answer of answers) assert.deepEqual(answer, { code: 1, out: "", error: "There is no such page.\n" });
});

test("a wrong call prints the usage without opening the database", async () => {
  const nowhere = { env: { DATABASE_URL: "postgres://x@127.0.0.1:1/x" } };

  const [unknown, inherited, words, option, help] = await Promise.all([
    banter("dance", nowhere),
    banter("toString", nowhere),
    banter("token create", nowhere),
    banter("export --pag web_1", nowhere),
    banter("help", nowhere),
  ]);

  for (const { code, out, error } of [unknown, inherited]) {
    assert.deepEqual([code, out, error.split("\n")[0]], [2, "", "Usage:"]);
  }
  assert.deepEqual(words, { code: 2, out: "", error: "Usage: banter token create <page_id> [--json]\n" });
  assert.deepEqual(option, { code: 2, out: "", error: "Usage: banter export --page <page_id> [--contents]\n" });
  assert.equal(help.code, 0);
  assert.match(help.out, /banter apply <file> --page <page_id> \[--plan\] \[--prune\]/);
});

test("an unusable database is reported without its password", async () => {
  const addresses = [
    "postgres://x:secret@localhost:1/x",
    "postgres://x:secret@127.0.0.1:1/x",
    new URL("/secret", url).href,
  ];

  const answers = await Promise.all(addresses.map((DATABASE_URL) => banter("demo", { env: { DATABASE_URL } })));
  const other = await banter("demo", { env: { DATABASE_URL: "mysql://x" } });

  const { password } = new URL(url);
  for (const { code, out, error } of answers) {
    assert.deepEqual([code, out], [1, ""]);
    assert.match(error, /^The database of DATABASE_URL cannot be used: [^\n]+\n$/);
    assert.ok(!error.includes(":secret") && !(password && error.includes(password)));
  }
  assert.deepEqual([other.code, other.error], [1, "Invalid settings. DATABASE_URL: must start with postgres://\n"]);
});

test("parked lists events that could not be handled, and retries or drops them", async () => {
  const pageId = await aPageId();
  for (const id of [1, 2, 3]) {
    await db.count(sql`
      insert into parked_mail (page_id, id, psid, event, error) values (${pageId}, ${id}, 'web_1', '{}', 'refused')`);
  }

  const listed = await banter(`parked --page ${pageId}`);
  const unnamed = await banter(`parked retry --page ${pageId}`);
  const retried = await json(`parked retry 1 --page ${pageId} --json`);
  const dropped = await json(`parked drop --all --page ${pageId} --json`);

  assert.equal(listed.out.trim().split("\n").length, 3);
  assert.match(listed.out, /^3 of web_1, .*: refused$/m);
  assert.equal(unnamed.code, 2);
  assert.deepEqual([retried, dropped], [{ retried: 1 }, { dropped: 2 }]);
  assert.equal(await db.count(sql`select from mailbox where page_id = ${pageId}`), 1);
});

test("evaluate runs questions on drafts without a server, and fails if one fails", async (t) => {
  const server = await aModelServer(t, "openai", ({ messages }) => ({
    text: messages.at(-1)?.text.includes("Hue") ? "Two days." : "I do not know.",
  }));
  const question = (text: string) => ({
    said: [{ from: "customer" as const, text }],
    expects: [{ expect: "says", text: "two days" }],
  });
  const named = (name: string, ...words: string[]) => ({
    ...{ name, flow: "Bot", step: "ai", blocks: false, questions: words.map(question) },
  });
  const evaluations = [named("Delivery", "How long to Hue?"), named("Strict", "To Hue?", "To Paris?")];
  const { pageId } = await anAiPage({ db }, server.model, undefined, { evaluations });
  const env = { ALLOW_PRIVATE_HOSTS: "127.0.0.1" };

  const all = await banter(`evaluate --page ${pageId}`, { env });
  assert.equal(all.code, 1);
  assert.equal(all.out, "Delivery: 1 of 1 passed\nStrict: 1 of 2 passed\n  failed: To Paris?\n    I do not know.\n");
  const one = await banter(`evaluate Delivery --page ${pageId} --live --json`, { env });
  assert.deepEqual(
    [one.code, JSON.parse(one.out).evaluations[0].questions],
    [0, [{ text: "How long to Hue?", passed: true, said: "Two days.", failure: null }]],
  );
  assert.equal((await banter(`evaluate None --page ${pageId}`, { env })).code, 1);
});
