import assert from "node:assert/strict";
import { test } from "node:test";
import { type Committed, createRecent } from "./recent.ts";

const lease = (epoch = 1, pageId = "web_1") => ({ pageId, nodeId: "node", epoch });
const at = (throughId: number, pageId = "web_1") => ({ pageId, throughId });
/** A turn with its messages: the ids from one to the other. */
const row = (id: number, throughId = id): Committed => ({ id, throughId });

function recentOf(maxBytes = 1000) {
  const recent = createRecent<Committed>(() => 10, maxBytes);
  const idsAfter = (throughId: number, { epoch = 1, limit = 100 } = {}) =>
    recent.findNext(lease(epoch), at(throughId), limit)?.rows.map(({ id }) => id);
  return { recent, idsAfter };
}

test("rows are known from the first one on, in their order", () => {
  const { recent, idsAfter } = recentOf();
  recent.add(lease(), [row(10, 12), row(13)]);
  recent.add(lease(), [row(20, 25)]);

  assert.equal(idsAfter(8), undefined, "something may be between");
  assert.deepEqual(idsAfter(9), [10, 13, 20]);
  assert.deepEqual(idsAfter(12), [13, 20]);
  assert.deepEqual(idsAfter(25), []);
  assert.equal(idsAfter(11), undefined, "a part of a turn is digested");
  assert.deepEqual(recent.findNext(lease(), at(9), 2), { rows: [row(10, 12), row(13)], isComplete: false });
  assert.deepEqual(recent.findNext(lease(), at(12), 2)?.isComplete, true);
});

test("rows that are digested are let go, and later ones still are all that follows", () => {
  const { recent, idsAfter } = recentOf();
  recent.add(lease(), [row(10), row(11)]);

  recent.release(at(11));
  recent.add(lease(), [row(30)]);

  assert.deepEqual(idsAfter(11), [30]);
  assert.equal(recent.findLease(at(11))?.epoch, 1);
});

test("after a drop, and under another lease, rows are known from the next one on", () => {
  const { recent, idsAfter } = recentOf();
  recent.add(lease(), [row(10)]);

  recent.drop("web_1");
  assert.equal(recent.findLease(at(10)), undefined);
  recent.add(lease(), [row(20)]);
  assert.equal(idsAfter(10), undefined);
  assert.deepEqual(idsAfter(19), [20]);

  recent.add(lease(3), [row(40)]);
  assert.equal(idsAfter(20, { epoch: 3 }), undefined, "another owner may have written between");
  assert.equal(idsAfter(39, { epoch: 1 }), undefined);
  assert.deepEqual(idsAfter(39, { epoch: 3 }), [40]);
});

test("if there is too much, the page with the most is dropped", () => {
  const { recent } = recentOf(50);
  recent.add(lease(1, "web_1"), [row(1), row(2), row(3)]);
  recent.add(lease(1, "web_2"), [row(4)]);

  recent.add(lease(1, "web_2"), [row(5), row(6)]);

  assert.equal(recent.findLease(at(0, "web_1")), undefined);
  assert.equal(recent.findLease(at(3, "web_2"))?.pageId, "web_2");
  recent.add(lease(1, "web_3"), [row(7), row(8)]);
  assert.equal(recent.findLease(at(6, "web_3"))?.pageId, "web_3", "there is room again");
});
