import assert from "node:assert/strict";
import { test } from "node:test";
import { callShare, messageShare, type StartedCall } from "./call-share.ts";

function aShare(size = messageShare) {
  let time = 0;
  const share = callShare(size, { now: () => time });
  const calls: StartedCall[] = [];
  return {
    ...share,
    pass: (ms: number) => {
      time += ms;
    },
    /** Starts all calls that may start, and returns how many these were. */
    fill(): number {
      const before = calls.length;
      while (share.mayStart()) calls.push(share.started());
      return calls.length - before;
    },
    /** Ends the oldest calls. */
    end(count: number): void {
      for (const call of calls.splice(0, count)) share.ended(call);
    },
  };
}

test("a page has twenty calls in flight while answers are quick", () => {
  const share = aShare();

  assert.equal(share.fill(), 20);
  share.pass(1900);
  share.end(5);
  assert.equal(share.fill(), 5);
});

test("a page whose calls hang keeps only a few in flight, and starts no other before most have ended", () => {
  const share = aShare();
  share.fill();

  share.pass(10_000);
  share.end(16);
  assert.equal(share.fill(), 0);
  share.end(4);
  assert.equal(share.fill(), 4);
  share.pass(10_000);
  share.end(4);
  assert.equal(share.fill(), 4);
});

test("one hanging call leaves most of the share to the others", () => {
  const share = aShare();
  share.started();
  share.pass(3000);

  assert.equal(share.fill(), 15);
});

test("hanging calls use up the share before the first of them has ended", () => {
  const share = aShare();
  for (let count = 0; count < 4; count++) share.started();
  share.pass(2000);

  assert.equal(share.fill(), 0);
});

test("each quick answer raises the limit by one call", () => {
  const share = aShare();
  share.fill();
  share.pass(5000);
  share.end(20);
  share.fill();

  for (let count = 0; count < 16; count++) {
    share.pass(50);
    share.end(1);
    share.fill();
  }

  assert.equal(share.inFlight(), 20);
});

test("a call that ends twice counts once", () => {
  const share = aShare({ max: 2, min: 1, slowMs: 2000 });
  const call = share.started();

  share.pass(5000);
  share.ended(call);
  share.ended(call);

  assert.equal(share.inFlight(), 0);
  assert.equal(share.fill(), 1);
});
