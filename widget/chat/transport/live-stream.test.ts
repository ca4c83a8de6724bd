import assert from "node:assert/strict";
import { test } from "node:test";
import { CallError } from "./call-error.ts";
import { type LiveStreamDeps, openLiveStream, reconnectDelayMs } from "./live-stream.ts";

/** A server that gives these streams one after another; the one after the last stays open and silent. */
function aServer(streams: (() => string)[]) {
  const requests: number[] = [];
  const received: string[] = [];
  let after = 0;
  const deps: LiveStreamDeps = {
    api: {
      async events(from, signal) {
        requests.push(from);
        const text = streams[requests.length - 1];
        if (text) return new Blob([text()]).stream();
        return new ReadableStream({
          start: (controller) => signal.addEventListener("abort", () => controller.error(signal.reason)),
        });
      },
    },
    after: () => after,
    onEvent({ data }) {
      received.push(data);
      after = Number(data);
    },
    onLive: () => {},
    onRefused: async () => true,
    isResting: () => false,
  };
  return { requests, received, deps };
}

// Timers are mocked in some tests.
const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
};

/** Gives something that must not happen time to happen. */
const aWhile = async () => {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
};

test("each stream begins after the last event received", async (t) => {
  const streams = [1, 2, 3].map((id) => () => `retry: 1\ndata: ${id}\n\n`);
  const { requests, received, deps } = aServer(streams);

  const stream = openLiveStream(deps);
  t.after(stream.stop);
  await until(() => requests.length === 4);

  assert.deepEqual(requests, [0, 1, 2, 3]);
  assert.deepEqual(received, ["1", "2", "3"]);
});

test("a server that ends every stream at once is not asked again without a wait", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { requests, deps } = aServer(Array(100).fill(() => "retry: 0\n\n"));
  const lives: boolean[] = [];

  const stream = openLiveStream({ ...deps, onLive: (isLive) => lives.push(isLive) });
  t.after(stream.stop);
  await until(() => lives.length === 2);
  t.mock.timers.tick(499);
  await aWhile();
  assert.equal(requests.length, 1);
  t.mock.timers.tick(501);
  await until(() => lives.length === 4);

  assert.equal(requests.length, 2);
});

test("after a crash visitors reconnect over five seconds, not all at once", () => {
  const crash = { isResting: false, isBroken: true, failures: 0, retryMs: 1000 };
  const delays = Array.from({ length: 1000 }, () => reconnectDelayMs(crash));

  assert.ok(Math.max(...delays) > 4500 && Math.max(...delays) <= 5000);
  assert.ok(Math.min(...delays) >= 1000);
  assert.ok(delays.filter((ms) => ms > 2000).length > 400);
});

test("the server's retry time is used, but after failures not less than the backoff", () => {
  const delay = (failures: number, retryMs?: number) =>
    reconnectDelayMs({ isResting: false, isBroken: false, failures, retryMs });

  assert.equal(delay(0, 0), 0);
  assert.equal(delay(0, 1234), 1234);
  assert.equal(delay(3, 60_000), 60_000);
  assert.ok(delay(3, 0) >= 2000);
  assert.ok(delay(50) <= 30_000);
});

test("a stream that is refused for good is not requested again", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { deps } = aServer([]);
  const refusals: number[] = [];
  let requests = 0;

  openLiveStream({
    ...deps,
    api: {
      async events() {
        requests += 1;
        throw new CallError(404);
      },
    },
    onRefused: async (status) => refusals.push(status) === 0,
  });
  await until(() => refusals.length === 1);
  t.mock.timers.tick(60_000);
  await aWhile();

  assert.deepEqual([requests, refusals], [1, [404]]);
});

test("a hidden tab gives its connection back and reconnects now and then", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { requests, received, deps } = aServer([() => "data: 1\n\n"]);
  const lives: boolean[] = [];

  const stream = openLiveStream({ ...deps, isResting: () => true, onLive: (isLive) => lives.push(isLive) });
  t.after(stream.stop);
  await until(() => lives.length === 2);
  assert.deepEqual([requests, received], [[0], ["1"]]);
  t.mock.timers.tick(20_000);
  await aWhile();
  assert.equal(requests.length, 1);
  t.mock.timers.tick(20_000);
  await until(() => lives.length === 3);
  assert.deepEqual(requests, [0, 1]);
  t.mock.timers.tick(5_000);
  await until(() => lives.length === 4);

  assert.deepEqual(lives, [true, false, true, false]);
});
