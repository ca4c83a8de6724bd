import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "../../../../store/db/sql.ts";
import { saveMember } from "../../../../store/people/members.ts";
import { testApp } from "../../../../test/app.ts";
import { aBrowser, aMember, type Browser, type Member, signedIn } from "../../../../test/people.ts";
import { anSmtpServer, textOf } from "../../../../test/smtp-server.ts";
import { totpCode, totpKeyOf } from "../../../../test/totp.ts";
import { until } from "../../../../test/until.ts";

const { url, emails } = await anSmtpServer({ after });
const mail = { url, from: "banter@example.com" };
const { baseUrl, deps } = await testApp({ after }, { mail, trustProxy: ["127.0.0.1"] });

const newPassword = "a brand new password";
const emailsTo = (email: string) => emails.map(textOf).filter((text) => text.includes(`To: ${email}`));
const tokenIn = (text: string) => /\/reset#([\w-]{43})/.exec(text)?.[1] ?? assert.fail(text);

async function requestLink(member: Member): Promise<string> {
  const before = emailsTo(member.email).length;
  await aBrowser(baseUrl).api("POST /password_resets", { body: { email: member.email } });
  await until(async () => emailsTo(member.email).length > before);
  return tokenIn(emailsTo(member.email).at(-1) ?? "");
}

const useLink = (token: string, password = newPassword) =>
  aBrowser(baseUrl).api("POST /password_resets/use", { body: { token, password } });

async function enrol(browser: Browser, { password }: Member): Promise<void> {
  const { totpURI } = (await (await browser.auth("/two-factor/enable", { password })).json()) as { totpURI: string };
  const verified = await browser.auth("/two-factor/verify-totp", { code: totpCode(totpKeyOf(totpURI)) });
  assert.equal(verified.status, 200);
}

test("a forgotten password is set by a link from an e-mail, once, which ends all sessions", async () => {
  const member = await aMember(deps);
  const browser = await signedIn(baseUrl, member);
  const [token, second] = [await requestLink(member), await requestLink(member)];
  const stored = await deps.db.many(sql`select * from password_resets where user_id = ${member.userId}`);
  assert.ok(!JSON.stringify(stored).includes(token), "only a hash is kept");
  assert.deepEqual(await aBrowser(baseUrl).api("POST /password_resets/look", { body: { token } }), {
    email: member.email,
  });
  await assert.rejects(useLink(token, "short"), {
    status: 400,
    faults: [{ path: "/password", message: "must have at least 12 characters" }],
  });

  const both = await Promise.allSettled([useLink(token), useLink(token)]);

  assert.deepEqual(both.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  await assert.rejects(useLink(second), { status: 404 }, "other links are dead too");
  await assert.rejects(browser.api("GET /me"), { status: 401 });
  assert.equal((await aBrowser(baseUrl).signIn(member)).status, 401);
  await signedIn(baseUrl, { ...member, password: newPassword });
  await until(async () => emailsTo(member.email).some((text) => text.includes("Your password was changed")));
});

test("an unknown address gets the same answer and no e-mail, and a person gets five an hour at most", async () => {
  const member = await aMember(deps);
  const ask = async (email: string) => {
    const response = await aBrowser(baseUrl).fetch(`${baseUrl}/api/v1/password_resets`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": "192.0.2.1" },
      body: JSON.stringify({ email }),
    });
    return [response.status, await response.text()];
  };

  assert.deepEqual(await ask("nobody@example.com"), [200, "{}"]);
  for (let times = 1; times <= 6; times++) assert.deepEqual(await ask(member.email), [200, "{}"]);

  await until(async () => emailsTo(member.email).length === 5);
  const { count } = await deps.db.get<{ count: number }>(sql`
    select count(*)::integer as count from password_resets where user_id = ${member.userId}`);
  assert.equal(count, 5);
  assert.deepEqual(emailsTo("nobody@example.com"), []);
});

test("a link that has run out is refused", async () => {
  const member = await aMember(deps);
  const token = await requestLink(member);
  await deps.db.count(sql`update password_resets set expires_at = now() where user_id = ${member.userId}`);

  await assert.rejects(useLink(token), { status: 404 });
  await assert.rejects(aBrowser(baseUrl).api("POST /password_resets/look", { body: { token } }), { status: 404 });
});

test("without a mail server, a request for a link is refused and says whom to ask", async (t) => {
  const { baseUrl } = await testApp(t);
  const { api } = aBrowser(baseUrl);

  assert.deepEqual((await api("GET /setup")).has_email, false);
  await assert.rejects(api("POST /password_resets", { body: { email: "ann@example.com" } }), {
    status: 409,
    message: "The server sends no e-mail. Ask an owner of your workspace.",
  });
});

test("a new password does not remove the second factor; an owner does, and the member is told", async () => {
  const owner = await aMember(deps);
  const member = await aMember(deps, { workspaceId: owner.workspaceId, role: "editor" });
  const browser = await signedIn(baseUrl, member);
  await enrol(browser, member);
  const { api } = await signedIn(baseUrl, owner);
  const params = { workspace_id: owner.workspaceId, user_id: member.userId };

  const { link } = await api("POST /workspaces/:workspace_id/members/:user_id/password_reset", { params });
  await useLink(tokenIn(link));
  const challenged = await aBrowser(baseUrl).signIn({ ...member, password: newPassword });
  assert.equal(((await challenged.json()) as { twoFactorRedirect?: boolean }).twoFactorRedirect, true);
  const hasTwoFactor = async () =>
    (await api("GET /workspaces/:workspace_id/members", { params })).members.map((each) => each.has_two_factor);
  assert.deepEqual(await hasTwoFactor(), [false, true]);
  await api("POST /workspaces/:workspace_id/members/:user_id/second_factor_reset", { params });

  const back = await signedIn(baseUrl, { ...member, password: newPassword });
  assert.equal((await back.api("GET /me")).user.has_two_factor, false);
  assert.deepEqual(await hasTwoFactor(), [false, false]);
  await until(async () => emailsTo(member.email).some((text) => text.includes("Two-factor login was turned off")));
  await enrol(back, { ...member, password: newPassword });
});

test("an owner cannot reset their own login, nor that of a person who belongs to a workspace of others", async () => {
  const [owner, stranger] = [await aMember(deps), await aMember(deps)];
  await saveMember(deps.db, owner.workspaceId, stranger.userId, "viewer");
  const { api } = await signedIn(baseUrl, owner);
  const reset = async (userId: string) => {
    const params = { workspace_id: owner.workspaceId, user_id: userId };
    const refusals = await Promise.allSettled([
      api("POST /workspaces/:workspace_id/members/:user_id/password_reset", { params }),
      api("POST /workspaces/:workspace_id/members/:user_id/second_factor_reset", { params }),
    ]);
    return refusals.map((refused) => (refused.status === "rejected" ? refused.reason.status : "done"));
  };

  assert.deepEqual(await reset(owner.userId), [409, 409]);
  assert.deepEqual(await reset(stranger.userId), [409, 409]);
  assert.deepEqual(await reset("nobody"), [404, 404]);
  await saveMember(deps.db, stranger.workspaceId, owner.userId, "owner");
  assert.deepEqual(await reset(stranger.userId), ["done", "done"]);
});

test("a link is useless after the person has changed the password or joined another workspace", async () => {
  const [owner, other] = [await aMember(deps), await aMember(deps)];
  const member = await aMember(deps, { workspaceId: owner.workspaceId, role: "editor" });
  const [his, hers] = [await signedIn(baseUrl, owner), await signedIn(baseUrl, member)];
  const params = { workspace_id: owner.workspaceId, user_id: member.userId };
  const makeLink = async () => {
    const { link } = await his.api("POST /workspaces/:workspace_id/members/:user_id/password_reset", { params });
    return tokenIn(link);
  };

  const first = await makeLink();
  const changed = { currentPassword: member.password, newPassword };
  assert.equal((await hers.auth("/change-password", changed)).status, 200);
  await assert.rejects(useLink(first), { status: 404 });

  const second = await makeLink();
  const { api } = await signedIn(baseUrl, other);
  const { link } = await api("POST /workspaces/:workspace_id/invitations", {
    params: { workspace_id: other.workspaceId },
    body: { role: "viewer" },
  });
  await hers.api("POST /invitations/join", { body: { token: new URL(link).hash.slice(1) } });
  await assert.rejects(useLink(second), { status: 404 });
});
