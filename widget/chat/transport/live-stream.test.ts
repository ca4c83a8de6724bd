import assert from "node:assert/strict";
import { test } from "node:test";
import { CallError } from "./api.ts";
import { type Listener, listen, waitMs } from "./live-stream.ts";

/** Streams as they are opened one after the other; after the last, nothing more comes. */
function aServer(streams: (() => string)[]) {
  const asked: number[] = [];
  const heard: string[] = [];
  let after = 0;
  const listener: Listener = {
    api: {
      async events(from, signal) {
        asked.push(from);
        const text = streams[asked.length - 1];
        if (text) return new Blob([text()]).stream();
        return new ReadableStream({
          start: (controller) => signal.addEventListener("abort", () => controller.error(signal.reason)),
        });
      },
    },
    after: () => after,
    onEvent({ data }) {
      heard.push(data);
      after = Number(data);
    },
    onLive: () => {},
    onRefused: async () => true,
    isResting: () => false,
  };
  return { asked, heard, listener };
}

const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
};

test("each stream begins after the last thing heard", async (t) => {
  const streams = [1, 2, 3].map((id) => () => `retry: 1\ndata: ${id}\n\n`);
  const { asked, heard, listener } = aServer(streams);

  const ear = listen(listener);
  t.after(ear.stop);
  await until(() => asked.length === 4);

  assert.deepEqual(asked, [0, 1, 2, 3]);
  assert.deepEqual(heard, ["1", "2", "3"]);
});

test("a server that ends every stream at once is not asked without a pause", async (t) => {
  const { asked, listener } = aServer(Array(100).fill(() => "retry: 0\n\n"));

  const ear = listen(listener);
  t.after(ear.stop);
  await new Promise((resolve) => setTimeout(resolve, 400));

  assert.ok(asked.length <= 2, `asked ${asked.length} times`);
});

test("after a crash visitors come back over five seconds, not together", () => {
  const crash = { isResting: false, isBroken: true, failures: 0, retryMs: 1000 };
  const waits = Array.from({ length: 1000 }, () => waitMs(crash));

  assert.ok(Math.max(...waits) > 4500 && Math.max(...waits) <= 5000);
  assert.ok(Math.min(...waits) >= 1000);
  assert.ok(waits.filter((ms) => ms > 2000).length > 400);
});

test("the server's word on when to come back counts, but not below the pause after failures", () => {
  const wait = (failures: number, retryMs?: number) => waitMs({ isResting: false, isBroken: false, failures, retryMs });

  assert.equal(wait(0, 0), 0);
  assert.equal(wait(0, 1234), 1234);
  assert.equal(wait(3, 60_000), 60_000);
  assert.ok(wait(3, 0) >= 2000);
  assert.ok(wait(50) <= 30_000);
});

test("one who is refused for good stops asking", async () => {
  const { listener } = aServer([]);
  const refusals: number[] = [];
  let asked = 0;

  listen({
    ...listener,
    api: {
      async events() {
        asked += 1;
        throw new CallError(404);
      },
    },
    onRefused: async (status) => refusals.push(status) === 0,
  });
  await new Promise((resolve) => setTimeout(resolve, 100));

  assert.deepEqual([asked, refusals], [1, [404]]);
});

test("a tab that nobody looks at gives its connection back, and glances now and then", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { asked, heard, listener } = aServer([() => "data: 1\n\n"]);
  const lives: boolean[] = [];
  const settle = async () => {
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  };

  const ear = listen({ ...listener, isResting: () => true, onLive: (isLive) => lives.push(isLive) });
  t.after(ear.stop);
  await settle();
  assert.deepEqual([asked, heard], [[0], ["1"]]);
  t.mock.timers.tick(20_000);
  await settle();
  assert.equal(asked.length, 1);
  t.mock.timers.tick(20_000);
  await settle();
  assert.deepEqual(
    [asked, lives],
    [
      [0, 1],
      [true, false, true],
    ],
  );
  t.mock.timers.tick(5_000);
  await settle();

  assert.deepEqual(lives, [true, false, true, false]);
});
