import assert from "node:assert/strict";
import { test } from "node:test";
import { openPageStream, type PageStreamDeps, type StreamState } from "./page-stream.ts";

const block = (id: number) => `id: ${id}\ndata: {"type":"conversation_erased","psid":"${id}"}\n\n`;

/** A server that gives these streams one after another; undefined refuses, and the one after the last stays open. */
function aServer(streams: (string | undefined)[]) {
  const requests: (string | undefined)[] = [];
  const seen: string[] = [];
  const states: StreamState[] = [];
  const deps: PageStreamDeps = {
    async connect(lastId, signal) {
      const at = requests.push(lastId) - 1;
      const text = streams[at];
      if (at < streams.length && text === undefined) throw new Error("refused");
      if (text !== undefined) return new Blob([text]).stream() as ReadableStream<Uint8Array>;
      return new ReadableStream({
        start: (controller) => signal.addEventListener("abort", () => controller.error(signal.reason)),
      });
    },
    onEvent: (event) => void seen.push("psid" in event ? event.psid : event.type),
    onState: (state) => void (states.at(-1) === state || states.push(state)),
    random: () => 0,
  };
  return { requests, seen, states, deps };
}

const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
};

test("each stream begins behind the last event that arrived, and every opening is told", async (t) => {
  const { requests, seen, deps } = aServer([block(1), block(2) + block(3)]);

  const stream = openPageStream(deps);
  t.after(stream.stop);
  await until(() => requests.length === 3);

  assert.deepEqual(requests, [undefined, "1", "3"]);
  assert.deepEqual(seen.slice(0, 5), ["opened", "1", "opened", "2", "3"]);
});

test("a stream that breaks once is not away, one that cannot be opened again is", async (t) => {
  const { states, requests, deps } = aServer([block(1), undefined, block(2)]);

  const stream = openPageStream(deps);
  t.after(stream.stop);
  await until(() => requests.length === 2);
  await until(() => states.at(-1) === "away");
  stream.retryNow();
  await until(() => requests.length === 4);

  assert.deepEqual(states.slice(0, 4), ["opening", "open", "away", "open"]);
  assert.deepEqual(requests, [undefined, "1", "1", "2"]);
});

test("a stopped stream asks no more", async () => {
  const { requests, deps } = aServer([]);

  const stream = openPageStream(deps);
  await until(() => requests.length === 1);
  stream.stop();
  await new Promise((resolve) => setImmediate(resolve));

  assert.equal(requests.length, 1);
});
