import assert from "node:assert/strict";
import { test } from "node:test";
import { webhookOrder } from "./webhook-order.ts";

/** A webhook's time and customer, the expected result, and its number if any. */
type Step = [at: number, psid: string, isHeld: boolean, number?: number];

const cases: Record<string, Step[]> = {
  "the first event after a silence is handled at once, events soon after it are held": [
    [0, "ann", false],
    [100, "ann", true],
    [1900, "ann", true],
    [3800, "ann", true],
    [6000, "ann", false],
  ],
  "customers do not affect each other": [
    [0, "ann", false],
    [1, "bob", false],
    [2, "ann", true],
    [3, "cid", false],
  ],
  "numbers without a gap are handled at once, even in quick succession": [
    [0, "ann", false, 7],
    [1, "ann", false, 8],
    [2, "bob", false, 9],
    [3, "ann", false, 10],
  ],
  "a repeated number is no gap": [
    [0, "ann", false, 7],
    [1, "ann", false, 7],
    [2, "ann", false, 8],
    [3, "ann", false, 7],
    [4, "ann", false, 9],
  ],
  "the first number that this node sees is no gap": [[0, "ann", false, 123_456]],
  "events after a gap are held until it is filled": [
    [0, "ann", false, 7],
    [1, "bob", true, 9],
    [2, "cid", true, 10],
    [3, "dan", false, 8],
    [4, "eve", false, 11],
  ],
  "two gaps must both be filled": [
    [0, "ann", false, 7],
    [1, "bob", true, 9],
    [2, "cid", true, 11],
    [3, "dan", false, 8],
    [4, "eve", true, 12],
    [5, "fay", false, 10],
    [6, "gus", false, 13],
  ],
  "a customer's later events do not overtake a held one": [
    [0, "ann", false, 7],
    [1, "ann", true, 9],
    [2, "ann", true, 8],
    [3, "ann", true, 10],
    [4, "bob", false, 11],
    [3000, "ann", false, 12],
  ],
  "a number repeated while it is held changes nothing for later ones": [
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
  "a number far ahead, as after a week of silence, is held once": [
    [0, "ann", false, 7],
    [10_000, "bob", true, 900_000_000],
    [10_300, "cid", false, 900_000_001],
  ],
  "a number far back, as after a week of silence, restarts the counting": [
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
      steps.map(([, , isHeld]) => isHeld),
    );
  });
}

test("a webhook without events still counts in the numbering", () => {
  const order = webhookOrder(250, () => 0);

  order.arrived("page", ["ann"], 7);
  order.arrived("page", [], 8);

  assert.deepEqual(order.arrived("page", ["ann"], 9), new Set());
});

test("all events of one webhook are treated alike", () => {
  const order = webhookOrder(250, () => 0);

  assert.deepEqual(order.arrived("page", ["ann", "ann", "bob"]), new Set());
  assert.deepEqual(order.arrived("page", ["ann", "cid", "ann"]), new Set(["ann"]));
});

test("pages do not affect each other", () => {
  const order = webhookOrder(250, () => 0);

  for (const page of ["one", "two"]) assert.deepEqual(order.arrived(page, ["ann"]), new Set());
  for (const [page, number] of [
    ["three", 7],
    ["four", 9],
    ["three", 8],
  ] as const)
    assert.deepEqual(order.arrived(page, ["ann"], number), new Set());
});

test("with 0 milliseconds nothing is held", () => {
  const order = webhookOrder(0, () => 0);

  order.arrived("page", ["ann"], 7);
  assert.deepEqual(order.arrived("page", ["ann"], 9), new Set());
  order.arrived("page", ["bob"]);
  assert.deepEqual(order.arrived("page", ["bob"]), new Set());
});

test("customers stay watched for as long as their held mail may be in the mailbox", () => {
  let at = 0;
  const order = webhookOrder(5000, () => at);
  order.arrived("page", ["ann"]);

  at = 9000;
  assert.deepEqual(order.arrived("page", ["ann"]), new Set(["ann"]));
  at = 19_500;
  assert.deepEqual(order.arrived("page", ["ann"]), new Set());
});
