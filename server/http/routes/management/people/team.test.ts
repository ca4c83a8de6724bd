import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "../../../../store/db/sql.ts";
import { saveMember } from "../../../../store/people/members.ts";
import { testApp } from "../../../../test/app.ts";
import { aBrowser, aMember, aPageOf, signedIn } from "../../../../test/people.ts";
import { anSmtpServer, textOf } from "../../../../test/smtp-server.ts";
import { until } from "../../../../test/until.ts";

const { baseUrl, deps } = await testApp({ after });

const password = "correct horse battery";

test("the first owner can sign up only once", async (t) => {
  const { baseUrl } = await testApp(t);
  const browser = aBrowser(baseUrl);
  const body = { name: "Ann", email: "Ann@Example.com", password, workspace: "Bakery" };
  assert.deepEqual(await browser.api("GET /setup"), { needs_owner: true, has_email: false });

  const both = await Promise.allSettled([browser.api("POST /setup", { body }), browser.api("POST /setup", { body })]);

  assert.deepEqual(both.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  assert.equal((await browser.api("GET /setup")).needs_owner, false);
  await assert.rejects(browser.api("POST /setup", { body: { ...body, email: "eve@example.com" } }), { status: 409 });
  const { api } = await signedIn(baseUrl, { email: "ann@example.com", password });
  const { workspaces } = await api("GET /me");
  assert.deepEqual(
    workspaces.map(({ name, role }) => [name, role]),
    [["Bakery", "owner"]],
  );
});

test("a password that is too short or too common is refused with a pointer", async (t) => {
  const { baseUrl } = await testApp(t);
  const signUp = (password: string) =>
    aBrowser(baseUrl).api("POST /setup", {
      body: { name: "Ann", email: "ann@example.com", password, workspace: "Bakery" },
    });
  const refusals = {
    "short pw": "must have at least 12 characters",
    abababababababab: "must have at least 5 different characters",
    "Password1234!": "is one of the first that would be guessed",
    "1234567890123": "is one of the first that would be guessed",
  };

  for (const [password, message] of Object.entries(refusals))
    await assert.rejects(signUp(password), { status: 400, faults: [{ path: "/password", message }] }, password);
});

test("an invitation lets one person in, once", async () => {
  const { workspaceId, ...owner } = await aMember(deps);
  const { api } = await signedIn(baseUrl, owner);
  const params = { workspace_id: workspaceId };
  const { link } = await api("POST /workspaces/:workspace_id/invitations", { params, body: { role: "editor" } });
  const token = new URL(link).hash.slice(1);
  assert.match(link, /\/join#[\w-]{43}$/);
  const stored = await deps.db.many(sql`select * from invitations where workspace_id = ${workspaceId}`);
  assert.ok(!JSON.stringify(stored).includes(token), "only a hash is kept");

  const guest = aBrowser(baseUrl);
  const invited = await guest.api("POST /invitations/look", { body: { token } });
  assert.deepEqual(invited, { workspace: "Bakery", role: "editor", email: null });
  const body = { token, name: "Bob", email: `bob-${workspaceId}@example.com`, password };
  await guest.api("POST /invitations/sign_up", { body });

  const bob = await signedIn(baseUrl, body);
  assert.deepEqual((await bob.api("GET /me")).workspaces, [{ id: workspaceId, name: "Bakery", role: "editor" }]);
  await assert.rejects(guest.api("POST /invitations/look", { body: { token } }), { status: 404 });
  const again = guest.api("POST /invitations/sign_up", { body: { ...body, email: "eve@example.com" } });
  await assert.rejects(again, { status: 404 });
  assert.deepEqual(await api("GET /workspaces/:workspace_id/invitations", { params }), { invitations: [] });
});

test("a user can join with an existing login", async () => {
  const [owner, carol] = [await aMember(deps), await aMember(deps)];
  const { api } = await signedIn(baseUrl, owner);
  const params = { workspace_id: owner.workspaceId };
  const { link } = await api("POST /workspaces/:workspace_id/invitations", { params, body: { role: "agent" } });
  const body = { token: new URL(link).hash.slice(1) };
  const hers = await signedIn(baseUrl, carol);

  assert.deepEqual(await hers.api("POST /invitations/join", { body }), { workspace_id: owner.workspaceId });

  assert.deepEqual((await hers.api("GET /me")).workspaces.map(({ role }) => role).sort(), ["agent", "owner"]);
  await assert.rejects(hers.api("POST /invitations/join", { body }), { status: 404 });
});

test("an invitation with an e-mail counts for that e-mail only; a withdrawn or expired one is refused", async () => {
  const owner = await aMember(deps);
  const { api } = await signedIn(baseUrl, owner);
  const params = { workspace_id: owner.workspaceId };
  const invite = async (email: string | null) => {
    const made = await api("POST /workspaces/:workspace_id/invitations", { params, body: { role: "viewer", email } });
    return { id: made.invitation.id, token: new URL(made.link).hash.slice(1) };
  };
  const signUp = ({ token }: { token: string }, email: string) =>
    aBrowser(baseUrl).api("POST /invitations/sign_up", { body: { token, name: "Dan", email, password } });

  const meant = await invite("dan@example.com");
  await assert.rejects(signUp(meant, "eve@example.com"), { status: 409 });
  await signUp(meant, "Dan@example.com");

  const withdrawn = await invite(null);
  await api("DELETE /workspaces/:workspace_id/invitations/:invitation_id", {
    params: { ...params, invitation_id: withdrawn.id },
  });
  await assert.rejects(signUp(withdrawn, "fay@example.com"), { status: 404 });

  const old = await invite(null);
  await deps.db.count(sql`update invitations set expires_at = now() where id = ${old.id}`);
  await assert.rejects(signUp(old, "fay@example.com"), { status: 404 });

  await assert.rejects(signUp(await invite(null), owner.email), { status: 409 }, "the e-mail is taken");
});

test("an invitation with an e-mail address is sent there, in the words of the inviter", async (t) => {
  const { url, emails } = await anSmtpServer(t);
  const { baseUrl, deps } = await testApp(t, { mail: { url, from: "banter@example.com" } });
  const owner = await aMember(deps, { name: "Ann Baker" });
  const { api } = await signedIn(baseUrl, owner);
  const params = { workspace_id: owner.workspaceId };

  const open = await api("POST /workspaces/:workspace_id/invitations", { params, body: { role: "agent" } });
  const body = { role: "agent" as const, email: "dan@example.com" };
  const { link, is_emailed } = await api("POST /workspaces/:workspace_id/invitations", { params, body });

  assert.deepEqual([open.is_emailed, is_emailed], [false, true]);
  await until(() => emails.length > 0);
  const [text = ""] = emails.map(textOf);
  for (const part of ["To: dan@example.com", "Subject: You are invited to Banter", link])
    assert.ok(text.includes(part), text);
  assert.equal(emails.length, 1);
});

test("names of people and workspaces cannot make an invitation tell something else", async (t) => {
  const { url, emails } = await anSmtpServer(t);
  const { baseUrl, deps } = await testApp(t, { mail: { url, from: "banter@example.com" } });
  const owner = await aMember(deps, { name: "Your bank: confirm at https://evil.example/login" });
  const { api } = await signedIn(baseUrl, owner);
  const params = { workspace_id: owner.workspaceId };
  await api("PATCH /workspaces/:workspace_id", { params, body: { name: "pay.evil.example" } });

  const body = { role: "agent" as const, email: "dan@example.com" };
  await api("POST /workspaces/:workspace_id/invitations", { params, body });
  await until(() => emails.length > 0);

  const [text = ""] = emails.map(textOf);
  assert.match(text, /^Subject: You are invited to Banter\r$/m);
  assert.ok(text.includes("Your bank confirm at https evil. example login invites you"), text);
  assert.ok(!text.includes("evil.example"), text);
});

test("the e-mails of a workspace and of a person are limited, and the refusal says when to try again", async (t) => {
  const { url, emails } = await anSmtpServer(t);
  const { baseUrl, deps } = await testApp(t, { mail: { url, from: "banter@example.com" } });
  const [owner, other] = [await aMember(deps), await aMember(deps)];
  const [his, hers] = [await signedIn(baseUrl, owner), await signedIn(baseUrl, other)];
  const invite = ({ fetch }: typeof his, workspaceId: number, email: string | null) =>
    fetch(`${baseUrl}/api/v1/workspaces/${workspaceId}/invitations`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ role: "agent", email }),
    });

  for (let number = 1; number <= 30; number++)
    assert.equal((await invite(his, owner.workspaceId, `dan${number}@example.com`)).status, 200);
  const refused = await invite(his, owner.workspaceId, "dan31@example.com");

  assert.equal(refused.status, 429);
  const seconds = Number(refused.headers.get("retry-after"));
  assert.ok(seconds > 3000 && seconds <= 3600, `${seconds}`);
  assert.equal((await invite(his, owner.workspaceId, null)).status, 200, "a link to pass on");
  const { workspace_id } = await his.api("POST /workspaces", { body: { name: "Second" } });
  assert.equal((await invite(his, workspace_id, "dan31@example.com")).status, 429, "another workspace of his");
  assert.equal((await invite(hers, other.workspaceId, "dan31@example.com")).status, 200);
  await until(() => emails.length === 31);
});

test("an owner makes another workspace, which is theirs alone; others may not", async () => {
  const owner = await aMember(deps);
  const member = await aMember(deps, { workspaceId: owner.workspaceId, role: "editor" });
  const [his, hers] = [await signedIn(baseUrl, owner), await signedIn(baseUrl, member)];

  const { workspace_id } = await his.api("POST /workspaces", { body: { name: "Café" } });

  assert.deepEqual((await his.api("GET /me")).workspaces.at(-1), { id: workspace_id, name: "Café", role: "owner" });
  const params = { workspace_id };
  await assert.rejects(hers.api("GET /workspaces/:workspace_id/members", { params }), { status: 404 });
  await assert.rejects(hers.api("POST /workspaces", { body: { name: "Mine" } }), { status: 403 });
  const { entries } = await his.api("GET /workspaces/:workspace_id/audit", { params });
  assert.deepEqual(
    entries.map(({ user, action, subject }) => [user, action, subject]),
    [[owner.email, "workspace_created", "Café"]],
  );
});

test("a removed member loses access at once, to that workspace only", async () => {
  const [owner, elsewhere] = [await aMember(deps), await aMember(deps)];
  const member = await aMember(deps, { workspaceId: owner.workspaceId, role: "editor" });
  await saveMember(deps.db, elsewhere.workspaceId, member.userId, "viewer");
  const [his, hers] = [await signedIn(baseUrl, owner), await signedIn(baseUrl, member)];
  const params = { workspace_id: owner.workspaceId, user_id: member.userId };
  await hers.api("GET /workspaces/:workspace_id/members", { params });

  await his.api("DELETE /workspaces/:workspace_id/members/:user_id", { params });

  await assert.rejects(hers.api("GET /workspaces/:workspace_id/members", { params }), { status: 404 });
  assert.deepEqual(
    (await hers.api("GET /me")).workspaces.map(({ id }) => id),
    [elsewhere.workspaceId],
  );
  await hers.api("GET /workspaces/:workspace_id/members", { params: { workspace_id: elsewhere.workspaceId } });
});

test("a changed role takes effect with the next call", async () => {
  const owner = await aMember(deps);
  const member = await aMember(deps, { workspaceId: owner.workspaceId, role: "editor" });
  const pageId = await aPageOf(deps, owner);
  const [his, hers] = [await signedIn(baseUrl, owner), await signedIn(baseUrl, member)];
  const addTag = (name: string) =>
    hers.api("POST /pages/:page_id/tags", { params: { page_id: pageId }, body: { name } });
  await addTag("vip");

  const params = { workspace_id: owner.workspaceId, user_id: member.userId };
  await his.api("PATCH /workspaces/:workspace_id/members/:user_id", { params, body: { role: "viewer" } });

  await assert.rejects(addTag("new"), { status: 403, code: "forbidden" });
  assert.equal((await hers.api("GET /pages/:page_id", { params: { page_id: pageId } })).role, "viewer");
});

test("the last owner cannot be removed, even if two owners remove each other at once", async () => {
  const one = await aMember(deps);
  const two = await aMember(deps, { workspaceId: one.workspaceId });
  const [first, second] = [await signedIn(baseUrl, one), await signedIn(baseUrl, two)];
  const of = (userId: string) => ({ params: { workspace_id: one.workspaceId, user_id: userId } });

  await Promise.allSettled([
    first.api("PATCH /workspaces/:workspace_id/members/:user_id", { ...of(two.userId), body: { role: "viewer" } }),
    second.api("PATCH /workspaces/:workspace_id/members/:user_id", { ...of(one.userId), body: { role: "viewer" } }),
  ]);

  const members = await deps.db.many<{ userId: string; role: string }>(sql`
    select user_id, role from members where workspace_id = ${one.workspaceId} and role = 'owner'`);
  assert.equal(members.length, 1);
  const last = members[0]?.userId ?? "";
  const { api } = last === one.userId ? first : second;
  await assert.rejects(api("DELETE /workspaces/:workspace_id/members/:user_id", of(last)), { status: 409 });
  const demoted = api("PATCH /workspaces/:workspace_id/members/:user_id", { ...of(last), body: { role: "editor" } });
  await assert.rejects(demoted, { status: 409 });
});

test("the audit log lists successful changes with their user, newest first", async () => {
  const owner = await aMember(deps);
  const pageId = await aPageOf(deps, owner);
  const { api } = await signedIn(baseUrl, owner);
  const params = { page_id: pageId };
  await api("POST /pages/:page_id/tags", { params, body: { name: "vip" } });
  await assert.rejects(api("POST /pages/:page_id/tags", { params, body: { name: "vip" } }), { status: 409 });
  await api("PATCH /workspaces/:workspace_id", { params: { workspace_id: owner.workspaceId }, body: { name: "Café" } });

  const read = (query: { page_id?: string; before?: number } = {}) =>
    api("GET /workspaces/:workspace_id/audit", { params: { workspace_id: owner.workspaceId }, query });
  const { entries } = await read();

  assert.deepEqual(
    entries.map(({ user, page_id, action, subject }) => [user, page_id, action, subject]),
    [
      [owner.email, null, "workspace_renamed", "Café"],
      [owner.email, pageId, "tag_created", "vip"],
      [owner.email, null, "logged_in", "127.0.0.1"],
    ],
  );
  assert.match(entries[0]?.at ?? "", /^\d{4}-\d\d-\d\dT.*Z$/);
  assert.equal((await read({ page_id: pageId })).entries.length, 1);
  assert.equal((await read({ before: entries[0]?.id })).entries.length, 2);
});

test("the audit log is filtered by person, action, time and subject", async () => {
  const owner = await aMember(deps);
  const editor = await aMember(deps, { workspaceId: owner.workspaceId, role: "editor" });
  const pageId = await aPageOf(deps, owner);
  const [{ api }, his] = [await signedIn(baseUrl, owner), await signedIn(baseUrl, editor)];
  const params = { page_id: pageId };
  const vip = await his.api("POST /pages/:page_id/tags", { params, body: { name: "VIP 100%" } });
  await api("POST /pages/:page_id/tags", { params, body: { name: "newsletter" } });
  await api("POST /pages/:page_id/fields", { params, body: { name: "size", type: "text" } });
  const subjects = async (query: Record<string, string>) => {
    const { entries } = await api("GET /workspaces/:workspace_id/audit", {
      params: { workspace_id: owner.workspaceId },
      query: { page_id: pageId, ...query },
    });
    return entries.map(({ subject }) => subject);
  };
  const [hour, now] = [3_600_000, Date.now()];

  assert.deepEqual(await subjects({ user_id: editor.userId }), ["VIP 100%"]);
  assert.deepEqual(await subjects({ user_id: "" }), []);
  assert.deepEqual(await subjects({ action: "tag_created" }), ["newsletter", "VIP 100%"]);
  assert.deepEqual(await subjects({ search: "ip 100%" }), ["VIP 100%"]);
  assert.deepEqual(await subjects({ search: "1%" }), []);
  assert.deepEqual(await subjects({ from: new Date(now + hour).toISOString() }), []);
  assert.deepEqual(await subjects({ until: new Date(now - hour).toISOString() }), []);
  assert.equal((await subjects({ from: new Date(now - hour).toISOString() })).length, 3);
  const { entries } = await api("GET /workspaces/:workspace_id/audit", {
    params: { workspace_id: owner.workspaceId },
    query: { action: "tag_created", user_id: editor.userId },
  });
  assert.equal(entries[0]?.subject_id, vip.id);
});

test("repeated saves of a draft make one audit entry", async () => {
  const owner = await aMember(deps);
  const pageId = await aPageOf(deps, owner);
  const { api } = await signedIn(baseUrl, owner);
  const params = { page_id: pageId };
  const draft = { version: 1, start: null, steps: {} };
  for (const name of ["One", "Two"]) {
    const flow = await api("POST /pages/:page_id/flows", { params, body: { name, folder_id: null } });
    for (const revision of [1, 2, 3])
      await api("PUT /pages/:page_id/flows/:flow_id/draft", {
        params: { ...params, flow_id: flow.id },
        body: { draft, revision },
      });
  }

  const { entries } = await api("GET /workspaces/:workspace_id/audit", {
    params: { workspace_id: owner.workspaceId },
  });

  assert.deepEqual(
    entries.filter(({ action }) => action === "draft_saved").map(({ subject }) => subject),
    ["Two", "One"],
  );
});
