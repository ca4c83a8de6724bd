import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Test } from "@banter/core/test/at-end.ts";
import { createPage } from "../../domain/pages/pages.ts";
import { sql } from "../../store/db/sql.ts";
import { claimLease } from "../../store/runtime/leases.ts";
import type { MessageRow } from "../../store/runtime/messages/messages.ts";
import { testDatabase } from "../../test/app.ts";
import { CustomerQueues } from "./customer-queues.ts";
import type { OutgoingItem } from "./item.ts";
import { newMessage } from "./item-from-row.ts";
import { LoadedMessages, maxAhead } from "./loaded-messages.ts";

test("a message with a recorded attempt stays in memory although the window is full", async (t) => {
  const setting = await openWindow(t, maxAhead);
  const { window, queues } = setting;

  window.add([await storeMessage(setting, { id: maxAhead + 1, status: "sending" })]);

  assert.equal(queues.length, maxAhead + 1);
  assert.deepEqual(statesOf(setting, maxAhead + 1), ["recorded"]);
  assert.ok(window.isComplete());
});

test("a message with a recorded attempt stays in memory behind messages that do not fit", async (t) => {
  const setting = await openWindow(t, maxAhead);
  const { window, queues } = setting;
  const batch: OutgoingItem[] = [];
  for (let id = maxAhead + 1; id <= maxAhead + 10; id++)
    batch.push(await storeMessage(setting, { id, status: "queued" }));
  batch.push(await storeMessage(setting, { id: maxAhead + 11, status: "sending" }));

  window.add(batch);

  assert.equal(queues.length, maxAhead + 1);
  assert.deepEqual(statesOf(setting, maxAhead + 11), ["recorded"]);
  assert.equal(window.cursor(), maxAhead);

  await finishOldest(setting, 1500);
  window.refill();
  await window.whenRead();

  assert.deepEqual(idsOf(setting), range(1501, maxAhead + 11));
  assert.deepEqual(statesOf(setting, maxAhead + 11), ["recorded"], "once, and not as an attempt of unknown result");
  assert.ok(window.isComplete());
});

test("a message that is added while the table is read is in memory once", async (t) => {
  const setting = await openWindow(t, maxAhead + 500);
  const { window } = setting;
  await finishOldest(setting, 1500);
  const added = await storeMessage(setting, { id: maxAhead + 501, status: "sending" });

  window.refill();
  window.add([added]);
  await window.whenRead();

  assert.deepEqual(idsOf(setting), range(1501, maxAhead + 501));
  assert.deepEqual(statesOf(setting, maxAhead + 501), ["recorded"]);
});

test("messages that do not fit are read when there is room", async (t) => {
  const setting = await openWindow(t, maxAhead + 500);
  const { window } = setting;
  assert.deepEqual(idsOf(setting), range(1, maxAhead));
  assert.ok(!window.isComplete());

  await finishOldest(setting, 1500);
  window.refill();
  await window.whenRead();

  assert.deepEqual(idsOf(setting), range(1501, maxAhead + 500));
  assert.ok(window.isComplete());
});

test("a reply to a full window has all messages of its customer read, in order", async (t) => {
  const setting = await openWindow(t, maxAhead + 10);
  const { window, queues } = setting;
  const psid = `web_${maxAhead + 5}`;
  assert.ok(!queues.has(psid));

  window.add([await storeMessage(setting, { id: maxAhead + 11, psid, lane: "reply", status: "queued" })]);
  await window.whenRead();

  const ofCustomer = queues.all().filter(({ message }) => message.psid === psid);
  assert.deepEqual(
    ofCustomer.map(({ message }) => message.id),
    [maxAhead + 5, maxAhead + 11],
  );
  assert.equal(window.cursor(), maxAhead);
});

type Setting = Awaited<ReturnType<typeof openWindow>>;

/** The window of a page with `queued` messages, each to another customer. */
async function openWindow(t: Test, queued: number) {
  const db = await testDatabase(t);
  const pageId = await createPage({ db }, { name: "Shop" });
  const nodeId = randomUUID();
  const lease = { pageId, nodeId, epoch: (await claimLease(db, pageId, nodeId)) ?? assert.fail() };
  await db.count(sql`
    insert into messages (page_id, id, psid, turn_id, lane, content, status, created_at)
    select ${pageId}, number, 'web_' || number, 1, 'bulk', '{"type":"text","text":"Hello"}', 'queued', now()
      from generate_series(1, ${queued}) as number`);
  const queues = new CustomerQueues(() => undefined);
  const window = new LoadedMessages({
    ...{ db, lease, queues },
    listPending: () => [],
    isUncalled: () => false,
    confirmMs: () => 90_000,
    onRead: () => undefined,
    onError: (error) => assert.fail(String(error)),
  });
  await window.open();
  return { db, pageId, queues, window };
}

/** Stores a message as the commit of a turn does: as `sending` if its attempt is recorded at once. */
async function storeMessage(
  { db, pageId }: Setting,
  given: Pick<MessageRow, "id" | "status"> & Partial<MessageRow>,
): Promise<OutgoingItem> {
  const row: MessageRow = {
    ...{ page_id: pageId, psid: `web_${given.id}`, turn_id: 1, flow_id: null, version: null, step: null },
    ...{ send_id: null, lane: "bulk", message_tag: null, content: { type: "text", text: "Hello" }, reason: null },
    attempts: given.status === "sending" ? 1 : 0,
    ...given,
  };
  await db.count(sql`
    insert into messages (page_id, id, psid, turn_id, lane, content, status, created_at)
    values (${pageId}, ${row.id}, ${row.psid}, 1, ${row.lane}, ${JSON.stringify(row.content)}, ${row.status}, now())`);
  return newMessage(row);
}

async function finishOldest({ db, pageId, queues }: Setting, count: number): Promise<void> {
  const oldest = queues.all().slice(0, count);
  const ids = oldest.map(({ message }) => message.id);
  await db.count(sql`
    update messages set status = 'sent' where page_id = ${pageId} and id = any (${ids}::bigint[])`);
  for (const item of oldest) queues.replace({ ...item, state: { name: "finished" } });
}

const idsOf = ({ queues }: Setting) =>
  queues
    .all()
    .map(({ message }) => message.id)
    .toSorted((one, other) => one - other);

const statesOf = ({ queues }: Setting, id: number) =>
  queues.all().flatMap(({ message, state }) => (message.id === id ? state.name : []));

const range = (from: number, through: number) => Array.from({ length: through - from + 1 }, (_, index) => from + index);
