import assert from "node:assert/strict";
import { test } from "node:test";
import { testApp } from "../../../../test/app.ts";
import { aBrowser, aMember, signedIn } from "../../../../test/people.ts";

test("too many attempts with one e-mail from one network are throttled; other users are not", async (t) => {
  const { baseUrl, deps } = await testApp(t);
  const [victim, other] = [await aMember(deps), await aMember(deps)];
  const browser = aBrowser(baseUrl);

  for (let tries = 1; tries <= 5; tries++)
    assert.equal((await browser.signIn({ ...victim, password: "not the password" })).status, 401);
  const held = await browser.signIn({ ...victim, email: victim.email.toUpperCase() });

  assert.equal(held.status, 429);
  assert.match(held.headers.get("retry-after") ?? "", /^[1-9][0-9]?$/);
  await signedIn(baseUrl, other);
});

test("guesses from a few networks do not lock a user out; an IPv6 network is one network", async (t) => {
  const { baseUrl, deps } = await testApp(t, { trustProxy: ["127.0.0.1"] });
  const victim = await aMember(deps);
  const wrong = { email: victim.email, password: "not the password" };
  for (let number = 1; number <= 6; number++)
    assert.equal((await signInFrom(baseUrl, `192.0.2.${number}`, wrong)).status, 401);
  for (let number = 1; number <= 5; number++)
    assert.equal((await signInFrom(baseUrl, `2001:db8::${number}`, wrong)).status, 401);

  const held = await signInFrom(baseUrl, "2001:db8::6", victim);
  const elsewhere = await signInFrom(baseUrl, "198.51.100.7", victim);

  assert.deepEqual([held.status, elsewhere.status], [429, 200]);
});

test("a browser that logged in before has attempts of its own, whoever guesses elsewhere", async (t) => {
  const { baseUrl, deps } = await testApp(t);
  const [owner, other] = [await aMember(deps), await aMember(deps)];
  const browser = await signedIn(baseUrl, owner);
  const [cookie = ""] = (await browser.signIn(owner)).headers.getSetCookie().slice(-1);
  assert.match(cookie, /^banter\.known_browser=.+; Max-Age=34560000; Path=\/api\/v1\/auth; HttpOnly; SameSite=Lax$/);
  await browser.auth("/sign-out", {});
  const stranger = aBrowser(baseUrl);
  for (let tries = 1; tries <= 20; tries++) await stranger.signIn({ ...owner, password: "not the password" });
  assert.equal((await stranger.signIn(owner)).status, 429, "the e-mail is throttled here");
  assert.equal((await stranger.signIn(other)).status, 429, "the network is throttled");

  assert.equal((await browser.signIn({ ...owner, password: "not the password" })).status, 401);
  assert.equal((await browser.signIn(owner)).status, 200);

  assert.equal((await browser.signIn(other)).status, 429, "the cookie counts for its own user only");
  for (let tries = 1; tries <= 10; tries++)
    assert.equal((await browser.signIn({ ...owner, password: "not the password" })).status, 401);
  assert.equal((await browser.signIn(owner)).status, 429, "its own attempts are limited too");
  const forged = aBrowser(baseUrl);
  forged.cookies.set("banter.known_browser", `x${browser.cookies.get("banter.known_browser")}`);
  assert.equal((await forged.signIn(owner)).status, 429);
});

test("a flood of guesses is refused with 503, and an owner in a known browser still logs in", async (t) => {
  const { baseUrl, deps } = await testApp(t, { trustProxy: ["127.0.0.1"] });
  const owner = await aMember(deps);
  const browser = await signedIn(baseUrl, owner);
  const guess = (number: number) =>
    signInFrom(baseUrl, `192.0.2.${number}`, { email: `a${number}@example.com`, password: "not the password" });

  const guesses = Promise.all(Array.from({ length: 60 }, (_, number) => guess(number)));
  const login = await browser.signIn(owner);
  const answers = await guesses;

  assert.equal(login.status, 200);
  const refused = answers.filter(({ status }) => status === 503);
  assert.ok(refused.length > 0);
  assert.ok(answers.every(({ status }) => status === 401 || status === 503));
  assert.match(refused[0]?.headers.get("retry-after") ?? "", /^[1-9][0-9]?$/);
});

const signInFrom = (baseUrl: string, address: string, { email, password }: { email: string; password: string }) =>
  aBrowser(baseUrl).fetch(`${baseUrl}/api/v1/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": address },
    body: JSON.stringify({ email, password }),
  });

test("successful logins are not throttled", async (t) => {
  const { baseUrl, deps } = await testApp(t);
  const member = await aMember(deps);

  for (let times = 1; times <= 7; times++) assert.equal((await aBrowser(baseUrl).signIn(member)).status, 200);
});

test("too many attempts from one network are throttled, for any e-mail and any forwarded header", async (t) => {
  const { baseUrl } = await testApp(t);
  const browser = aBrowser(baseUrl);
  const guess = (number: number) =>
    browser.fetch(`${baseUrl}/api/v1/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": `192.0.2.${number}` },
      body: JSON.stringify({ email: `a${number}@example.com`, password: "not the password" }),
    });

  const statuses: Response[] = [];
  // A few at a time: hashing is slow, and a request that waits for it too long would time out.
  for (let index = 0; index < 22; index += 2) statuses.push(...(await Promise.all([guess(index), guess(index + 1)])));

  assert.deepEqual(
    Object.fromEntries(
      Object.entries(Object.groupBy(statuses, ({ status }) => status)).map(([k, v]) => [k, v?.length]),
    ),
    { 401: 20, 429: 2 },
  );
});
