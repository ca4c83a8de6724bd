import assert from "node:assert/strict";
import { test } from "node:test";
import { webhookOrder } from "./webhook-order.ts";

/** When a webhook comes, whose it is, its number if any, and whether its events wait. */
type Step = [at: number, psid: string, waits: boolean, number?: number];

const cases: Record<string, Step[]> = {
  "the first event after a silence is handled at once, those that follow closely wait": [
    [0, "ann", false],
    [100, "ann", true],
    [1900, "ann", true],
    [3800, "ann", true],
    [6000, "ann", false],
  ],
  "customers have nothing to do with each other": [
    [0, "ann", false],
    [1, "bob", false],
    [2, "ann", true],
    [3, "cid", false],
  ],
  "numbers without a gap are handled at once, however close": [
    [0, "ann", false, 7],
    [1, "ann", false, 8],
    [2, "bob", false, 9],
    [3, "ann", false, 10],
  ],
  "a number that comes again is no gap": [
    [0, "ann", false, 7],
    [1, "ann", false, 7],
    [2, "ann", false, 8],
    [3, "ann", false, 7],
    [4, "ann", false, 9],
  ],
  "the first number that this node sees is no gap": [[0, "ann", false, 123_456]],
  "a gap makes those after it wait until it is filled": [
    [0, "ann", false, 7],
    [1, "bob", true, 9],
    [2, "cid", true, 10],
    [3, "dan", false, 8],
    [4, "eve", false, 11],
  ],
  "of two gaps both must be filled": [
    [0, "ann", false, 7],
    [1, "bob", true, 9],
    [2, "cid", true, 11],
    [3, "dan", false, 8],
    [4, "eve", true, 12],
    [5, "fay", false, 10],
    [6, "gus", false, 13],
  ],
  "nobody overtakes their own event that waits": [
    [0, "ann", false, 7],
    [1, "ann", true, 9],
    [2, "ann", true, 8],
    [3, "ann", true, 10],
    [4, "bob", false, 11],
    [3000, "ann", false, 12],
  ],
  "a number that comes again while it waits changes nothing for the next ones": [
    [0, "ann", false, 7],
    [1, "bob", true, 9],
    [2, "bob", true, 9],
    [2100, "bob", false, 10],
  ],
  "a gap that is not filled in time is given up": [
    [0, "ann", false, 7],
    [1, "bob", true, 9],
    [200, "cid", true, 10],
    [252, "dan", false, 11],
    [253, "eve", false, 12],
  ],
  "a number far ahead, as after a week of silence, waits once": [
    [0, "ann", false, 7],
    [10_000, "bob", true, 900_000_000],
    [10_300, "cid", false, 900_000_001],
  ],
  "a number far back, as after a week of silence, is where counting begins anew": [
    [0, "ann", false, 900_000_000],
    [10_000, "bob", false, 500],
    [10_001, "cid", false, 501],
    [10_002, "dan", true, 503],
  ],
};

for (const [name, steps] of Object.entries(cases)) {
  test(name, () => {
    let at = 0;
    const order = webhookOrder(250, () => at);

    const seen = steps.map(([when, psid, , number]) => {
      at = when;
      return order.arrived("page", [psid], number).has(psid);
    });

    assert.deepEqual(
      seen,
      steps.map(([, , waits]) => waits),
    );
  });
}

test("a webhook without events counts among the numbers", () => {
  const order = webhookOrder(250, () => 0);

  order.arrived("page", ["ann"], 7);
  order.arrived("page", [], 8);

  assert.deepEqual(order.arrived("page", ["ann"], 9), new Set());
});

test("all events of one webhook go together", () => {
  const order = webhookOrder(250, () => 0);

  assert.deepEqual(order.arrived("page", ["ann", "ann", "bob"]), new Set());
  assert.deepEqual(order.arrived("page", ["ann", "cid", "ann"]), new Set(["ann"]));
});

test("pages have nothing to do with each other", () => {
  const order = webhookOrder(250, () => 0);

  for (const page of ["one", "two"]) assert.deepEqual(order.arrived(page, ["ann"]), new Set());
  for (const [page, number] of [
    ["three", 7],
    ["four", 9],
    ["three", 8],
  ] as const)
    assert.deepEqual(order.arrived(page, ["ann"], number), new Set());
});

test("zero milliseconds: nothing ever waits", () => {
  const order = webhookOrder(0, () => 0);

  order.arrived("page", ["ann"], 7);
  assert.deepEqual(order.arrived("page", ["ann"], 9), new Set());
  order.arrived("page", ["bob"]);
  assert.deepEqual(order.arrived("page", ["bob"]), new Set());
});

test("those who wait keep waiting for as long as their mail may lie in the mailbox", () => {
  let at = 0;
  const order = webhookOrder(5000, () => at);
  order.arrived("page", ["ann"]);

  at = 9000;
  assert.deepEqual(order.arrived("page", ["ann"]), new Set(["ann"]));
  at = 19_500;
  assert.deepEqual(order.arrived("page", ["ann"]), new Set());
});
