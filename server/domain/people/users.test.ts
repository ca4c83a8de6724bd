import assert from "node:assert/strict";
import { after, test } from "node:test";
import { verifyPassword } from "better-auth/crypto";
import { sql } from "../../store/db/sql.ts";
import { testDeps } from "../../test/app.ts";
import { createUser, newPassword } from "./users.ts";

const deps = await testDeps({ after });
const ann = { email: "Ann@Example.com", name: "Ann", password: "correct horse battery", role: "editor" as const };

const listUsers = () =>
  deps.db.many<{ email: string; role: string; password: string }>(sql`
    select email, role, password
      from users
      join accounts on accounts.user_id = users.id
      join members on members.user_id = users.id
     order by email`);

test("somebody new can log in with their password, which is kept only as a hash, and belongs to the workspace", async () => {
  await createUser(deps, ann);

  const [user] = await listUsers();
  assert.deepEqual([user?.email, user?.role], ["ann@example.com", "editor"]);
  assert.ok(!user?.password.includes("horse"));
  assert.equal(await verifyPassword({ hash: user?.password ?? "", password: ann.password }), true);
});

test("an e-mail is one person's, however it is written", async () => {
  await createUser(deps, { ...ann, email: "bob@example.com" });

  const again = createUser(deps, { ...ann, email: "BOB@example.com" });

  await assert.rejects(again, { code: "conflict", message: "There is already a user with this e-mail address." });
});

test("of two made at once under one e-mail there is one, whole", async () => {
  const made = await Promise.allSettled([1, 2, 3].map(() => createUser(deps, { ...ann, email: "once@example.com" })));

  assert.equal(made.filter(({ status }) => status === "fulfilled").length, 1);
  assert.equal((await listUsers()).filter(({ email }) => email === "once@example.com").length, 1);
});

test("what is wrong about somebody is told by field, and nobody is made", async () => {
  const before = (await listUsers()).length;
  for (const [change, path] of [
    [{ email: "nobody" }, "/email"],
    [{ email: `${"x".repeat(250)}@example.com` }, "/email"],
    [{ name: " " }, "/name"],
    [{ password: "short" }, "/password"],
    [{ password: "x".repeat(129) }, "/password"],
  ] as const) {
    const refused = await createUser(deps, { ...ann, email: "new@example.com", ...change }).catch((error) => error);
    assert.deepEqual([refused.code, refused.faults?.[0]?.path], ["invalid_field", path]);
  }

  assert.equal((await listUsers()).length, before);
});

test("a made password is long enough, easy to read and never the same", () => {
  const passwords = Array.from({ length: 100 }, newPassword);

  for (const password of passwords) assert.match(password, /^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
  for (const password of passwords) assert.doesNotMatch(password, /[01lo]/);
  assert.equal(new Set(passwords).size, 100);
});
