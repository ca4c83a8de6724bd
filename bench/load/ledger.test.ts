import assert from "node:assert/strict";
import { test } from "node:test";
import { openLedger } from "./ledger.ts";

const arrive = (ledger: ReturnType<typeof openLedger>, to: string, ...codes: string[]) => {
  for (const [at, code] of codes.entries()) ledger.arrived([to, code, at, "m", ""]);
};

test("a job is done when its last message arrives", () => {
  const ledger = openLedger();
  const done: number[] = [];
  ledger.begin("1", ["a", "b"], (at) => done.push(at));
  arrive(ledger, "1", "a");
  assert.deepEqual([done, ledger.countMissing()], [[], 1]);
  arrive(ledger, "1", "b");
  assert.deepEqual([done.length, ledger.countMissing()], [1, 0]);
  assert.deepEqual(ledger.counts, { begun: 1, done: 1, duplicates: 0, disordered: 0 });
});

test("messages of one job in the wrong order are an order fault", () => {
  const ledger = openLedger();
  ledger.begin("1", ["a", "b"], () => {});
  arrive(ledger, "1", "b", "a");
  assert.equal(ledger.counts.disordered, 1);
  assert.equal(ledger.countMissing(), 0);
});

test("an answer to the customer's second message before the first is an order fault", () => {
  const ledger = openLedger();
  ledger.begin("1", ["a"], () => {});
  ledger.begin("1", ["b"], () => {});
  arrive(ledger, "1", "b", "a");
  assert.equal(ledger.counts.disordered, 1);
});

test("customers do not wait for each other", () => {
  const ledger = openLedger();
  ledger.begin("1", ["a"], () => {});
  ledger.begin("2", ["b"], () => {});
  arrive(ledger, "2", "b");
  arrive(ledger, "1", "a");
  assert.deepEqual(ledger.counts, { begun: 2, done: 2, duplicates: 0, disordered: 0 });
});

test("a message that arrives twice is a duplicate, also after its job is done", () => {
  const ledger = openLedger();
  ledger.begin("1", ["a", "b"], () => {});
  arrive(ledger, "1", "a", "a", "b", "b");
  assert.equal(ledger.counts.duplicates, 2);
});

test("a message to a customer of another load does not count", () => {
  const ledger = openLedger();
  arrive(ledger, "1", "a");
  assert.deepEqual(ledger.counts, { begun: 0, done: 0, duplicates: 0, disordered: 0 });
});

test("a refused job is not lost, and a job without messages is", () => {
  const ledger = openLedger();
  ledger.cancel(ledger.begin("1", ["a"], () => {}));
  ledger.begin("1", ["b"], () => {});
  assert.equal(ledger.countMissing(), 1);
});
