import assert from "node:assert/strict";
import { test } from "node:test";
import { requestLine, type Turn } from "./request-line.ts";

const leaseOf = (pageId: string) => ({ pageId, nodeId: "node", epoch: 1 });

function aLine(max: number, pages: Record<string, number[]>) {
  const line = requestLine(max);
  for (const [pageId, ids] of Object.entries(pages)) line.add(leaseOf(pageId), ids);
  const turns: Turn[] = [];
  /** Starts all requests that may start, and returns them. */
  const start = () => {
    const started: number[] = [];
    for (let turn = line.next(); turn; turn = line.next()) {
      turns.push(turn);
      started.push(turn.id);
    }
    return started;
  };
  const end = (id: number) => line.ended(turns.find((turn) => turn.id === id) ?? assert.fail());
  return { ...line, start, end };
}

test("pages take turns, and each runs at most four requests", () => {
  const line = aLine(100, { a: [1, 2, 3, 4, 5, 6], b: [11, 12], c: [21] });

  assert.deepEqual(line.start(), [1, 11, 21, 2, 12, 3, 4]);
  line.end(2);
  assert.deepEqual(line.start(), [5]);
});

test("a new page waits for at most one request of each other page", () => {
  const line = aLine(3, { a: [1, 2, 3, 4, 5], b: [11, 12, 13, 14, 15] });
  assert.deepEqual(line.start(), [1, 11, 2]);
  line.add(leaseOf("c"), [21]);

  for (const id of [1, 11, 2]) line.end(id);

  assert.deepEqual(line.start(), [12, 3, 21]);
});

test("a running request is not started again, and the page has its newest lease", () => {
  const line = aLine(10, { a: [1, 2] });
  line.start();

  line.add({ ...leaseOf("a"), epoch: 2 }, [1, 2, 3]);
  const turn = line.next();

  assert.deepEqual([turn?.id, turn?.page.lease.epoch], [3, 2]);
  assert.equal(line.next(), undefined);
});
