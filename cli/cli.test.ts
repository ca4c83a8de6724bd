import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { applyPageFile } from "@banter/server/domain/page-file/apply.ts";
import { readPageFile } from "@banter/server/domain/page-file/read.ts";
import { findTokenPage } from "@banter/server/domain/pages/page-tokens.ts";
import { createPage } from "@banter/server/domain/pages/pages.ts";
import { verifyPassword } from "@banter/server/domain/people/passwords.ts";
import { batchedLookups } from "@banter/server/store/catalog/lookups.ts";
import { pageMemory } from "@banter/server/store/catalog/page-memory.ts";
import { findPage } from "@banter/server/store/catalog/pages.ts";
import { sql } from "@banter/server/store/db/sql.ts";
import { listAuditEntries } from "@banter/server/store/people/audit-log.ts";
import { listMembers } from "@banter/server/store/people/members.ts";
import { hasTwoFactor } from "@banter/server/store/people/users.ts";
import { insertNode } from "@banter/server/store/runtime/nodes.ts";
import { log, testDatabase } from "@banter/server/test/app.ts";
import { aFlow, aPageFile } from "@banter/server/test/builders.ts";
import { testSecretKey } from "@banter/server/test/database/keys.ts";
import { aMember } from "@banter/server/test/people.ts";
import { startTelegram } from "@banter/server/test/platforms/telegram/telegram.ts";
import { banter as runBanter } from "@banter/server/test/server-process.ts";

const db = await testDatabase({ after });
const { url } = db;
const folder = mkdtempSync(join(tmpdir(), "banter-cli-"));
after(() => rmSync(folder, { recursive: true }));

const demoFile = fileURLToPath(new URL("../demo/page.json", import.meta.url));

/** Runs the command line on this file's database. */
async function banter(words: string | string[], { env = {}, input = "" } = {}) {
  const cache = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? folder };
  const settings = { DATABASE_URL: url, SECRET_KEY: testSecretKey, ...cache, ...env };
  const { bytes: _, ...ran } = await runBanter(words, { env: settings, input });
  return ran;
}

async function json(words: string | string[]): Promise<Record<string, string>> {
  const { code, out, error } = await banter(words);
  assert.deepEqual([code, error], [0, ""]);
  assert.equal(out, `${JSON.stringify(JSON.parse(out))}\n`);
  return JSON.parse(out);
}

function aFile(value: unknown): string {
  const path = join(folder, `${Math.random()}.json`);
  writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
  return path;
}

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

test("user create creates a user once, with a given or a generated password", async () => {
  const made = await json("user create --email Ann@Example.com --json");
  assert.deepEqual(Object.keys(made), ["email", "password"]);
  assert.equal(made.email, "ann@example.com");

  const [given, again, short, role] = await Promise.all([
    banter([
      "user",
      "create",
      "--email",
      "bob@example.com",
      "--name",
      "Bob",
      "--password",
      "correct horse",
      "--role",
      "viewer",
    ]),
    banter("user create --email ann@example.com"),
    banter("user create --email eve@example.com --password short"),
    banter("user create --email eve@example.com --role king"),
  ]);

  assert.deepEqual(given, { code: 0, out: "email: bob@example.com\n", error: "" });
  assert.deepEqual([again.code, again.error], [1, "There is already a user with this e-mail address.\n"]);
  assert.match(short.error, /^The field \/password must have at least 12 characters\.\n/);
  assert.deepEqual([role.code, role.error], [2, "The role must be owner, editor, agent or viewer.\n"]);
});

test("user reset sets a new password or removes the second factor, and ends all sessions", async () => {
  const { userId, email, workspaceId } = await aMember({ db });
  await db.count(sql`update users set two_factor_enabled = true where id = ${userId}`);
  await db.count(sql`
    insert into sessions (id, user_id, token, expires_at) values ('s1', ${userId}, 't1', now() + interval '1 hour')`);
  const passwordFits = async (password: string) => {
    const { hash } = await db.get<{ hash: string }>(sql`
      select password as hash from accounts where user_id = ${userId}`);
    return verifyPassword({ hash, password });
  };

  const made = await json(`user reset password --email ${email.toUpperCase()} --json`);
  assert.deepEqual(Object.keys(made), ["email", "password"]);
  assert.equal(await passwordFits(made.password ?? ""), true);
  assert.equal(await db.count(sql`select from sessions where user_id = ${userId}`), 0);
  const given = await banter(["user", "reset", "password", "--email", email, "--password", "correct horse two"]);
  assert.deepEqual(given, { code: 0, out: `email: ${email}\n`, error: "" });
  assert.equal(await passwordFits("correct horse two"), true);
  assert.equal(await hasTwoFactor(db, userId), true);
  assert.deepEqual(await json(`user reset second-factor --email ${email} --json`), { email });
  assert.equal(await hasTwoFactor(db, userId), false);

  const [unknown, short, what] = await Promise.all([
    banter("user reset password --email nobody@example.com"),
    banter(`user reset password --email ${email} --password short`),
    banter(`user reset everything --email ${email}`),
  ]);
  assert.deepEqual([unknown.code, unknown.error], [1, "There is no such user.\n"]);
  assert.match(short.error, /^The field \/password must have at least 12 characters\.\n/);
  assert.deepEqual([what.code, what.error.startsWith("Usage: banter user reset password|second-factor")], [2, true]);
  const entries = await listAuditEntries(db, workspaceId, { before: undefined, pageId: undefined, limit: 10 });
  assert.deepEqual(
    entries.map(({ user, action }) => [user, action]),
    [
      ["", "member_second_factor_reset"],
      ["", "member_password_reset"],
      ["", "member_password_reset"],
    ],
  );
});

test("workspace create makes a workspace for a user, and users and pages are created in it", async () => {
  const { email } = await aMember({ db });
  const { workspace_id } = await json(["workspace", "create", "--name", "Café", "--owner", email, "--json"]);
  const workspaceId = Number(workspace_id);

  await json(`user create --email helper@example.com --role agent --workspace ${workspaceId} --json`);
  const page = await json(`page create --channel webchat --name Shop --workspace ${workspaceId} --json`);

  assert.equal((await findPage(db, page.page_id ?? ""))?.workspaceId, workspaceId);
  assert.deepEqual(
    (await listMembers(db, workspaceId)).map(({ email, role }) => [email, role]),
    [
      [email, "owner"],
      ["helper@example.com", "agent"],
    ],
  );
  const [list, unknown, number, nobody] = await Promise.all([
    banter("workspace list"),
    banter("user create --email eve@example.com --workspace 1"),
    banter("page create --channel webchat --name Shop --workspace x"),
    banter("workspace create --name Shop --owner nobody@example.com"),
  ]);
  assert.ok(list.out.includes(`${workspaceId}  Café  1 pages, 2 members\n`), list.out);
  assert.deepEqual([unknown.code, unknown.error], [1, "There is no such workspace.\n"]);
  assert.equal(number.code, 2);
  assert.deepEqual([nobody.code, nobody.error], [1, "There is no such user.\n"]);
});

test("a page of a platform is created once the platform has accepted its settings", async (t) => {
  const { bot, origin, calls } = await startTelegram(t);
  const good = { botToken: bot.token, botName: bot.username, apiUrl: origin };
  const place = { BASE_URL: "https://bot.example", ALLOW_PLATFORM_HOSTS: "127.0.0.1" };
  const create = (settings: unknown, env: object = place) =>
    banter(["page", "create", "--channel", "telegram", "--name", "Shop", "--id", "42", "--settings", aFile(settings)], {
      env,
    });

  const nowhere = await create(good, {});
  const refused = await create({ ...good, botToken: bot.token.replace("AA", "BB") });
  const unfit = await create({ botToken: "no" });
  const elsewhere = await create(good, { ...place, ALLOW_PLATFORM_HOSTS: "stand-in.example" });
  const noFile = await create("{");
  assert.deepEqual(
    [nowhere.code, nowhere.error],
    [2, "BASE_URL is not set: the platform needs an address for its webhooks.\n"],
  );
  assert.deepEqual([refused.code, refused.error.split(":")[0]], [1, "Telegram refused these settings"]);
  assert.deepEqual([unfit.code, unfit.error.includes("/settings/botToken")], [1, true]);
  assert.match(
    elsewhere.error,
    /^The field \/settings\/apiUrl must be the platform's own, or a host that the operator/,
  );
  assert.deepEqual([noFile.code, noFile.error], [2, "The option --settings must name a file with a JSON object.\n"]);
  assert.equal(await findPage(db, "tg_42"), undefined);

  const made = await create(good);
  assert.deepEqual([made.code, made.error, made.out], [0, "", "page_id: tg_42\n"]);
  const webhook = calls.find(({ method }) => method === "setWebhook");
  assert.equal(webhook?.body.url, "https://bot.example/webhooks/tg_42");
  const again = await create(good);
  assert.deepEqual([again.code, again.error], [1, "This page already exists.\n"]);
});

test("page create needs a channel, a name and the id on the platform", async () => {
  const [telegram, unknown, unnamed, blank] = await Promise.all([
    banter("page create --channel telegram --name x"),
    banter("page create --channel pigeon --name x"),
    banter("page create --channel webchat"),
    banter(["page", "create", "--channel", "webchat", "--name", " "]),
  ]);

  assert.deepEqual([telegram.code, telegram.error], [2, "The option --id is missing.\n"]);
  assert.deepEqual([unknown.code, unknown.error.slice(0, 27)], [2, "The channel must be one of "]);
  assert.deepEqual([unnamed.code, unnamed.error], [2, "The option --name is missing.\n"]);
  assert.deepEqual(
    [blank.code, blank.error.split("\n")[0]],
    [1, "The field /name must be plain text without spaces around it."],
  );
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
