import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { BroadcastSpec } from "@banter/core/audience/broadcast.ts";
import { defaultAudience } from "@banter/core/audience/settings.ts";
import type { z } from "zod";
import { sql } from "../../../../store/db/sql.ts";
import { someCustomers } from "../../../../test/customers.ts";
import { testNode } from "../../../../test/node.ts";
import { aMember, aPageOf, signedIn } from "../../../../test/people.ts";
import { until } from "../../../../test/until.ts";

const { baseUrl, deps } = await testNode({ after });
const { db } = deps;
const owner = await aMember(deps);
const { api } = await signedIn(baseUrl, owner);

type Spec = z.input<typeof BroadcastSpec>;

const saying = (text: string) => ({
  type: "content" as const,
  content: { messages: [{ type: "text" as const, text }] },
});

/** A page whose rules do not depend on the time of the day, with these customers. */
async function aShop(...psids: string[]) {
  const page_id = await aPageOf(deps, owner);
  const params = { page_id };
  await api("PUT /pages/:page_id/audience", { params, body: { ...defaultAudience, quiet_hours: null } });
  await someCustomers(
    deps,
    page_id,
    psids.map((psid) => ({ psid })),
  );
  const make = (spec: Partial<Spec> = {}) =>
    api("POST /pages/:page_id/broadcasts", {
      params,
      body: { name: "News", spec: { audience: { type: "all" }, variants: [saying("New in!")], ...spec } },
    });
  const inOne = (broadcast_id: number) => ({ params: { page_id, broadcast_id } });
  const get = (id: number) => api("GET /pages/:page_id/broadcasts/:broadcast_id", inOne(id));
  const send = (id: number) => api("POST /pages/:page_id/broadcasts/:broadcast_id/send", inOne(id));
  const move = (id: number, to: "pause" | "resume" | "stop") =>
    api(`POST /pages/:page_id/broadcasts/:broadcast_id/${to}`, inOne(id));
  const whenDone = async (id: number) => {
    await until(async () => ["done", "failed"].includes((await get(id)).state));
    return get(id);
  };
  return { page_id, params, make, inOne, get, send, move, whenDone };
}

test("an erased customer is taken out of lists, and content stays as it is", async () => {
  const shop = await aShop("web_1", "web_2");
  const variants = [saying("web_1")];
  const listed = await shop.make({ audience: { type: "psids", psids: ["web_1", "web_2"] } });
  const toAll = await shop.make({ variants });

  await api("DELETE /pages/:page_id/customers/:psid", { params: { page_id: shop.page_id, psid: "web_1" } });
  const psids = async () => {
    const { audience } = (await shop.get(listed.id)).spec;
    return audience.type === "psids" && audience.psids;
  };
  await until(async () => !((await psids()) || []).includes("web_1"));
  assert.deepEqual(await psids(), ["", "web_2"]);
  assert.deepEqual((await shop.get(toAll.id)).spec.variants, variants);
});

test("a page has a thousand broadcasts at most", async () => {
  const shop = await aShop();
  await db.count(sql`
    insert into broadcasts (page_id, name, spec, user_id)
    select ${shop.page_id}, 'Old', '{"audience": {"type": "all"}, "variants": []}', '' from generate_series(1, 999)`);
  await shop.make();
  await assert.rejects(shop.make(), { status: 409 });
});

test("customers count once, also those whom an attempt that was killed has reached, and in another pass", async () => {
  const shop = await aShop("web_1", "web_2", "web_3");
  const { page_id } = shop;
  const { id } = await shop.make();
  await shop.send(id);
  assert.equal((await shop.whenDone(id)).done, 3);

  // As a node leaves it that is killed behind the mail of the first batch.
  const startAgain = (done: number, dueAt: "started_at" | "now()") =>
    db.count(sql`
      update broadcasts
         set state = 'running', position = null, done = ${done}, due_at = ${dueAt === "now()" ? sql`now()` : sql`started_at`}
       where page_id = ${page_id} and id = ${id}`);
  await startAgain(0, "started_at");
  assert.equal((await shop.whenDone(id)).done, 3);
  await startAgain(3, "now()");
  assert.equal((await shop.whenDone(id)).done, 3);
  assert.equal(await db.count(sql`select from messages where page_id = ${page_id}`), 3);
});

test("customers whom the index does not have yet when a broadcast starts get it too", async () => {
  const { page_id, make, send, get, whenDone } = await aShop();
  const { id } = await make();
  // Another node's indexing has the changes, and is killed while the broadcast starts.
  const indexing = db.transact(async (inIndexing) => {
    await db.count(sql`
      with saved as (insert into customers (page_id, psid) values (${page_id}, 'web_1'), (${page_id}, 'web_2')
                     returning page_id, psid),
           changed as (insert into customer_changes (page_id, psid) select page_id, psid from saved returning id)
      select from changed`);
    await inIndexing.many(sql`select from customer_changes where page_id = ${page_id} for update`);
    await send(id);
    await until(async () => (await get(id)).state !== "scheduled");
    await new Promise((resolve) => setTimeout(resolve, 300));
    throw new Error("killed");
  });

  await assert.rejects(indexing, /killed/);
  assert.equal((await whenDone(id)).done, 2);
});

/** A broadcast that has come to the first customer, for whom it waits: a person has taken over. */
async function aWaiting() {
  const shop = await aShop("web_1", "web_2", "web_3");
  const { page_id, get, make, send } = shop;
  const conversation = { params: { page_id, psid: "web_1" } };
  await api("POST /pages/:page_id/conversations/:psid/pause", { ...conversation, body: { minutes: 60 } });
  const { id } = await make({ per_minute: 1 });
  await send(id);
  await until(async () => (await get(id)).done === 1);
  const waiting = () =>
    db.count(
      sql`select from mailbox where page_id = ${page_id} and due_at > now() and event ->> 'type' = 'send_content'`,
    );
  await until(async () => (await waiting()) === 1);
  const messages = () => db.count(sql`select from messages where page_id = ${page_id}`);
  return { ...shop, id, conversation, waiting, messages };
}

test("a stop takes mail back that was accepted and waits", async () => {
  const { page_id, conversation, id, move, waiting, messages } = await aWaiting();

  await move(id, "stop");
  await api("POST /pages/:page_id/conversations/:psid/resume", conversation);
  await db.count(sql`update mailbox set due_at = now() where page_id = ${page_id}`);
  await until(async () => (await waiting()) === 0);
  await until(async () => (await db.count(sql`select from mailbox where page_id = ${page_id}`)) === 0);
  assert.equal(await messages(), 0);
});

test("nothing of a broadcast that was deleted goes out", async () => {
  const { id, inOne, move, waiting } = await aWaiting();

  await move(id, "stop");
  await api("DELETE /pages/:page_id/broadcasts/:broadcast_id", inOne(id));
  assert.equal(await waiting(), 0);
});

test("a broadcast goes on after a pause, but not after four weeks, when nobody knows who has got it", async () => {
  const { page_id, id, move } = await aWaiting();
  const rest = (days: number) =>
    db.count(sql`
      update broadcasts set due_at = now() - ${days} * interval '1 day' where page_id = ${page_id} and id = ${id}`);

  await move(id, "pause");
  await rest(29);
  await assert.rejects(move(id, "resume"), { status: 409 });
  await rest(27);
  await move(id, "resume");
  await move(id, "stop");
});
