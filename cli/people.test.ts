import assert from "node:assert/strict";
import { after, test } from "node:test";
import { verifyPassword } from "@banter/server/domain/people/passwords.ts";
import { findPage } from "@banter/server/store/catalog/pages.ts";
import { sql } from "@banter/server/store/db/sql.ts";
import { listAuditEntries } from "@banter/server/store/people/audit-log.ts";
import { listMembers } from "@banter/server/store/people/members.ts";
import { hasTwoFactor } from "@banter/server/store/people/users.ts";
import { aCommandLine } from "@banter/server/test/database/command-line.ts";
import { aMember } from "@banter/server/test/people.ts";
import { startTelegram } from "@banter/server/test/platforms/telegram/telegram.ts";

const { db, banter, json, aFile } = await aCommandLine({ after });

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
