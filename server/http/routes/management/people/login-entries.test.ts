import assert from "node:assert/strict";
import { after, test } from "node:test";
import { saveMember } from "../../../../store/people/members.ts";
import { testApp } from "../../../../test/app.ts";
import { aBrowser, aMember, type Browser, type Member, signedIn } from "../../../../test/people.ts";
import { totpCode, totpKeyOf } from "../../../../test/totp.ts";
import { until } from "../../../../test/until.ts";

const { baseUrl, deps } = await testApp({ after });

/** The entries about logins, oldest first, as `action subject`. */
async function entriesOf({ api }: Browser, { email, workspaceId }: Pick<Member, "email" | "workspaceId">) {
  const { entries } = await api("GET /workspaces/:workspace_id/audit", { params: { workspace_id: workspaceId } });
  return entries
    .filter(({ user }) => user === email)
    .map(({ action, subject }) => `${action} ${subject}`)
    .reverse();
}

test("logins and changes of a login are in the audit log of every workspace of the person", async () => {
  const [owner, other] = [await aMember(deps), await aMember(deps)];
  await saveMember(deps.db, other.workspaceId, owner.userId, "viewer");
  const browser = await signedIn(baseUrl, owner);
  const newPassword = "another long password";
  const call = async (path: string, body: object) => {
    const response = await browser.auth(path, body);
    assert.equal(response.status, 200, await response.clone().text());
    return (await response.json()) as { totpURI: string; backupCodes: string[] };
  };

  await call("/change-password", { currentPassword: owner.password, newPassword });
  const { totpURI } = await call("/two-factor/enable", { password: newPassword });
  await call("/two-factor/verify-totp", { code: totpCode(totpKeyOf(totpURI)) });
  const { backupCodes } = await call("/two-factor/generate-backup-codes", { password: newPassword });
  await call("/revoke-other-sessions", {});
  await browser.auth("/sign-out", {});
  await browser.signIn({ ...owner, password: newPassword });
  await call("/two-factor/verify-backup-code", { code: backupCodes[0] ?? "" });
  await call("/two-factor/disable", { password: newPassword });

  const expected = [
    "logged_in",
    "password_changed",
    "second_factor_added",
    "backup_codes_renewed",
    "other_sessions_ended",
    "logged_in",
    "second_factor_removed",
  ].map((action) => `${action} 127.0.0.1`);
  assert.deepEqual(await entriesOf(browser, owner), expected);
  const there = await signedIn(baseUrl, other);
  assert.deepEqual(await entriesOf(there, { email: owner.email, workspaceId: other.workspaceId }), expected);
});

test("failed attempts against a known user are in the audit log, one in five minutes of each kind", async () => {
  const owner = await aMember(deps);
  const browser = await signedIn(baseUrl, owner);
  const enrolment = await browser.auth("/two-factor/enable", { password: owner.password });
  const { totpURI } = (await enrolment.json()) as { totpURI: string };
  await browser.auth("/two-factor/verify-totp", { code: totpCode(totpKeyOf(totpURI)) });
  const stranger = aBrowser(baseUrl);

  for (let times = 1; times <= 2; times++)
    assert.equal((await stranger.signIn({ ...owner, password: "not the password" })).status, 401);
  assert.equal((await stranger.signIn({ ...owner, email: "nobody@example.com" })).status, 401);
  await stranger.signIn(owner);
  for (let times = 1; times <= 2; times++)
    assert.equal((await stranger.auth("/two-factor/verify-totp", { code: "000000" })).status, 401);

  const failures = async () => (await entriesOf(browser, owner)).filter((entry) => entry.includes("_failed"));
  await until(async () => (await failures()).length === 2);
  assert.deepEqual((await failures()).sort(), ["login_failed 127.0.0.1", "second_factor_failed 127.0.0.1"]);
});

test("resets are in the audit log with who made them", async () => {
  const owner = await aMember(deps);
  const member = await aMember(deps, { workspaceId: owner.workspaceId, role: "agent" });
  const browser = await signedIn(baseUrl, owner);
  const params = { workspace_id: owner.workspaceId, user_id: member.userId };

  const reset = await browser.api("POST /workspaces/:workspace_id/members/:user_id/password_reset", { params });
  await browser.api("POST /workspaces/:workspace_id/members/:user_id/second_factor_reset", { params });
  const body = { token: new URL(reset.link).hash.slice(1), password: "another long password" };
  await aBrowser(baseUrl).api("POST /password_resets/use", { body });

  assert.deepEqual((await entriesOf(browser, owner)).slice(1), [
    `member_password_reset ${member.email}`,
    `member_second_factor_reset ${member.email}`,
  ]);
  const ofMember = { ...member, workspaceId: owner.workspaceId };
  assert.deepEqual(await entriesOf(browser, ofMember), ["password_reset null"]);
});
