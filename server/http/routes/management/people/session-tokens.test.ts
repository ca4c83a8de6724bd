import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { KeyRing } from "../../../../encryption/sealer.ts";
import { sql } from "../../../../store/db/sql.ts";
import { hashSessionTokens } from "../../../../store/people/sessions.ts";
import { testApp } from "../../../../test/app.ts";
import { aMember, type Browser, signedIn } from "../../../../test/people.ts";

const { baseUrl, deps } = await testApp({ after });
const keys = deps.db.sealer as KeyRing;

const isIn = async ({ fetch }: Browser) => (await fetch(`${baseUrl}/api/v1/me`)).status === 200;
const cookieOf = ({ cookies }: Browser) => [...cookies.values()].join();
const storedOf = async (userId: string) => {
  const rows = await deps.db.many<{ token: string }>(sql`select token from sessions where user_id = ${userId}`);
  return rows.map(({ token }) => token);
};

test("a session of an earlier release goes on when its token is replaced by the hash", async () => {
  const member = await aMember(deps);
  keys.setActive(false);
  const browser = await signedIn(baseUrl, member);
  keys.setActive(true);
  const [readable = ""] = await storedOf(member.userId);
  assert.ok(decodeURIComponent(cookieOf(browser)).startsWith(`${readable}.`));
  assert.ok(await isIn(browser));

  while ((await hashSessionTokens(deps.db, 100)) > 0);

  assert.ok((await storedOf(member.userId)).every((token) => token.startsWith("sha256.")));
  assert.ok(await isIn(browser));
});

test("a session that is renewed keeps its cookie's token", async () => {
  const member = await aMember(deps);
  const browser = await signedIn(baseUrl, member);
  const before = cookieOf(browser);
  await deps.db.count(sql`
    update sessions set expires_at = now() + interval '4 days' where user_id = ${member.userId}`);

  assert.ok(await isIn(browser));
  const renewed = await deps.db.get<{ isLate: boolean }>(sql`
    select expires_at > now() + interval '6 days' as is_late from sessions where user_id = ${member.userId}`);

  assert.ok(renewed.isLate);
  assert.equal(cookieOf(browser), before);
  assert.ok(await isIn(browser));
});

test("the list shows hashes of other sessions, which are good for ending them and nothing else", async () => {
  const member = await aMember(deps);
  const [here, there, stranger] = [
    await signedIn(baseUrl, member),
    await signedIn(baseUrl, member),
    await signedIn(baseUrl, await aMember(deps)),
  ];
  const own = ((await (await here.auth("/get-session")).json()) as { session: { token: string } }).session.token;
  const listed = (await (await here.auth("/list-sessions")).json()) as { token: string }[];
  const tokens = listed.map(({ token }) => token);
  const other = tokens.find((token) => token !== own) ?? assert.fail();

  assert.ok(tokens.includes(own));
  assert.match(other, /^sha256\./);
  assert.ok((await storedOf(member.userId)).includes(other));

  assert.equal((await stranger.auth("/revoke-session", { token: other })).status, 200);
  assert.ok(await isIn(there));
  assert.equal((await here.auth("/revoke-session", { token: other })).status, 200);
  assert.deepEqual([await isIn(here), await isIn(there)], [true, false]);
});
