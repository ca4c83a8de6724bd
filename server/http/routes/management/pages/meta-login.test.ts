import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { ChannelType } from "@banter/core/channels/index.ts";
import { Refusal } from "../../../../../sdk/manage.ts";
import { applyPageFile } from "../../../../domain/page-file/apply.ts";
import { createPageOn } from "../../../../domain/pages/page-settings.ts";
import { findPage } from "../../../../store/catalog/pages.ts";
import { refusalOf } from "../../../../test/agent.ts";
import { aFlow, aKeyword, aPageFile } from "../../../../test/builders.ts";
import { testNode } from "../../../../test/node.ts";
import { aMember, type Browser, type Member, signedIn } from "../../../../test/people.ts";
import { metaAppOf, startFacebook } from "../../../../test/platforms/facebook/facebook.ts";
import type { Facebook } from "../../../../test/platforms/facebook/stand-in.ts";

const t = { after };
const facebook = await startFacebook(t);
const node = await testNode(t, { metaApp: metaAppOf(facebook) });
const { baseUrl, deps } = node;
facebook.redirectUrls.push(`${baseUrl}/connect/facebook`);
const bakery = await facebook.addPage({
  id: "104000000000011",
  name: "Corner bakery",
  instagram: { id: "17841400000000011", username: "corner.bakery" },
});
const garage = await facebook.addPage({ id: "104000000000012", name: "Garage" });
await facebook.addPage({ id: "104000000000013", name: "Read only", tasks: ["ANALYZE"] });

async function anOwner() {
  const member = await aMember(deps);
  return { ...member, ...(await signedIn(baseUrl, member)) };
}

const paramsOf = ({ workspaceId }: Member) => ({ workspace_id: workspaceId });

/** Follows the dialog like a browser. Returns what it leads back with. */
async function passDialog(owner: Browser & Member, press: "Continue as Ann" | "Cancel" = "Continue as Ann") {
  const { url } = await owner.api("GET /workspaces/:workspace_id/meta_login", { params: paramsOf(owner) });
  const html = await (await fetch(url)).text();
  const [, address = ""] = new RegExp(`href="([^"]+)">${press}`).exec(html) ?? assert.fail(html);
  const { searchParams } = new URL(address.replaceAll("&amp;", "&"));
  return Object.fromEntries(searchParams) as { code: string; state: string; error?: string };
}

async function logIn(owner: Browser & Member) {
  const { code, state } = await passDialog(owner);
  return owner.api("POST /workspaces/:workspace_id/meta_login/accounts", {
    params: paramsOf(owner),
    body: { code, state },
  });
}

const connectWith = (owner: Browser & Member, ticket: string, channel: ChannelType, platform_id: string) =>
  owner.api("POST /workspaces/:workspace_id/meta_login/pages", {
    params: paramsOf(owner),
    body: { ticket, channel, platform_id, timezone: "Asia/Ho_Chi_Minh" },
  });

/** Lets the person grant only some permissions while `run` runs. */
async function granting(grants: Facebook["grants"], run: () => Promise<void>): Promise<void> {
  facebook.grants = grants;
  await run().finally(() => {
    facebook.grants = () => true;
  });
}

test("a login lists the person's pages and accounts, and the chosen ones answer customers at once", async () => {
  const owner = await anOwner();
  const { channels } = await owner.api("GET /channels");
  const { ticket, accounts, missing_permissions } = await logIn(owner);

  const page = await connectWith(owner, ticket, "messenger", bakery.id);
  const account = await connectWith(owner, ticket, "instagram", bakery.instagram?.id ?? "");

  assert.deepEqual(channels.flatMap(({ type, login }) => (login === "facebook" ? type : [])).toSorted(), [
    "instagram",
    "messenger",
  ]);
  assert.deepEqual(
    accounts.map(({ channel, name, may_message, page_id }) => [channel, name, may_message, page_id]),
    [
      ["messenger", "Corner bakery", true, null],
      ["instagram", "corner.bakery", true, null],
      ["messenger", "Garage", true, null],
      ["messenger", "Read only", false, null],
    ],
  );
  assert.deepEqual(missing_permissions, []);
  assert.ok(!ticket.includes("EAAPage") && !JSON.stringify(accounts).includes("EAA"));
  assert.deepEqual([page.connection.state, page.timezone], ["ready", "Asia/Ho_Chi_Minh"]);
  assert.equal(page.chat_url, `https://m.me/${bakery.id}`);
  assert.equal(account.chat_url, "https://ig.me/m/corner.bakery");
  assert.deepEqual(
    [...facebook.subscriptions].map(([object, { callback_url }]) => [object, callback_url]),
    [
      ["page", `${baseUrl}/webhooks/app/messenger`],
      ["instagram", `${baseUrl}/webhooks/app/instagram`],
    ],
  );
  // The account's subscription, made last, has not taken fields from the page's.
  assert.ok(bakery.graph.subscribed.includes("message_echoes"));
  for (const [id, graph] of [[page.id, bakery.graph] as const, [account.id, bakery.instagramGraph] as const]) {
    const file = aPageFile({ flows: [aFlow("Hello", "We open at seven")], keywords: [aKeyword("hours", "Hello")] });
    await applyPageFile(deps, id, file, { prune: true });
    const person = graph?.person("24001112223339") ?? assert.fail();
    assert.deepEqual(await person.say("hours"), [200]);
    await graph?.until(() => person.heard().includes("We open at seven"));
  }
  assert.deepEqual(facebook.refused, []);
  const connected = await owner.api("GET /pages/:page_id/channel", { params: { page_id: page.id } });
  assert.equal(connected.is_by_login, true);
});

test("a page that exists is connected again, and keeps what its owner has entered", async () => {
  const owner = await anOwner();
  const { workspaceId } = owner;
  const { id } = await createPageOn(deps, {
    ...{ workspaceId, channel: "messenger", name: "My garage", platformId: garage.id },
    settings: {
      ...{ pageToken: "EAAOld", appSecret: "old", verifyToken: "old", pageName: "my.garage", callsPerSecond: 7 },
      baseUrl: facebook.origin,
    },
  });
  const { ticket, accounts } = await logIn(owner);

  const page = await connectWith(owner, ticket, "messenger", garage.id);

  const known = accounts.find(({ platform_id }) => platform_id === garage.id);
  assert.deepEqual([known?.page_id, known?.is_taken], [id, false]);
  assert.deepEqual([page.id, page.name, page.chat_url], [id, "My garage", "https://m.me/my.garage"]);
  const settings = (await findPage(deps.db, id))?.channelSettings as Record<string, unknown>;
  assert.equal(settings.pageToken, garage.token);
  assert.equal(settings.appSecret, facebook.app.secret);
  assert.equal(settings.callsPerSecond, 7);
  const { entries } = await owner.api("GET /workspaces/:workspace_id/audit", { params: paramsOf(owner) });
  assert.deepEqual([entries[0]?.action, entries[0]?.subject], ["page_connected", "My garage"]);

  const other = await anOwner();
  const theirs = await logIn(other);
  assert.equal(theirs.accounts.find(({ platform_id }) => platform_id === garage.id)?.is_taken, true);
  assert.equal(await refusalOf(connectWith(other, theirs.ticket, "messenger", garage.id)), "409 conflict");
});

test("a page of the same workspace that waits for its first connection gets it", async () => {
  const owner = await anOwner();
  const late = await facebook.addPage({ id: "104000000000014", name: "Late" });
  const made = await createPageOn(deps, {
    ...{ workspaceId: owner.workspaceId, channel: "messenger", name: "Prepared", platformId: late.id },
  });
  const { ticket } = await logIn(owner);

  const page = await connectWith(owner, ticket, "messenger", late.id);

  assert.deepEqual([page.id, page.name, page.connection.state], [made.id, "Prepared", "ready"]);
});

test("permissions that were not granted are named", async () => {
  const owner = await anOwner();
  await granting(
    (permission) => !permission.startsWith("instagram_"),
    async () => {
      const { accounts, missing_permissions } = await logIn(owner);
      assert.ok(accounts.length > 2 && accounts.every(({ channel }) => channel === "messenger"));
      assert.deepEqual(missing_permissions, ["instagram_basic", "instagram_manage_messages"]);
    },
  );
  await granting(
    (permission) => permission !== "pages_messaging",
    async () => {
      const { accounts } = await logIn(owner);
      assert.ok(accounts.length > 2 && accounts.every(({ may_message }) => !may_message));
    },
  );
  await granting(
    () => false,
    async () => {
      const { accounts, missing_permissions } = await logIn(owner);
      assert.deepEqual(accounts, []);
      assert.ok(missing_permissions.includes("pages_show_list"));
    },
  );
});

test("the state and the ticket are good for their owner, workspace and minutes only", async () => {
  const [owner, thief] = [await anOwner(), await anOwner()];
  const { code, state } = await passDialog(owner);
  const list = (as: Browser & Member, given: { code: string; state: string }) =>
    refusalOf(as.api("POST /workspaces/:workspace_id/meta_login/accounts", { params: paramsOf(as), body: given }));

  assert.match(state, new RegExp(`^${owner.workspaceId}-v1\\.`));
  assert.equal(await list(thief, { code, state }), "403 forbidden");
  assert.equal(await list(owner, { code, state: "1-v1.abc.def" }), "409 conflict");
  assert.equal(facebook.codes.has(code), true);

  const { ticket } = await logIn(owner);
  assert.equal(await refusalOf(connectWith(thief, ticket, "messenger", bakery.id)), "403 forbidden");
  assert.equal(await refusalOf(connectWith(owner, state.slice(2), "messenger", bakery.id)), "409 conflict");
  assert.equal(await refusalOf(connectWith(owner, ticket, "messenger", "999")), "404 not_found");
  const { userId, workspaceId } = owner;
  const old = JSON.stringify({ userId, workspaceId, until: Date.now() - 60_000, value: [] });
  const oldTicket = deps.db.sealer.seal(old, "platform login ticket");
  await assert.rejects(connectWith(owner, oldTicket, "messenger", bakery.id), (error) => {
    assert.ok(error instanceof Refusal);
    assert.deepEqual([error.code, error.faults[0]?.path], ["conflict", "/ticket"]);
    return /too long ago/.test(error.message);
  });
});

test("Facebook's refusal of a code is quoted", async () => {
  const owner = await anOwner();
  const { code, state } = await passDialog(owner);
  const params = paramsOf(owner);
  const end = () => owner.api("POST /workspaces/:workspace_id/meta_login/accounts", { params, body: { code, state } });

  await end();

  await assert.rejects(end(), { code: "conflict", message: /^Facebook refused this login: .*has been used/ });
});

test("a server without an app offers no login", async (t) => {
  const plain = await testNode(t);
  const member = await aMember(plain.deps);
  const { api } = await signedIn(plain.baseUrl, member);

  const { channels } = await api("GET /channels");

  assert.ok(channels.every(({ login }) => login === null));
  const asked = api("GET /workspaces/:workspace_id/meta_login", { params: paramsOf(member) });
  await assert.rejects(asked, { code: "conflict", message: /META_APP_ID/ });
});
