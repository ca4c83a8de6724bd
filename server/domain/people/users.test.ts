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

test("a new user can log in, belongs to the workspace, and has only a hash of the password stored", async () => {
  await createUser(deps, ann);

  const [user] = await listUsers();
  assert.deepEqual([user?.email, user?.role], ["ann@example.com", "editor"]);
  assert.ok(!user?.password.includes("horse"));
  assert.equal(await verifyPassword({ hash: user?.password ?? "", password: ann.password }), true);
});

test("an e-mail address is unique, ignoring case", async () => {
  await createUser(deps, { ...ann, email: "bob@example.com" });

  const again = createUser(deps, { ...ann, email: "BOB@example.com" });

  await assert.rejects(again, { code: "conflict", message: "There is already a user with this e-mail address." });
});

test("two users created at once with one e-mail make one complete user", async () => {
  const made = await Promise.allSettled([1, 2, 3].map(() => createUser(deps, { ...ann, email: "once@example.com" })));

  assert.equal(made.filter(({ status }) => status === "fulfilled").length, 1);
  assert.equal((await listUsers()).filter(({ email }) => email === "once@example.com").length, 1);
});

test("an invalid user is refused with its fields, and not created", async () => {
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

test("a generated password is long, readable and unique", () => {
  const passwords = Array.from({ length: 100 }, newPassword);

  for (const password of passwords) assert.match(password, /^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
  for (const password of passwords) assert.doesNotMatch(password, /[01lo]/);
  assert.equal(new Set(passwords).size, 100);
});
