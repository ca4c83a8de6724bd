import assert from "node:assert/strict";
import { after, test } from "node:test";
import { makeDemo } from "../../../../domain/pages/demo.ts";
import { deleteSessions } from "../../../../store/people/sessions.ts";
import { testApp } from "../../../../test/app.ts";
import { aBrowser, aMember, type Browser, signedIn } from "../../../../test/people.ts";
import { totpCode, totpKeyOf } from "../../../../test/totp.ts";

const { baseUrl, deps } = await testApp({ after });

const isLoggedIn = async (browser: Browser) => (await browser.fetch(`${baseUrl}/api/v1/me`)).status === 200;

test("signing in sets a cookie that scripts cannot read and other sites do not send", async (t) => {
  const { baseUrl, deps } = await testApp(t);
  const member = await aMember(deps);

  const response = await aBrowser(baseUrl).signIn(member);

  assert.equal(response.status, 200);
  const [cookie = ""] = response.headers.getSetCookie();
  assert.match(cookie, /^banter\.session_token=.+; HttpOnly; SameSite=Lax$/);
});

test("behind https the cookie is for https only", async (t) => {
  const { baseUrl, deps } = await testApp(t, { baseUrl: "https://chat.example.com" });

  const response = await aBrowser(baseUrl).signIn(await aMember(deps));

  assert.match(response.headers.getSetCookie()[0] ?? "", /^__Secure-banter\.session_token=.+; HttpOnly; Secure; /);
});

test("a logged-in user can read their name and workspaces", async (t) => {
  const { baseUrl, deps } = await testApp(t);
  const member = await aMember(deps, { name: "Ann Baker", role: "editor" });

  const { user, workspaces } = await (await signedIn(baseUrl, member)).api("GET /me");

  assert.deepEqual(user, { id: member.userId, name: "Ann Baker", email: member.email, has_two_factor: false });
  assert.deepEqual(workspaces, [{ id: member.workspaceId, name: "Bakery", role: "editor" }]);
});

test("the demo's login works, and making a new one ends its sessions", async (t) => {
  const { baseUrl, deps } = await testApp(t);
  const browser = await signedIn(baseUrl, await makeDemo(deps));
  assert.equal((await browser.api("GET /me")).workspaces.length, 1);

  const again = await makeDemo(deps);

  await assert.rejects(browser.api("GET /me"), { status: 401 });
  await signedIn(baseUrl, again);
});

test("a wrong password and an unknown e-mail get the same answer", async (t) => {
  const { baseUrl, deps } = await testApp(t);
  const { email } = await aMember(deps);
  const browser = aBrowser(baseUrl);

  const wrong = await browser.signIn({ email, password: "not the password" });
  const unknown = await browser.signIn({ email: "nobody@example.com", password: "not the password" });

  assert.equal(wrong.status, 401);
  assert.equal(wrong.headers.get("content-type"), "application/problem+json");
  assert.deepEqual(await wrong.json(), await unknown.json());
  assert.equal(unknown.status, 401);
  assert.equal(browser.cookies.size, 0);
});

test("signing out ends the session at once, also for a copy of its cookie", async () => {
  const browser = await signedIn(baseUrl, await aMember(deps));
  const copy = aBrowser(baseUrl);
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  assert.equal(await isLoggedIn(copy), true);

  assert.equal((await browser.auth("/sign-out", {})).status, 200);

  assert.equal(await isLoggedIn(browser), false);
  assert.equal(await isLoggedIn(copy), false);
});

test("changing the password ends every other session, and the old password fails", async (t) => {
  const { baseUrl, deps } = await testApp(t);
  const member = await aMember(deps);
  const [here, there] = [await signedIn(baseUrl, member), await signedIn(baseUrl, member)];
  const changed = { currentPassword: member.password, newPassword: "another long password" };

  const short = await here.auth("/change-password", { ...changed, newPassword: "short" });
  assert.equal(short.status, 400);
  const response = await here.auth("/change-password", changed);

  assert.equal(response.status, 200, await response.text());
  assert.equal((await here.fetch(`${baseUrl}/api/v1/me`)).status, 200);
  assert.equal((await there.fetch(`${baseUrl}/api/v1/me`)).status, 401);
  assert.equal((await aBrowser(baseUrl).signIn(member)).status, 401);
  await signedIn(baseUrl, { ...member, password: "another long password" });
});

test("a session deleted in the database ends at once", async () => {
  const member = await aMember(deps);
  const browser = await signedIn(baseUrl, member);

  await deleteSessions(deps.db, member.userId);

  assert.equal(await isLoggedIn(browser), false);
});

test("users can list their sessions and end the others", async (t) => {
  const { baseUrl, deps } = await testApp(t);
  const member = await aMember(deps);
  const [here, there] = [await signedIn(baseUrl, member), await signedIn(baseUrl, member)];
  const sessions = (await (await here.auth("/list-sessions")).json()) as unknown[];
  assert.equal(sessions.length, 2);

  assert.equal((await here.auth("/revoke-other-sessions", {})).status, 200);

  assert.equal((await there.fetch(`${baseUrl}/api/v1/me`)).status, 401);
  assert.equal((await here.fetch(`${baseUrl}/api/v1/me`)).status, 200);
});

test("with a second factor, a password alone is not enough; codes and backup codes are, a backup code once", async (t) => {
  const { baseUrl, deps } = await testApp(t);
  const member = await aMember(deps);
  const browser = await signedIn(baseUrl, member);

  const wrong = await browser.auth("/two-factor/enable", { password: "not the password" });
  assert.equal(wrong.status, 400);
  const enrolment = await browser.auth("/two-factor/enable", { password: member.password });
  const { totpURI, backupCodes } = (await enrolment.json()) as { totpURI: string; backupCodes: string[] };
  assert.equal((await browser.api("GET /me")).user.has_two_factor, false);
  const enrolledAt = Date.now();
  const code = totpCode(totpKeyOf(totpURI), enrolledAt);
  assert.equal((await browser.auth("/two-factor/verify-totp", { code })).status, 200);
  assert.equal((await browser.api("GET /me")).user.has_two_factor, true);

  const later = aBrowser(baseUrl);
  const challenge = await later.signIn(member);
  assert.deepEqual(await challenge.json(), { twoFactorRedirect: true, twoFactorMethods: ["totp"] });
  await assert.rejects(later.api("GET /me"), { status: 401 });
  assert.equal((await later.auth("/two-factor/verify-totp", { code: "000000" })).status, 401);
  await assert.rejects(later.api("GET /me"), { status: 401 });
  assert.equal((await later.auth("/two-factor/verify-totp", { code })).status, 401);
  await assert.rejects(later.api("GET /me"), { status: 401 }, "a code is good once");
  await later.signIn(member);
  const next = totpCode(totpKeyOf(totpURI), Math.max(enrolledAt + 30_000, Date.now()));
  assert.equal((await later.auth("/two-factor/verify-totp", { code: next })).status, 200);
  assert.equal((await later.api("GET /me")).user.email, member.email);

  const useBackup = async () => {
    const lost = aBrowser(baseUrl);
    await lost.signIn(member);
    return (await lost.auth("/two-factor/verify-backup-code", { code: backupCodes[0] })).status;
  };
  assert.equal(await useBackup(), 200);
  assert.equal(await useBackup(), 401);
});

test("calls from another site or without an origin are refused", async () => {
  const member = await aMember(deps);
  const browser = await signedIn(baseUrl, member);
  const rename = (headers: Record<string, string>) =>
    fetch(`${baseUrl}/api/v1/workspaces/${member.workspaceId}`, {
      method: "PATCH",
      headers: {
        cookie: [...browser.cookies].map((pair) => pair.join("=")).join("; "),
        "content-type": "application/json",
        ...headers,
      },
      body: JSON.stringify({ name: "Taken" }),
    });

  const strange: Record<string, string>[] = [
    {},
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site", origin: baseUrl },
    { "sec-fetch-site": "same-site" },
  ];
  for (const headers of strange) assert.equal((await rename(headers)).status, 403, JSON.stringify(headers));
  const asText = await rename({ origin: baseUrl, "content-type": "text/plain" });
  assert.equal(asText.status, 415);
  assert.equal((await browser.api("GET /me")).workspaces[0]?.name, "Bakery");

  assert.equal((await rename({ "sec-fetch-site": "same-origin" })).status, 200);
  const login = await fetch(`${baseUrl}/api/v1/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: "https://evil.example" },
    body: JSON.stringify(member),
  });
  assert.equal(login.status, 403);
});

test("nobody can sign up alone, and better-auth's other calls are not exposed", async () => {
  const browser = aBrowser(baseUrl);
  const paths = ["/sign-up/email", "/request-password-reset", "/reset-password", "/delete-user", "/sign-in/social"];

  for (const path of paths) {
    const response = await browser.auth(path, {
      email: "eve@example.com",
      password: "a long enough password",
      name: "E",
    });
    assert.equal(response.status, 404, path);
  }
});

test("malformed logins are refused with 4xx", async () => {
  const browser = aBrowser(baseUrl);
  const bodies = [{}, { email: 1, password: 2 }, { email: "a@b.co" }, { email: "a@b.co", password: "x".repeat(200) }];

  for (const body of bodies)
    assert.equal((await browser.auth("/sign-in/email", body)).status, 400, JSON.stringify(body));
  const large = await browser.auth("/sign-in/email", { email: "a@b.co", password: "x".repeat(20_000) });
  assert.equal(large.status, 413);
});
