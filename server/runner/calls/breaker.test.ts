import assert from "node:assert/strict";
import { test } from "node:test";
import { type Breaker, type BreakerEvent, closedBreaker, nextBreaker, waitOf } from "./breaker.ts";

const rules = { failuresToOpen: 3, firstWaitMs: 1000, maxWaitMs: 15_000 };
const failed = (at: number, startedAt = at - 1, askedMs?: number): BreakerEvent => {
  return { type: "failed", at, startedAt, failure: "timeout", askedMs, random: 0.5 };
};
const answered = (at: number, startedAt = at - 1): BreakerEvent => ({ type: "answered", at, startedAt });
const undecided = (at: number, startedAt = at - 1): BreakerEvent => ({ type: "undecided", at, startedAt });
const started = (at: number): BreakerEvent => ({ type: "started", at });

const run = (events: BreakerEvent[]): Breaker =>
  events.reduce((breaker, event) => nextBreaker(breaker, event, rules), closedBreaker(0));
const opened = [failed(10), failed(20), failed(30)];
/** Probes that fail, each as soon as it may start. */
const failedProbes = (count: number): BreakerEvent[] => {
  const events = [...opened];
  for (let probe = 0; probe < count; probe++) {
    const at = 30 + 100_000 * (probe + 1);
    events.push(started(at), failed(at + 5, at));
  }
  return events;
};

const cases: Record<string, { events: BreakerEvent[]; at: number; state: Breaker["state"]; waitMs: number }> = {
  "nothing has happened": { events: [], at: 0, state: "closed", waitMs: 0 },
  "failures below the limit": { events: [failed(10), failed(20)], at: 20, state: "closed", waitMs: 0 },
  "failures up to the limit": { events: opened, at: 30, state: "open", waitMs: 1000 },
  "an answer in between": {
    events: [failed(10), failed(20), answered(25), failed(30), failed(40)],
    ...{ at: 40, state: "closed", waitMs: 0 },
  },
  "something undecided in between": {
    events: [failed(10), failed(20), undecided(25), failed(30)],
    ...{ at: 30, state: "open", waitMs: 1000 },
  },
  "failures of calls that started before it opened": {
    events: [...opened, failed(500, 5), failed(600, 6)],
    ...{ at: 600, state: "open", waitMs: 430 },
  },
  "an answer to a call that started before it opened": {
    events: [...opened, answered(500, 5)],
    ...{ at: 500, state: "open", waitMs: 530 },
  },
  "the wait is over": { events: opened, at: 1030, state: "open", waitMs: 0 },
  "a probe is running": { events: [...opened, started(1030)], at: 1031, state: "probing", waitMs: 59_999 },
  "an earlier call ends during the probe": {
    events: [...opened, started(1030), answered(1040, 5), failed(1050, 6)],
    ...{ at: 1050, state: "probing", waitMs: 59_980 },
  },
  "the probe is answered": {
    events: [...opened, started(1030), answered(1040, 1030)],
    ...{ at: 1040, state: "closed", waitMs: 0 },
  },
  "an earlier call fails after the probe's answer": {
    events: [...opened, started(1030), answered(1040, 1030), failed(1050, 5), failed(1051, 6), failed(1052, 7)],
    ...{ at: 1052, state: "closed", waitMs: 0 },
  },
  "the probe fails": { events: failedProbes(1), at: 100_035, state: "open", waitMs: 2000 },
  "the third probe fails": { events: failedProbes(3), at: 300_035, state: "open", waitMs: 8000 },
  "the tenth probe fails": { events: failedProbes(10), at: 1_000_035, state: "open", waitMs: 15_000 },
  "the probe says nothing": {
    events: [...opened, started(1030), undecided(1040, 1030)],
    ...{ at: 1040, state: "open", waitMs: 0 },
  },
  "it closes and opens again": {
    events: [
      ...failedProbes(3),
      started(400_000),
      answered(400_001, 400_000),
      ...[1, 2, 3].map((n) => failed(400_010 + n)),
    ],
    ...{ at: 400_013, state: "open", waitMs: 1000 },
  },
  "the host asks for a time": {
    events: [failed(10), failed(20), failed(30, 29, 7000)],
    ...{ at: 30, state: "open", waitMs: 7000 },
  },
  "the host asks for a day": {
    events: [failed(10), failed(20), failed(30, 29, 86_400_000)],
    ...{ at: 30, state: "open", waitMs: 3_600_000 },
  },
  "the end of the probe is never reported": {
    events: [...opened, started(1030)],
    ...{ at: 61_030, state: "probing", waitMs: 0 },
  },
};

for (const [name, { events, at, state, waitMs }] of Object.entries(cases)) {
  test(`${name}: ${state}, ${waitMs === 0 ? "a call may start" : `none for ${waitMs} ms`}`, () => {
    const breaker = run(events);

    assert.deepEqual([breaker.state, waitOf(breaker, at)], [state, waitMs]);
  });
}

test("waits have a fifth of jitter", () => {
  const waitAt = (random: number) => waitOf(run([failed(1), failed(2), { ...failed(30), random } as BreakerEvent]), 30);

  assert.deepEqual([waitAt(0), waitAt(1)], [800, 1200]);
});

test("the time of opening and the last failure stay known during a probe", () => {
  const { state, since, lastFailure } = run([...failedProbes(2), started(900_000)]);

  assert.deepEqual({ state, since, lastFailure }, { state: "probing", since: 30, lastFailure: "timeout" });
});
