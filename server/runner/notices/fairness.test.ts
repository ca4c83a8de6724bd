import assert from "node:assert/strict";
import { createECDH, randomBytes } from "node:crypto";
import { after, test } from "node:test";
import type { Test } from "@banter/core/test/at-end.ts";
import { sql } from "../../store/db/sql.ts";
import { addPageNotification } from "../../store/notifications/notifications.ts";
import { aServer, aSlowServer } from "../../test/loopback-server.ts";
import { testNode } from "../../test/node.ts";
import { aMember, aPageOf, signedIn } from "../../test/people.ts";
import { until } from "../../test/until.ts";

const { baseUrl, deps } = await testNode({ after }, { allowPrivateHosts: ["127.0.0.1"] });

/** More than the server tries at the same time. */
const many = 300;

async function aTeam() {
  const owner = await aMember(deps);
  const pageId = await aPageOf(deps, owner);
  const { api } = await signedIn(baseUrl, owner);
  const tellAt = (url: string) =>
    api("PUT /pages/:page_id/notification_ways", {
      params: { page_id: pageId },
      body: { telegram: null, webhook: { url, kinds: ["disconnected", "platform"] }, language: "en" },
    });
  return { owner, pageId, api, tellAt };
}

/** Another team. `isTold` tells it something, and resolves when its webhook has it. */
async function someoneElse(t: Test) {
  const { pageId, tellAt } = await aTeam();
  const program = await aServer(t, (_, response) => response.writeHead(204).end());
  await tellAt(`${program.origin}/hook`);
  return {
    async isTold() {
      await addPageNotification(deps.db, pageId, "disconnected", "Token expired");
      await until(() => program.seen.length === 1);
    },
  };
}

test("webhooks of one page that hang hold up nobody else", async (t) => {
  const [{ pageId, tellAt }, other] = [await aTeam(), await someoneElse(t)];
  const silent = await aSlowServer(t);
  await tellAt(`${silent.origin}/hook`);
  await deps.db.count(sql`
    insert into notices (page_id, way) select ${pageId}, 'webhook' from generate_series(1, ${many}::int)`);
  await until(() => silent.open.size >= 10);

  await other.isTold();

  assert.ok(silent.most() <= 10, `${silent.most()} attempts of one page at a time`);
  await deps.db.count(sql`delete from notices where page_id = ${pageId}`);
  for (const response of silent.open.keys()) response.end();
});

test("notices of one user hold up nobody else", async (t) => {
  const [{ owner, api }, other] = [await aTeam(), await someoneElse(t)];
  const silent = await aSlowServer(t);
  const endpoint = `${silent.origin}/push`;
  const keys = {
    p256dh: createECDH("prime256v1").generateKeys("base64url"),
    auth: randomBytes(16).toString("base64url"),
  };
  await api("POST /push_subscriptions", { body: { endpoint, keys } });
  await deps.db.count(sql`
    insert into notices (page_id, way, user_id, endpoint)
    select '', 'browser', ${owner.userId}, ${endpoint} from generate_series(1, ${many}::int)`);
  await until(() => silent.open.size >= 10);

  await other.isTold();

  assert.ok(silent.most() <= 10, `${silent.most()} attempts of one user at a time`);
  await deps.db.count(sql`delete from notices where user_id = ${owner.userId}`);
  for (const response of silent.open.keys()) response.end();
});

test("a page with more notices than it may send at a time gets all of them, one after another", async (t) => {
  const { pageId, tellAt } = await aTeam();
  const program = await aServer(t, (_, response) => response.writeHead(204).end());
  await tellAt(`${program.origin}/hook`);
  await deps.db.count(sql`
    insert into notices (page_id, way) select ${pageId}, 'webhook' from generate_series(1, ${many}::int)`);

  await until(async () => (await deps.db.many(sql`select from notices where page_id = ${pageId}`)).length === 0);

  assert.equal(new Set(program.seen.map(({ body }) => JSON.parse(body).id)).size, many);
});

test("new notifications of one page hold up nobody else", async (t) => {
  const [{ pageId }, other] = [await aTeam(), await someoneElse(t)];
  // Pages were read in the order of their ids: this one comes first.
  await deps.db.count(sql`
    insert into notifications (page_id, id, kind, text, created_at, is_new)
    select ${pageId}, 1000000 + number, 'platform', 'News', now(), true
      from generate_series(1, 20000) as number`);

  await other.isTold();

  const left = await deps.db.count(sql`update notifications set is_new = false where page_id = ${pageId} and is_new`);
  assert.ok(left > 0, "all of them came first");
});
